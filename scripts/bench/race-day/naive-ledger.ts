import { z } from "zod";

/**
 * The ledger's bets settled once more, in the plainest way and by none of the product's code: each ticket is looked up in
 * the day's payouts by itself.
 */

interface LedgerCheck {
  /** Rows of a model and a race. */
  rows: number;
  stakeYen: number;
  payoutYen: number;
  broken: string[];
}

const BET_TYPES = ["win", "place", "quinella"] as const;
const STAKE_YEN = 100;
const picksSchema = z.array(z.number());

interface BetRow extends Record<`${(typeof BET_TYPES)[number]}_${"stake_yen" | "payout_yen" | "hits"}`, number> {
  model_id: number;
  race_id: string;
  picks: string;
}

interface PayoutRow {
  bet_type: string;
  combination: string;
  payout_yen: number;
}

interface RaceFacts {
  isCounted: boolean;
  starters: ReadonlySet<number>;
  payouts: readonly PayoutRow[];
}

/** Settles every row of the ledger again and compares cells and sums. */
export async function checkLedger(db: D1Database): Promise<LedgerCheck> {
  const { results } = await db.prepare("select * from settled_bets order by race_id, model_id").all<BetRow>();
  const check: LedgerCheck = { rows: results.length, stakeYen: 0, payoutYen: 0, broken: [] };
  const races = new Map<string, RaceFacts>();
  for (const row of results) {
    const race = races.get(row.race_id) ?? (await readRace(db, row.race_id));
    races.set(row.race_id, race);
    for (const betType of BET_TYPES) {
      const expected = settleNaively(betType, picksSchema.parse(JSON.parse(row.picks)), race);
      check.stakeYen += expected.stakeYen;
      check.payoutYen += expected.payoutYen;
      const found = [row[`${betType}_stake_yen`], row[`${betType}_payout_yen`], row[`${betType}_hits`]].join(" ");
      const right = [expected.stakeYen, expected.payoutYen, expected.hits].join(" ");
      const about = `${betType} bets of model ${row.model_id} on ${row.race_id}`;
      if (found !== right) check.broken.push(`${about}: ${found}, not ${right}`);
    }
  }
  const sum = await db
    .prepare(
      `select coalesce(sum(win_stake_yen + place_stake_yen + quinella_stake_yen), 0) stake,
        coalesce(sum(win_payout_yen + place_payout_yen + quinella_payout_yen), 0) payout from settled_bets`,
    )
    .first<{ stake: number; payout: number }>();
  if (sum?.stake !== check.stakeYen || sum.payout !== check.payoutYen)
    check.broken.push(`the ledger's sums ${sum?.stake} ${sum?.payout}, not ${check.stakeYen} ${check.payoutYen}`);
  return check;
}

async function readRace(db: D1Database, raceId: string): Promise<RaceFacts> {
  const race = await db
    .prepare("select status, surface, venue_type from races where race_id = ?1")
    .bind(raceId)
    .first<{ status: string; surface: string; venue_type: number }>();
  const runners = await db
    .prepare("select horse_num from runners where race_id = ?1 and status not in ('scratched', 'excluded')")
    .bind(raceId)
    .all<{ horse_num: number }>();
  const payouts = await db
    .prepare("select bet_type, combination, payout_yen from payouts where race_id = ?1 and payout_yen > 0")
    .bind(raceId)
    .all<PayoutRow>();
  return {
    isCounted: race !== null && race.status !== "cancelled" && race.surface !== "jump" && race.venue_type === 1,
    starters: new Set(runners.results.map((runner) => runner.horse_num)),
    payouts: payouts.results,
  };
}

function settleNaively(betType: (typeof BET_TYPES)[number], picks: readonly number[], race: RaceFacts) {
  const settled = { stakeYen: 0, payoutYen: 0, hits: 0 };
  const pool = race.payouts.filter((payout) => payout.bet_type === betType);
  if (!race.isCounted || pool.length === 0) return settled;
  for (const horses of ticketsOf(betType, picks)) {
    if (!horses.every((horse) => race.starters.has(horse))) continue;
    settled.stakeYen += STAKE_YEN;
    const ascending = horses.toSorted((one, other) => one - other).join("-");
    const paid = pool.find((payout) => payout.payout_yen < STAKE_YEN || payout.combination === ascending);
    if (paid === undefined) continue;
    settled.payoutYen += paid.payout_yen;
    if (paid.payout_yen >= STAKE_YEN) settled.hits += 1;
  }
  return settled;
}

/** Win on the first two, place on the first, quinella on the first and on the second with the others of five. */
function ticketsOf(betType: (typeof BET_TYPES)[number], picks: readonly number[]): number[][] {
  if (betType === "win") return picks.slice(0, 2).map((horse) => [horse]);
  if (betType === "place") return picks.slice(0, 1).map((horse) => [horse]);
  const pairs = picks
    .slice(0, 5)
    .flatMap((one, place) => picks.slice(place + 1, 5).map((other) => [one, other] as const));
  return pairs.filter(([one]) => picks.indexOf(one) < 2).map((pair) => [...pair]);
}
