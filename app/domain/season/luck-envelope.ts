import type { Turns } from "#app/domain/evaluation/resample-days.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { MONEY_COUNT, TICKET_TYPES, type TicketType } from "#app/domain/rankings/pick-returns.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";

/** With fewer participants their bets are too small a sample of possible bets. */
const FEWEST_PARTICIPANTS = 10;
/** Entrants simulated per participant, so that ten of them lie beyond the upper end; and in all. */
const DRAWS_EACH = 400;
const MOST_DRAWS = 1_000_000;
const SEED = 20261118;
/** Units per race drawn (learning's pace.ts). */
const RACE_UNITS = 8;

type Bets = Record<BetType, Pick<Settlement, "stakeYen" | "payoutYen">>;

/** What the participants bet on one race: the different outcomes, and how many had each. */
interface RaceOutcomes {
  /** Share of participants up to and including each outcome. */
  upTo: Float64Array;
  /** Per outcome stake and payout of each bet type, in the order of BET_TYPES, one after the other. */
  money: Float64Array;
}

/** Collects the bets of a ranking's participants, race by race; memory grows with the different outcomes only. */
export function collectOutcomes(races: readonly { raceId: string; date: string }[]) {
  const order = races.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.raceId < b.raceId ? -1 : 1));
  const index = new Map(order.map(({ raceId }, at) => [raceId, at]));
  const counts = order.map(() => new Map<string, { money: Float64Array; count: number }>());
  const starts = new Map<number, number>();
  return {
    /** @param firstDay the first race day that counts for the model */
    addParticipant(firstDay: string): void {
      const at = order.findIndex(({ date }) => date >= firstDay);
      if (at >= 0) starts.set(at, (starts.get(at) ?? 0) + 1);
    },
    addBets(raceId: string, bets: Bets): void {
      const at = index.get(raceId);
      if (at === undefined) return;
      // A refunded bet has no stake, so its payout does not count either.
      const money = BET_TYPES.flatMap((type) => {
        const { stakeYen, payoutYen } = bets[type];
        return [stakeYen, stakeYen > 0 ? payoutYen : 0];
      });
      const key = money.join();
      const known = counts[at]!.get(key);
      if (known === undefined) counts[at]!.set(key, { money: Float64Array.from(money), count: 1 });
      else known.count += 1;
    },
    close: () => ({ outcomes: counts.map(toOutcomes), starts: [...starts].sort(([a], [b]) => a - b) }),
  };
}

function toOutcomes(counted: ReadonlyMap<string, { money: Float64Array; count: number }>): RaceOutcomes {
  // The most frequent first, which is found soonest; an order that does not depend on that of the rows.
  const sorted = [...counted]
    .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
    .map(([, outcome]) => outcome);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  let sum = 0;
  const upTo = sorted.map(({ count }) => {
    sum += count;
    return sum / total;
  });
  return { upTo: Float64Array.from(upTo), money: Float64Array.from(sorted.flatMap(({ money }) => [...money])) };
}

/**
 * What the best of all participants would show if none were better than another: 2.5 and 97.5 % of it per ticket type.
 * A simulated entrant bets in each race what a participant drawn by lot bet there, so the races, payouts and bets are the
 * real ones and all entrants have the participants' mean skill; it begins on the day on which a participant drawn by lot
 * began. The best of N has the quantile q where one entrant has q^(1/N).
 *
 * @returns null with fewer than ten participants
 */
export async function drawLuckEnvelope(
  { outcomes, starts }: ReturnType<ReturnType<typeof collectOutcomes>["close"]>,
  turns: Turns,
): Promise<Record<TicketType, LuckEnvelope | null> | null> {
  const participants = starts.reduce((sum, [, count]) => sum + count, 0);
  if (participants < FEWEST_PARTICIPANTS) return null;
  const draws = Math.min(MOST_DRAWS, DRAWS_EACH * participants);
  const random = createRandom(SEED);
  const rates = TICKET_TYPES.map(() => new Float64Array(draws));
  const counts = TICKET_TYPES.map(() => 0);
  const sums = new Float64Array(MONEY_COUNT);
  for (let draw = 0; draw < draws; draw++) {
    sums.fill(0);
    const first = drawStart(starts, random() * participants);
    for (let race = first; race < outcomes.length; race++) addOutcome(outcomes[race]!, random(), sums);
    noteRates(sums, rates, counts);
    const pause = turns.spend(RACE_UNITS * (outcomes.length - first));
    if (pause !== null) await pause;
  }
  const envelopes = TICKET_TYPES.map((ticket, i): [TicketType, LuckEnvelope | null] => {
    const sorted = rates[i]!.subarray(0, counts[i]!).sort();
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(share ** (1 / participants) * sorted.length))]!;
    return [ticket, sorted.length === 0 ? null : { low: toPerCent(at(0.025)), high: toPerCent(at(0.975)) }];
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

function addOutcome({ upTo, money }: RaceOutcomes, lot: number, sums: Float64Array): void {
  let at = 0;
  while (at < upTo.length - 1 && lot >= upTo[at]!) at += 1;
  if (money.length === 0) return;
  const from = at * MONEY_COUNT;
  for (let i = 0; i < MONEY_COUNT; i++) sums[i]! += money[from + i]!;
}

/** The total is the mean of the rates of the types that were bet, as in the rankings. */
function noteRates(sums: Float64Array, rates: readonly Float64Array[], counts: number[]): void {
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

/** Per cent with one decimal, as rates are shown. */
function toPerCent(rate: number): number {
  return Math.round(rate * 1000) / 10;
}
