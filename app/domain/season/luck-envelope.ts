import type { Turns } from "#app/domain/evaluation/resample-days.ts";
import { compareTexts } from "#app/domain/racing/plain/compare-texts.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { MONEY_COUNT, TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import { buildWheels, type CountedOutcome, drawFrom } from "./outcome-wheels.ts";

/** Fewer participants are too small a sample of bets. */
const FEWEST_PARTICIPANTS = 10;
/** Simulated entrants per participant, so that ten lie beyond the upper end; and in all. */
const DRAWS_EACH = 400;
const MOST_DRAWS = 1_000_000;
const SEED = 20261118;
/** Units per outcome drawn (learning's pace.ts). */
const WHEEL_UNITS = 8;

/** Collects the participants' bets, race by race; memory grows with the different outcomes only. */
export function collectOutcomes(races: readonly { raceId: string; date: string }[]) {
  const order = races.toSorted((a, b) => compareTexts(a.date, b.date) || compareTexts(a.raceId, b.raceId));
  const index = new Map(order.map(({ raceId }, at) => [raceId, at]));
  const counts = order.map(() => new Map<string, CountedOutcome>());
  const starts = new Map<number, number>();
  return {
    addParticipant(firstDay: string): void {
      const at = order.findIndex(({ date }) => date >= firstDay);
      if (at >= 0) starts.set(at, (starts.get(at) ?? 0) + 1);
    },
    addBets(raceId: string, money: readonly number[], count: number): void {
      const at = index.get(raceId);
      if (at === undefined || count === 0) return;
      const key = money.join();
      const known = counts[at]!.get(key);
      if (known === undefined) counts[at]!.set(key, { money, count });
      else known.count += count;
    },
    close: () => ({ outcomes: counts.map(sortOutcomes), starts: [...starts].sort(([a], [b]) => a - b) }),
  };
}

/** Independent of the order of the rows. */
function sortOutcomes(counted: ReadonlyMap<string, CountedOutcome>): CountedOutcome[] {
  return [...counted].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, outcome]) => outcome);
}

/**
 * 2.5 and 97.5 % quantiles of the best participant if all were equally good. A simulated entrant bets in each race what
 * a random participant bet there, from a random participant's first day on. The best of N has the quantile q where one
 * entrant has q^(1/N). Null with fewer than ten participants.
 */
export async function drawLuckEnvelope(
  { outcomes, starts }: ReturnType<ReturnType<typeof collectOutcomes>["close"]>,
  turns: Turns,
): Promise<Record<TicketType, LuckEnvelope | null> | null> {
  const participants = starts.reduce((sum, [, count]) => sum + count, 0);
  if (participants < FEWEST_PARTICIPANTS) return null;
  const draws = Math.min(MOST_DRAWS, DRAWS_EACH * participants);
  const random = createRandom(SEED);
  let state = SEED + 1;
  const wheels = buildWheels(outcomes, new Set(starts.map(([at]) => at)));
  const rates = TICKET_TYPES.map(() => new Float64Array(draws));
  const counts = TICKET_TYPES.map(() => 0);
  const sums = new Float64Array(MONEY_COUNT);
  for (let draw = 0; draw < draws; draw++) {
    const first = wheels.wheelOfStart.get(drawStart(starts, random() * participants))!;
    state = drawFrom(wheels, first, state, sums);
    recordRates(sums, rates, counts);
    const pause = turns.spend(WHEEL_UNITS * (wheels.firsts.length - first));
    if (pause !== null) await pause;
  }
  const envelopes = TICKET_TYPES.map((ticket, i): [TicketType, LuckEnvelope | null] => {
    const shown = rates[i]!.subarray(0, counts[i]!);
    const at = (share: number) =>
      selectNth(shown, Math.min(shown.length - 1, Math.floor(share ** (1 / participants) * shown.length)));
    return [ticket, shown.length === 0 ? null : { low: toPerCent(at(0.025)), high: toPerCent(at(0.975)) }];
  });
  return Object.fromEntries(envelopes) as Record<TicketType, LuckEnvelope | null>;
}

function drawStart(starts: readonly (readonly [number, number])[], lot: number): number {
  let rest = lot;
  for (const [at, count] of starts) {
    if (rest < count) return at;
    rest -= count;
  }
  return starts.at(-1)![0];
}

/** The total is the mean of the bet types' rates, as in the rankings. */
function recordRates(sums: Float64Array, rates: readonly Float64Array[], counts: number[]): void {
  let [sum, types] = [0, 0];
  for (let type = 0; type < BET_TYPES.length; type++) {
    const stakeYen = sums[2 * type]!;
    if (stakeYen === 0) continue;
    const rate = sums[2 * type + 1]! / stakeYen;
    rates[type + 1]![counts[type + 1]!++] = rate;
    sum += rate;
    types += 1;
  }
  if (types > 0) rates[0]![counts[0]!++] = sum / types;
}

/** One decimal, as shown. */
function toPerCent(rate: number): number {
  return Math.round(rate * 1000) / 10;
}

/** The value at a place of the ascending order (Hoare's selection, linear on average). Reorders the values. */
export function selectNth(values: Float64Array, place: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1]!;
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left]! < pivot) left += 1;
      while (values[right]! > pivot) right -= 1;
      if (left > right) break;
      const moved = values[left]!;
      values[left++] = values[right]!;
      values[right--] = moved;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else break;
  }
  return values[place]!;
}
