/**
 * The stored rows of a race under other conditions: the codes of a feature build with such a card. Every changed cell
 * follows from the rows of the day and from the horses' own starts.
 */

import { aptitude } from "#app/domain/features/base-columns.ts";
import { BASE_COLUMNS, type BaseColumnId } from "#app/domain/features/catalogue.ts";
import { NONE_16 } from "#app/domain/features/history.ts";
import { encodeValue, MISSING_CODE, type RaceFeatures } from "#app/domain/features/matrix.ts";
import { relativeFinishOf } from "#app/domain/features/past.ts";
import { GOINGS, type Going } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { type Conditions, type Entry, placesOf } from "./conditions.ts";

/** A jockey's values are equal in all rows of a day, so any mount's row has them. */
export const JOCKEY_COLUMNS = [
  "static.jockey.win",
  "static.jockey.place",
  "static.jockey.recent_win",
  "static.jockey.rides",
  "static.jockey.rating",
  "static.jockey.hindsight",
  "static.jockey.form",
] as const satisfies readonly BaseColumnId[];

/** Values of the place, independent of the horse. */
const POST_COLUMNS = [
  "static.post.bracket",
  "static.post.relative",
  "static.post.course_win",
  "static.post.slope",
] as const satisfies readonly BaseColumnId[];

/** Read together with the model's. */
export const CHANGED_COLUMNS: readonly BaseColumnId[] = [
  ...JOCKEY_COLUMNS,
  "static.jockey.is_same",
  ...POST_COLUMNS,
  "static.carried_weight.kg",
  "static.carried_weight.change",
  "static.weather.going",
  "static.weather.aptitude",
];

/** A start on an earlier day, in a race with a result. */
export interface KnownStart extends Pick<Runner, "status" | "finishPosition" | "jockeyId"> {
  going: Going | null;
  starters: number;
}

interface Sources {
  /** By the horse's number on the card, oldest first; horses without starts may be missing. */
  starts: ReadonlyMap<number, readonly KnownStart[]>;
  /** By jockey: codes of {@link JOCKEY_COLUMNS} on the race's day. */
  jockeyCodes: ReadonlyMap<string, readonly number[]>;
}

export type ChangedRace = ReturnType<typeof changeRace>;

/**
 * Rows by the number that each horse would have, and the number on the card of each row's horse.
 *
 * @throws if the entries are not those of the rows, which have {@link CHANGED_COLUMNS}
 */
export function changeRace(
  race: RaceFeatures,
  { entries, conditions }: { entries: readonly Entry[]; conditions: Conditions },
  { starts, jockeyCodes }: Sources,
) {
  const rowOf = new Map(race.horseNums.map((horseNum, row) => [horseNum, row]));
  const horseAt = new Map([...placesOf(entries, conditions)].map(([horseNum, place]) => [place, horseNum]));
  const horseNums = race.horseNums.map((place) => horseAt.get(place) ?? place);
  const rows = horseNums.map((horseNum) => rowOf.get(horseNum) ?? 0);
  const posts: readonly string[] = POST_COLUMNS;
  const codes = new Map(
    [...race.codes].map(([id, column]) => [
      id,
      posts.includes(id) ? column.slice() : Uint16Array.from(rows, (row) => column[row] ?? MISSING_CODE),
    ]),
  );
  const write = (id: BaseColumnId, row: number, code: number): void => {
    const column = codes.get(id);
    if (column === undefined) throw new Error(`race ${race.raceId} comes without column ${id}`);
    column[row] = code;
  };
  const entryOf = new Map(entries.map((entry) => [entry.horseNum, entry]));
  horseNums.forEach((horseNum, row) => {
    const entry = entryOf.get(horseNum);
    if (entry === undefined) throw new Error(`race ${race.raceId} has no entry ${horseNum}`);
    const own = starts.get(horseNum) ?? [];
    if (conditions.going !== null) {
      write("static.weather.going", row, encode("static.weather.going", GOINGS.indexOf(conditions.going)));
      write("static.weather.aptitude", row, encode("static.weather.aptitude", goingAptitude(own, conditions.going)));
    }
    const changed = conditions.horses.find((horse) => horse.horseNum === horseNum);
    if (changed === undefined) return;
    if (changed.jockey !== null) {
      const known = jockeyCodes.get(changed.jockey.jockeyId);
      if (known === undefined) throw new Error(`no row of jockey ${changed.jockey.jockeyId}`);
      JOCKEY_COLUMNS.forEach((id, index) => {
        write(id, row, known[index] ?? MISSING_CODE);
      });
      write("static.jockey.is_same", row, encode("static.jockey.is_same", isSameJockey(own, changed.jockey.jockeyId)));
    }
    if (changed.carriedWeightKg !== null) {
      const change = codes.get("static.carried_weight.change")?.[row] ?? MISSING_CODE;
      const carried = hundredths(changed.carriedWeightKg);
      write("static.carried_weight.kg", row, encode("static.carried_weight.kg", carried / 100));
      if (change !== MISSING_CODE) {
        const last = hundredths(entry.carriedWeightKg ?? 0) - (change - encode("static.carried_weight.change", 0));
        write("static.carried_weight.change", row, encode("static.carried_weight.change", (carried - last) / 100));
      }
    }
  });
  const isStarter = rows.map(
    (row, at) => (race.isStarter[row] ?? false) && !conditions.out.includes(horseNums[at] ?? 0),
  );
  return { race: { ...race, isStarter, codes }, horseNums };
}

/** Whether the rows were built from these starts and this card. If not, the features are about to be rebuilt. */
export function agreesWith(
  race: RaceFeatures,
  { going, entries }: { going: Going | null; entries: readonly Entry[] },
  starts: Sources["starts"],
): boolean {
  if (entries.length !== race.horseNums.length) return false;
  return entries.every(({ horseNum, jockeyId }) => {
    const row = race.horseNums.indexOf(horseNum);
    const own = starts.get(horseNum) ?? [];
    const isAt = (id: BaseColumnId, value: number) => race.codes.get(id)?.[row] === encode(id, value);
    return (
      isAt("static.weather.aptitude", going === null ? Number.NaN : goingAptitude(own, going)) &&
      isAt("static.jockey.is_same", jockeyId === null ? Number.NaN : isSameJockey(own, jockeyId))
    );
  });
}

/** How much better the horse finished on firm ground, or on any other, than overall. */
function goingAptitude(starts: readonly KnownStart[], going: Going): number {
  let sum = 0;
  let count = 0;
  let alikeSum = 0;
  let alikeCount = 0;
  for (const start of starts) {
    const isRanked = start.status !== "did_not_finish" && start.status !== "disqualified";
    const finish = relativeFinishOf(isRanked ? (start.finishPosition ?? NONE_16) : NONE_16, start.starters);
    if (Number.isNaN(finish)) continue;
    sum += finish;
    count += 1;
    if (start.going === null || (start.going === "firm") !== (going === "firm")) continue;
    alikeSum += finish;
    alikeCount += 1;
  }
  return count === 0 ? Number.NaN : aptitude(alikeSum, alikeCount, sum / count);
}

/** 1: the rider of the last start; NaN: unknown. */
function isSameJockey(starts: readonly KnownStart[], jockeyId: string): number {
  const last = starts.at(-1)?.jockeyId ?? null;
  return last === null ? Number.NaN : Number(last === jockeyId);
}

function hundredths(kg: number): number {
  return Math.round(kg * 100);
}

function encode(id: BaseColumnId, value: number): number {
  const column = BASE_COLUMNS.find((candidate) => candidate.id === id);
  if (column === undefined) throw new RangeError(`no column ${id}`);
  return encodeValue(column, value);
}
