import { and, count, eq, gte, inArray, max, min, or, type SQL, sql, sum } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { saveState } from "#app/db/app-state.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { excluded } from "#app/db/fragments.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import { deliveredDays } from "#app/db/schema/records.server.ts";
import type { ComingDay } from "#app/domain/operations/site-status.ts";
import { isVisibleRace } from "./races.server.ts";

const KEY_PREFIX = "changed-at:";

type Subject = "odds" | "weights" | "results";

export function recordChange(db: Database, subject: Subject, { now, isChanged }: { now: number; isChanged: SQL }) {
  return db
    .insert(appState)
    .select(sql`select ${KEY_PREFIX + subject}, ${String(now)} where ${isChanged}`)
    .onConflictDoUpdate({ target: appState.key, set: { value: excluded(appState.value) } });
}

export type Cron = "sweep" | "hourly";

const CRON_PREFIX = "ran-at:";

/** By the machine's clock. */
export async function recordCron(db: Database, cron: Cron, { now }: { now: number }): Promise<void> {
  await saveState(db, CRON_PREFIX + cron, String(now));
}

/** Null: never. */
export async function readFreshness(db: Database): Promise<Record<Subject | "delivery" | Cron, number | null>> {
  const [changes, deliveries] = await db.batch([
    db
      .select()
      .from(appState)
      .where(
        or(
          sql`${appState.key} glob ${`${KEY_PREFIX}*`}`,
          inArray(appState.key, [`${CRON_PREFIX}sweep`, `${CRON_PREFIX}hourly`]),
        ),
      ),
    db.select({ at: max(deliveredDays.lastAt) }).from(deliveredDays),
  ]);
  const instantOf = (key: string): number | null => {
    const change = changes.find((each) => each.key === key);
    return change === undefined ? null : Number(change.value);
  };
  const changedAt = (subject: Subject) => instantOf(KEY_PREFIX + subject);
  return {
    odds: changedAt("odds"),
    weights: changedAt("weights"),
    results: changedAt("results"),
    delivery: deliveries[0]?.at ?? null,
    sweep: instantOf(`${CRON_PREFIX}sweep`),
    hourly: instantOf(`${CRON_PREFIX}hourly`),
  };
}

export async function readComingDay(db: Database, { from }: { from: string }): Promise<ComingDay | null> {
  const isComing = and(
    isVisibleRace,
    eq(
      races.date,
      sql`${db
        .select({ date: min(races.date) })
        .from(races)
        .where(and(isVisibleRace, gte(races.date, from)))}`,
    ),
  );
  const [[day], [card]] = await db.batch([
    db
      .select({
        date: races.date,
        races: count(),
        drawn: sum(sql`${races.runnerCount} > 0`).mapWith(Number),
        weighed: sum(sql`${races.weighedCount} > 0`).mapWith(Number),
        run: sum(sql`${races.status} <> 'scheduled'`).mapWith(Number),
        cardsAt: max(imports.finishedAt),
      })
      .from(races)
      .leftJoin(imports, eq(imports.dataVersion, races.inputsVersion))
      .where(isComing)
      .groupBy(races.date),
    db
      .select({ runners: count(), withSire: count(runners.sireName) })
      .from(races)
      .innerJoin(runners, eq(runners.raceId, races.raceId))
      .where(isComing),
  ]);
  return day === undefined || card === undefined ? null : { ...day, ...card };
}

const weightsImport = alias(imports, "weights_import");
const lastImport = alias(imports, "last_import");

/** Ends of the imports (index imports_data_version). */
export function selectRaceChanges(db: Database, isRace: SQL) {
  return db
    .select({
      weightsAt: sql<number | null>`${weightsImport.finishedAt}`.as("weights_at"),
      raceAt: sql<number | null>`${lastImport.finishedAt}`.as("race_at"),
    })
    .from(races)
    .leftJoin(weightsImport, eq(weightsImport.dataVersion, races.weightsVersion))
    .leftJoin(lastImport, eq(lastImport.dataVersion, races.dataVersion))
    .where(isRace);
}

export type RaceChanges = Awaited<ReturnType<typeof selectRaceChanges>>[number];

export const NO_CHANGES: RaceChanges = { weightsAt: null, raceAt: null };
