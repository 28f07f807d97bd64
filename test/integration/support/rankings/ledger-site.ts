import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { planChanges } from "#app/db/schema/accounts.server.ts";
import { settledBets } from "#app/db/schema/models.server.ts";
import { payouts } from "#app/db/schema/racing.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import type { Artifact } from "#app/domain/learning/artifact.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { trainOnSynthetic } from "#test/integration/support/imports/synthetic-artifact.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";

export const RACE_DAY = "2026-11-21";
/** Before the Tuesday whose plans count for the race day. */
const WEEK_BEFORE = SATURDAY_MORNING - 7 * 86_400;
export const features = createSyntheticFeatures({ races: 100 });

let trained: Promise<Artifact> | undefined;

/** A small model of the synthetic races, trained once per test file; cut off before the race day. */
export function trainSmallArtifact(): Promise<Artifact> {
  trained ??= trainOnSynthetic(features, "2026-11-01");
  return trained;
}

/** Races 6 to 8 of the race day with eight runners; 7 and 8 are ranked, and paid. User 1 is on plan 3 for a week. */
export async function createLedgerSite({ models = 3 } = {}) {
  const { database, deps, db } = await openTestDeps();
  const artifactKey = await putArtifact(database.store, await packArtifact(await trainSmallArtifact()));
  await insertUser(db, { id: 1, plan: 3 });
  await insertPlan(database, { plan: 3, effectiveAt: WEEK_BEFORE });
  for (let id = 1; id <= Math.min(models, 6); id++) {
    await insertModel(db, { id, artifactKey, completedAt: WEEK_BEFORE });
  }
  await copyModels(database, { from: 7, to: models });
  for (const raceNum of [6, 7, 8]) {
    await insertRace(db, {
      raceId: `r${90 + raceNum}`,
      raceNum,
      date: RACE_DAY,
      surface: "turf",
      distanceM: 1600,
      status: "result",
      dataVersion: SYNTHETIC_IMPORT,
      runnerRows: 8,
    });
    await payAll(database, `r${90 + raceNum}`);
  }
  deps.clock.now = SATURDAY_MORNING + 12 * 3600;
  return { database, deps, artifactKey, [Symbol.asyncDispose]: database.dispose };
}

/** Inserts hundreds of models like model 1 in one statement. */
async function copyModels({ d1 }: TestDatabase, { from, to }: { from: number; to: number }) {
  await sql(d1)`with recursive ids (id) as (select ${from} where ${from} <= ${to} union all select id + 1 from ids
    where id < ${to})
    insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key,
    artifact_key, created_at, completed_at)
    select ids.id, user_id, name, venue_type, features, feature_count, is_weight, status, 'copy ' || ids.id,
    artifact_key, created_at, completed_at from ids, models where models.id = 1`.run();
}

export type LedgerSite = Awaited<ReturnType<typeof createLedgerSite>>;

/** The state of the store at the end of a feature build. */
export async function buildUpTo({ database }: LedgerSite, importId: number): Promise<void> {
  const manifest = { version: "v", importId, catalogueVersion: CATALOGUE_VERSION, venueTypes: {} };
  await database.store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));
}

export async function insertPlan(
  { db }: TestDatabase,
  { userId = 1, plan, effectiveAt }: { userId?: number; plan: number; effectiveAt: number },
) {
  await db.insert(planChanges).values({ userId, plan, reason: "test", effectiveAt, recordedAt: effectiveAt });
}

/** Every horse pays 200 yen to win and 110 to place, every pair 1,000, so that a model's returns reveal its bets. */
export async function payAll({ d1, db }: TestDatabase, raceId: string) {
  await db.insert(payouts).values(
    Array.from({ length: 8 }, (_, horse) => [
      { raceId, betType: "win", combination: `${horse + 1}`, payoutYen: 200 },
      { raceId, betType: "place", combination: `${horse + 1}`, payoutYen: 110 },
    ]).flat(),
  );
  const pairs: [string, string, string, number][] = [];
  for (let a = 1; a <= 8; a++) for (let b = a + 1; b <= 8; b++) pairs.push([raceId, "quinella", `${a}-${b}`, 1000]);
  await sql(d1)`insert into payouts (race_id, bet_type, combination, payout_yen)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3 from json_each(${JSON.stringify(pairs)})`.run();
}

export function readLedger({ database }: LedgerSite) {
  return database.db.select().from(settledBets).orderBy(settledBets.modelId, settledBets.raceId);
}

const EVERY_MODEL = { dates: [RACE_DAY], fromModelId: 0, toModelId: 1_000_000 };

/** The context of a claimed job; tests override `yieldAndRenewLease` and `isUserWorkWaiting`. */
export function ledgerContext(site: LedgerSite, overrides: Partial<JobContext> = {}): JobContext {
  return contextOf(site.deps, jobOf("settle-bets", "batch", EVERY_MODEL), overrides);
}
