import { NONE_16 } from "../history.ts";
import { earlyPositionOf, type Past, relativeFinishOf } from "../past.ts";

const LAST = 3;
const PLACES = 3;
/** Starts at which the mean finish at a level has half its weight. */
const FINISH_PRIOR = 2;

/** Mean of the last three known values, added newest first; NaN without any. */
class LastThree {
  #sum = 0;
  #count = 0;

  clear(): void {
    this.#sum = 0;
    this.#count = 0;
  }

  add(value: number): void {
    if (this.#count === LAST || Number.isNaN(value)) return;
    this.#sum += value;
    this.#count += 1;
  }

  get mean(): number {
    return this.#sum / this.#count;
  }
}

/** A horse's earlier starts as a runner's row shows them: classes, fields, places gained and early positions. */
export class Career {
  /** Steps of the class ladder, NaN = unknown: up from the last start, and above the best class placed in and won. */
  step = Number.NaN;
  placed = Number.NaN;
  won = Number.NaN;
  /** Starts at the level of the race or above, and their shrunk mean relative finish, −.5 to .5. */
  starts = Number.NaN;
  finish = Number.NaN;
  /** Mean strength of the last race's field. */
  lastField = Number.NaN;
  readonly fields = new LastThree();
  readonly gains = new LastThree();
  readonly pacedGains = new LastThree();
  readonly positions = new LastThree();
  readonly #past: Past;
  readonly #venueType: number | null;

  /** @param venueType of the starts to use; null = all */
  constructor(past: Past, venueType: number | null) {
    this.#past = past;
    this.#venueType = venueType;
  }

  read(runner: number): void {
    const { history, raceOf, firstStart, startCount, startRunner, starters, rated } = this.#past;
    const { races, runners } = history;
    for (const last of [this.fields, this.gains, this.pacedGains, this.positions]) last.clear();
    this.lastField = Number.NaN;
    const level = races.level[raceOf[runner] ?? 0] ?? 0;
    // Levels are stored plus one: 0 stands for a class below all.
    let [lastLevel, placed, won, starts, finishes, finishSum] = [0, 0, 0, 0, 0, 0];
    const horse = runners.horse[runner] ?? 0;
    const first = firstStart[horse] ?? 0;
    for (let index = first + (startCount[horse] ?? 0) - 1; index >= first; index -= 1) {
      const start = startRunner[index] ?? 0;
      const race = raceOf[start] ?? 0;
      if (this.#venueType !== null && races.venueType[race] !== this.#venueType) continue;
      const field = rated.field[race] ?? Number.NaN;
      if (Number.isNaN(this.lastField)) this.lastField = field;
      this.fields.add(field);
      const rank = runners.rank[start] ?? NONE_16;
      const finish = relativeFinishOf(rank, starters[race] ?? 0);
      const position = earlyPositionOf(runners.firstCorner[start] ?? NONE_16, starters[race] ?? 0);
      const gain = position - (1 - finish);
      this.positions.add(position);
      this.gains.add(gain);
      this.pacedGains.add(gain * (rated.pace[race] ?? Number.NaN));
      const startLevel = races.level[race] ?? 0;
      if (startLevel === 0) continue;
      if (lastLevel === 0) lastLevel = startLevel;
      if (rank !== NONE_16 && rank <= PLACES) placed = Math.max(placed, startLevel);
      if (rank === 1) won = Math.max(won, startLevel);
      if (startLevel < level) continue;
      starts += 1;
      if (Number.isNaN(finish)) continue;
      finishes += 1;
      finishSum += finish - 0.5;
    }
    const known = level === 0 ? Number.NaN : 0;
    this.step = lastLevel === 0 ? Number.NaN : known + level - lastLevel;
    this.placed = known + placed - level;
    this.won = known + won - level;
    this.starts = known + starts;
    this.finish = known + finishSum / (finishes + FINISH_PRIOR);
  }
}
