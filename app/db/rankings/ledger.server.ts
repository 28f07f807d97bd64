import {
  and,
  asc,
  between,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  lte,
  min,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import {
  allExcluded,
  CHANGED_SOME,
  columnsOf,
  excluded,
  existsIn,
  hasRow,
  isAmong,
  jsonField,
  jsonFields,
  jsonRows,
  present,
} from "#app/db/fragments.server.ts";
import { insertJobWhere, isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { planChanges } from "#app/db/schema/accounts.server.ts";
import { ledgerDays, models, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import { forecastDays } from "#app/db/schema/seasons.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { type BetType, VenueType } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";

import type { LedgerModel } from "#app/domain/rankings/ledger.ts";
import type { Settlement } from "#app/domain/settlement/settle-race.ts";
import { type ForecastDay, writeForecastDays } from "./forecast-days.server.ts";
import { isFlat, isHeld, isLedgerRace } from "./ledger-races.server.ts";

/** settled_bets: one row per model and race; ledger_days: days handed to jobs. */

export type LedgerDay = Awaited<ReturnType<typeof listLedgerDays>>[number];

/** With a payout, and earlier ones of the ledger. */
export async function listLedgerDays(db: Database, { from, to }: { from: string; to: string }) {
  const isPaid = sql`max(${isHeld} and ${isFlat} and ${existsIn(payouts, eq(payouts.raceId, races.raceId))})`
    .mapWith(Boolean)
    .as("is_paid");
  const ledgerStart = db.select({ date: min(ledgerDays.date) }).from(ledgerDays);
  return await db
    .select({
      date: races.date,
      dataVersion: sql`max(${races.dataVersion})`.mapWith(races.dataVersion),
      /** Null: not handed to jobs. */
      settledVersion: ledgerDays.dataVersion,
      /** Held flat races have payouts. */
      isPaid,
    })
    .from(races)
    .leftJoin(ledgerDays, eq(ledgerDays.date, races.date))
    .where(
      and(isLedgerRace, sql`${races.date} >= min(${from}, coalesce(${ledgerStart}, ${from}))`, lte(races.date, to)),
    )
    .groupBy(races.date)
    .having(or(isNotNull(ledgerDays.date), and(gte(races.date, from), sql`${isPaid} = 1`)))
    .orderBy(asc(races.date));
}

export interface LedgerModelRow extends LedgerModel {
  modelId: number;
  artifactKey: string;
  isWeight: boolean;
}

const laterChanges = alias(planChanges, "later_changes");
const paidChanges = alias(planChanges, "paid_changes");

/** The last time on plan 2–6 ends with the next change. */
function selectLedgerModels(db: Database, { now, ids }: { now: number; ids?: SQL }) {
  const lastPaidChange = db
    .select({ id: paidChanges.id })
    .from(paidChanges)
    .where(
      and(
        eq(paidChanges.userId, models.userId),
        between(paidChanges.plan, Plan.starter, Plan.unlimited),
        lte(paidChanges.effectiveAt, now),
      ),
    )
    .orderBy(desc(paidChanges.effectiveAt), desc(paidChanges.id))
    .limit(1);
  const paidUntil = db
    .select({ at: min(laterChanges.effectiveAt) })
    .from(laterChanges)
    .where(
      and(
        eq(laterChanges.userId, models.userId),
        lte(laterChanges.effectiveAt, now),
        or(
          gt(laterChanges.effectiveAt, planChanges.effectiveAt),
          and(eq(laterChanges.effectiveAt, planChanges.effectiveAt), gt(laterChanges.id, planChanges.id)),
        ),
      ),
    );
  return db
    .select({
      modelId: models.id,
      artifactKey: present(models.artifactKey).as("artifact_key"),
      isWeight: models.isWeight,
      completedAt: present(models.completedAt).as("completed_at"),
      cutoffDay: models.cutoffDay,
      paidUntil: sql<number | null>`${paidUntil}`.as("paid_until"),
    })
    .from(models)
    .innerJoin(planChanges, eq(planChanges.id, lastPaidChange))
    .where(
      and(
        eq(models.venueType, VenueType.central),
        eq(models.status, ModelStatus.complete),
        isNull(models.deletedAt),
        ids,
      ),
    );
}

export async function listLedgerModels(
  db: Database,
  { now, since, fromModelId, toModelId }: { now: number; since: number; fromModelId: number; toModelId: number },
): Promise<LedgerModelRow[]> {
  const found = selectLedgerModels(db, { now, ids: between(models.id, fromModelId, toModelId) }).as("found");
  return await db
    .select()
    .from(found)
    .where(or(isNull(found.paidUntil), gt(found.paidUntil, since)))
    .orderBy(asc(found.modelId));
}

/**
 * The owner took a plan later, or the job could not read them. Two index looks per model and day.
 * @param days of the present rankings
 */
export async function listModelsWithoutBets(
  db: Database,
  { now, days }: { now: number; days: readonly { date: string; startsAt: number; plansCountFrom: number }[] },
) {
  const ledgerModels = selectLedgerModels(db, { now });
  const found = ledgerModels.as("found");
  const day = jsonField<string>("date");
  return await db
    .select({
      modelId: sql`${found.modelId}`.mapWith(models.id),
      firstDay: sql<string>`min(${day})`,
      lastDay: sql<string>`max(${day})`,
    })
    // drizzle's `with` has no `materialized`: plans are looked up once.
    .from(sql`(with found as materialized ${ledgerModels} select * from found) found`)
    .innerJoin(
      jsonRows(days),
      and(
        lt(found.completedAt, jsonField("startsAt")),
        or(isNull(found.cutoffDay), lte(found.cutoffDay, day)),
        or(isNull(found.paidUntil), gt(found.paidUntil, jsonField("plansCountFrom"))),
      ),
    )
    .where(
      or(
        not(existsIn(settledBets, and(eq(settledBets.date, day), eq(settledBets.modelId, found.modelId)))),
        not(existsIn(forecastDays, and(eq(forecastDays.modelId, found.modelId), eq(forecastDays.date, day)))),
      ),
    )
    .groupBy(found.modelId)
    .orderBy(asc(found.modelId));
}

export async function hasOpenLedgerJob(db: Database): Promise<boolean> {
  return await hasRow(db, jobs, and(eq(jobs.kind, "settle-bets"), isOpenJob));
}

interface LedgerJob {
  id: string;
  subject: string;
  payload: unknown;
}

export async function insertLedgerJobs(
  db: Database,
  { jobs: made, days, now }: { jobs: readonly LedgerJob[]; days: readonly LedgerDay[]; now: number },
): Promise<void> {
  const job = { kind: "settle-bets", payload: jsonField("payload"), now } as const;
  await db.batch([
    insertJobWhere(
      db,
      { ...job, id: jsonField("id"), subject: jsonField("subject") },
      { from: jsonRows(made) },
    ).onConflictDoNothing(),
    insertWhere(db, ledgerDays, jsonFields("date", "dataVersion"), { from: jsonRows(days) }).onConflictDoUpdate({
      target: ledgerDays.date,
      set: { dataVersion: sql`max(${ledgerDays.dataVersion}, ${excluded(ledgerDays.dataVersion)})` },
    }),
  ]);
}

/** Their job failed for good. */
export async function reopenLedgerDays(db: Database, dates: readonly string[]): Promise<void> {
  await db.update(ledgerDays).set({ dataVersion: 0 }).where(isAmong(ledgerDays.date, dates));
}

export interface LedgerRace
  extends Pick<Race, "raceId" | "date" | "venue" | "venueType" | "raceNum" | "surface" | "distanceM" | "status"> {
  dataVersion: number;
  runners: Pick<Runner, "horseNum" | "status" | "winOdds" | "finishPosition">[];
  payouts: Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/** As of one instant. */
export async function readLedgerRaces(db: Database, dates: readonly string[]): Promise<LedgerRace[]> {
  const isOfDays = and(isLedgerRace, isAmong(races.date, dates));
  const [raceRows, runnerRows, payoutRows] = await db.batch([
    db
      .select(columnsOf(races, "raceId", "date", "venue", "raceNum", "surface", "distanceM", "status", "dataVersion"))
      .from(races)
      .where(isOfDays)
      .orderBy(asc(races.date), asc(races.raceId)),
    db
      .select(columnsOf(runners, "raceId", "horseNum", "status", "winOdds", "finishPosition"))
      .from(races)
      .innerJoin(runners, eq(runners.raceId, races.raceId))
      .where(isOfDays),
    db
      .select(getTableColumns(payouts))
      .from(races)
      .innerJoin(payouts, eq(payouts.raceId, races.raceId))
      .where(isOfDays),
  ]);
  const all = raceRows.map((race): LedgerRace => ({ ...race, venueType: VenueType.central, runners: [], payouts: [] }));
  const byId = new Map(all.map((race) => [race.raceId, race]));
  for (const { raceId, ...runner } of runnerRows) byId.get(raceId)?.runners.push(runner);
  for (const { raceId, ...payout } of payoutRows) byId.get(raceId)?.payouts.push(payout);
  return all;
}

export interface SettledPicks {
  modelId: number;
  raceId: string;
  raceDataVersion: number;
  picks: number[];
}

/** Deleted models included. */
export async function listSettledPicks(
  db: Database,
  { date, fromModelId, toModelId }: { date: string; fromModelId: number; toModelId: number },
): Promise<SettledPicks[]> {
  const rows = await db
    .select(columnsOf(settledBets, "modelId", "raceId", "raceDataVersion", "picks"))
    .from(settledBets)
    .where(and(eq(settledBets.date, date), between(settledBets.modelId, fromModelId, toModelId)));
  return rows.map((row) => ({ ...row, picks: JSON.parse(row.picks) as number[] }));
}

export interface SettledBets extends SettledPicks {
  date: string;
  bets: Record<BetType, Settlement>;
}

/** Keeps rows of the same or newer data. Changed days get a new revision, which outdates rankings. */
export async function saveSettledBets(
  db: Database,
  { rows, forecasts = [], now }: { rows: readonly SettledBets[]; forecasts?: readonly ForecastDay[]; now: number },
): Promise<void> {
  const { modelId, raceId, date, ...replaced } = getTableColumns(settledBets);
  const row = {
    ...jsonFields("modelId", "raceId", "date", "raceDataVersion", "picks"),
    winStakeYen: jsonField("bets.win.stakeYen"),
    winPayoutYen: jsonField("bets.win.payoutYen"),
    placeStakeYen: jsonField("bets.place.stakeYen"),
    placePayoutYen: jsonField("bets.place.payoutYen"),
    quinellaStakeYen: jsonField("bets.quinella.stakeYen"),
    quinellaPayoutYen: jsonField("bets.quinella.payoutYen"),
    settledAt: now,
    winHits: jsonField("bets.win.hits"),
    placeHits: jsonField("bets.place.hits"),
    quinellaHits: jsonField("bets.quinella.hits"),
  };
  await db.batch([
    insertWhere(db, settledBets, row, { from: jsonRows(rows) }).onConflictDoUpdate({
      target: [modelId, raceId],
      set: allExcluded(replaced),
      setWhere: gt(excluded(settledBets.raceDataVersion), settledBets.raceDataVersion),
    }),
    db
      .update(ledgerDays)
      .set({ revision: sql`${ledgerDays.revision} + 1` })
      .where(and(CHANGED_SOME, isAmong(ledgerDays.date, [...new Set(rows.map((row) => row.date))]))),
    ...writeForecastDays(db, forecasts),
  ]);
}
