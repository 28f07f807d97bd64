import { createNormal } from "#app/domain/season/normal.ts";
import { createSeasonTally, type LossRow, type LossSums, type RawSkill } from "#app/domain/season/season-tally.ts";

const HORSES = 12;
const RACES_PER_DAY = 24;
/** Standard deviation of the horses' log chances. */
const SPREAD = 1.3;
/** Error that all entrants share, as all read the same past races. */
const SHARED_ERROR = 0.95;
/** The pool pays back this much. */
const PAID = 0.8;

/** What an entrant knows: the error of its own, added to what all share; null: it knows nothing, and is nearly even. */
export type Knowledge = number | null;

export interface SimulatedPeriod {
  rows: LossRow[];
  /** Returns of 200 yen a race on the two horses that each entrant has first. */
  returns: number[];
}

/**
 * Races of horses with known strengths, entrants who see these through their own error and forecast accordingly
 * (calibrated), a winner by the true chances, and payouts by odds that know more than any entrant.
 */
export function simulatePeriod(
  entrants: readonly Knowledge[],
  { races, seed }: { races: number; seed: number },
): SimulatedPeriod {
  const normal = createNormal(seed);
  const rows: LossRow[] = [];
  const paid = new Float64Array(entrants.length);
  const losses = new Float64Array(entrants.length);
  const slopes = entrants.map((error) => SPREAD ** 2 / (SPREAD ** 2 + SHARED_ERROR ** 2 + (error ?? 0) ** 2));
  const seen = new Float64Array(HORSES);
  const logs = new Float64Array(HORSES);
  for (let race = 0; race < races; race++) {
    const strengths = Array.from({ length: HORSES }, () => SPREAD * normal());
    for (let horse = 0; horse < HORSES; horse++) seen[horse] = strengths[horse]! + SHARED_ERROR * normal();
    // The largest of strength + Gumbel noise wins with the chance of the softmax; one of a normal's squares is uniform.
    const gumbel = () => -Math.log(0.5 * (normal() ** 2 + normal() ** 2));
    const marks = strengths.map((strength) => strength + gumbel());
    const winner = marks.indexOf(Math.max(...marks));
    const total = strengths.reduce((sum, strength) => sum + Math.exp(strength), 0);
    const payout = (100 * PAID * total) / Math.exp(strengths[winner]!);
    for (let i = 0; i < entrants.length; i++) {
      const error = entrants[i]!;
      let sum = 0;
      let ahead = 0;
      for (let horse = 0; horse < HORSES; horse++) {
        logs[horse] = error === null ? 0.1 * normal() : slopes[i]! * (seen[horse]! + error * normal());
        sum += Math.exp(logs[horse]!);
      }
      for (let horse = 0; horse < HORSES; horse++) if (logs[horse]! > logs[winner]!) ahead += 1;
      losses[i]! += Math.log(sum) - logs[winner]!;
      if (ahead < 2) paid[i]! += payout;
    }
    if ((race + 1) % RACES_PER_DAY !== 0 && race + 1 < races) continue;
    const count = (race % RACES_PER_DAY) + 1;
    const date = `day ${String(Math.floor(race / RACES_PER_DAY)).padStart(3, "0")}`;
    for (let modelId = 0; modelId < entrants.length; modelId++) {
      rows.push({ modelId, date, races: count, loss: losses[modelId]!, uniformLoss: count * Math.log(HORSES) });
    }
    losses.fill(0);
  }
  return { rows, returns: Array.from(paid, (yen) => yen / (200 * races)) };
}

/** Skills by entrant, as the board's build measures them. */
export function measureRows(rows: readonly LossRow[], count: number): { base: number; skills: RawSkill[] } {
  const field = new Map<string, LossSums>();
  for (const { date, loss, uniformLoss } of rows) {
    const day = field.get(date) ?? { loss: 0, uniformLoss: 0 };
    field.set(date, { loss: day.loss + loss, uniformLoss: day.uniformLoss + uniformLoss });
  }
  const ids = Array.from({ length: count }, (_, i) => i);
  const tally = createSeasonTally(field, ids);
  for (const row of rows) tally.add(row);
  const sums = [...field.values()];
  const base =
    1 - sums.reduce((sum, { loss }) => sum + loss, 0) / sums.reduce((sum, { uniformLoss }) => sum + uniformLoss, 0);
  return { base, skills: tally.close() };
}
