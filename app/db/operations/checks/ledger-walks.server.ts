import { type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { overdueBefore, type WalkedRow } from "#app/domain/operations/site-checks.ts";
import { NON_STARTERS, VenueType } from "#app/domain/racing/race.ts";
import type { Walk } from "./work-walks.server.ts";

/** Bets are settled again by SQL, without the code that settled them. */

/** Time for a correction. */
const SETTLED_AGAIN_SECONDS = 86_400;

type BetType = "win" | "place" | "quinella";

/** `yen`: price of a ticket on the picks `p` of row `b`. */
const TICKETS: Record<BetType, { from: SQL; started: SQL; combination: SQL }> = {
  win: {
    from: sql`json_each(b.picks) p where p.key < 2`,
    started: sql`p.value in (select horse_num from starters)`,
    combination: sql`cast(p.value as text)`,
  },
  place: {
    from: sql`json_each(b.picks) p where p.key < 1`,
    started: sql`p.value in (select horse_num from starters)`,
    combination: sql`cast(p.value as text)`,
  },
  quinella: {
    from: sql`json_each(b.picks) p, json_each(b.picks) q where p.key < q.key and p.key < 2 and q.key < 5`,
    started: sql`p.value in (select horse_num from starters) and q.value in (select horse_num from starters)`,
    combination: sql`min(p.value, q.value) || '-' || max(p.value, q.value)`,
  },
};

/** `stake payout hits` of one type, by the payouts as they are. */
function settledOnceMore(betType: BetType): SQL {
  const { from, started, combination } = TICKETS[betType];
  return sql`(
    with starters as (select horse_num from runners where race_id = b.race_id and status not in ${NON_STARTERS}),
      pool as (select combination, payout_yen from payouts
        where race_id = b.race_id and bet_type = ${betType} and payout_yen > 0 and r.status <> 'cancelled'
          and r.surface is not 'jump' and r.venue_type = ${VenueType.central}),
      tickets as (select coalesce((select payout_yen from pool where payout_yen < 100 limit 1),
          (select payout_yen from pool where combination = ${combination}), 0) yen from ${from} and ${started})
    select case when exists (select 1 from pool)
      then (count(*) * 100) || ' ' || coalesce(sum(yen), 0) || ' ' || coalesce(sum(yen >= 100), 0) else '0 0 0' end
    from tickets)`;
}

/** Cursor: `model race`. */
export async function walkBets(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const [modelId = "0", raceId = ""] = after.split(" ");
  return db.all<WalkedRow>(sql`
    select key, case
      when race_day <> date then 'dated another day than its race'
      when completed is null or completed >= date then 'on a race before the model was complete'
      when cutoff_day > date then 'on a race that the model learnt from'
      when version > race_version then 'settled with data that do not exist'
      when version < race_version and imported_at >= ${overdueBefore(time, SETTLED_AGAIN_SECONDS)} then null
      when win_is <> win_should then 'win bets ' || win_is || ', not ' || win_should
      when place_is <> place_should then 'place bets ' || place_is || ', not ' || place_should
      when quinella_is <> quinella_should then 'quinella bets ' || quinella_is || ', not ' || quinella_should
      end fault
    from (select b.model_id || ' ' || b.race_id key, b.date, r.date race_day,
        date(m.completed_at + 32400, 'unixepoch') completed, m.cutoff_day, b.race_data_version version,
        r.data_version race_version,
        (select max(finished_at) from imports where data_version = r.data_version) imported_at,
        b.win_stake_yen || ' ' || b.win_payout_yen || ' ' || b.win_hits win_is,
        b.place_stake_yen || ' ' || b.place_payout_yen || ' ' || b.place_hits place_is,
        b.quinella_stake_yen || ' ' || b.quinella_payout_yen || ' ' || b.quinella_hits quinella_is,
        ${settledOnceMore("win")} win_should, ${settledOnceMore("place")} place_should,
        ${settledOnceMore("quinella")} quinella_should
      from settled_bets b join races r on r.race_id = b.race_id join models m on m.id = b.model_id
      where (b.model_id, b.race_id) > (${Number(modelId)}, ${raceId}) order by b.model_id, b.race_id limit ${limit})`);
}

/** A model with bets on a day has them on all of its races. */
export async function walkLedgerDays(db: Database, { after, limit }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select d.date key, (
      select 'model ' || own.model_id || ' has bets on ' || own.races || ' races, not ' || max(day.races) over ()
      from (select model_id, count(*) races from settled_bets where date = d.date group by model_id) own,
        (select count(distinct race_id) races from settled_bets where date = d.date) day
      where own.races <> day.races limit 1) fault
    from ledger_days d where d.date > ${after} order by d.date limit ${limit}`);
}

const TICKET_NAMES = ["total", "tan", "fuku", "umaren"] as const;

/** Sorted by rate; equal ranks for equal rates only; models complete before the last day. */
export async function findBadEntries(
  db: Database,
  { buildId, rankingKey, to }: { buildId: string; rankingKey: string; to: string },
) {
  const entries = sql`from ranking_entries e where e.build_id = ${buildId} and e.ranking_key = ${rankingKey}`;
  const [counted] = await db.all<{ count: number }>(sql`select count(*) count ${entries}`);
  const early = await db.all<{ modelId: number }>(sql`
    select e.model_id modelId from ranking_entries e join models m on m.id = e.model_id
    where e.build_id = ${buildId} and e.ranking_key = ${rankingKey}
      and (m.completed_at is null or date(m.completed_at + 32400, 'unixepoch') >= ${to}) limit 5`);
  const faults = early.map(({ modelId }) => `model ${modelId} is ranked for days before it was complete`);
  for (const ticket of TICKET_NAMES) {
    const unsorted = await db.all<{ modelId: number }>(sql`
      select modelId from (
        select modelId, rank, rate, lag(rank) over (order by rank, rate desc) rank_above,
          lag(rate) over (order by rank, rate desc) rate_above
        from (select e.model_id modelId, e.entry ->> ${`$.${ticket}_rank`} rank, e.entry ->> ${`$.${ticket}_return_rate`} rate
          ${entries}) where rank is not null)
      where (rank = rank_above and rate <> rate_above) or (rank > rank_above and rate >= rate_above) limit 5`);
    faults.push(...unsorted.map(({ modelId }) => `model ${modelId} stands at a wrong rank of ${ticket}`));
  }
  return { count: counted?.count ?? 0, faults };
}
