import { and, eq, inArray, isNotNull, or, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { asSubject } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import {
  analyses,
  analysisTombstones,
  ledgerDays,
  models,
  rankingBuilds,
  rankingEntries,
  settledBets,
} from "#app/db/schema/models.server.ts";
import { appState, jobs } from "#app/db/schema/operations.server.ts";
import { recordEntries, recordFigures } from "#app/db/schema/own-records.server.ts";
import { payouts, raceAliases, races, runners } from "#app/db/schema/racing.server.ts";
import { horseRecords, odds, raceRecords, recordsAside } from "#app/db/schema/records.server.ts";
import { crowdForecasts, forecastDays, seasonEntries } from "#app/db/schema/seasons.server.ts";
import { HIDDEN_AT } from "./demo-models.server.ts";

function selectSampleRaces(db: Database) {
  return db.select({ raceId: races.raceId }).from(races).where(eq(races.source, "sample"));
}

function selectSampleMeetings(db: Database) {
  return db
    .selectDistinct({ meetingId: sql<string>`substr(${races.raceId}, 1, 12) || '00'` })
    .from(races)
    .where(eq(races.source, "sample"));
}

function selectDemoModels(db: Database) {
  return db
    .select({ id: models.id })
    .from(models)
    .innerJoin(users, eq(users.id, models.userId))
    .where(and(eq(users.isDemo, true), sql`${models.formKey} glob 'demo-*'`));
}

/** Shared analyses of sample races, whose public pages must be removed first. */
export async function listSharedOfSample(db: Database): Promise<number[]> {
  const rows = await db
    .select({ id: analyses.id })
    .from(analyses)
    .where(and(isNotNull(analyses.sharedAt), inArray(analyses.raceId, selectSampleRaces(db))));
  return rows.map(({ id }) => id);
}

/**
 * Deletes the sample races and everything that depends on them, the demo models, and what is computed from both. Users,
 * their own models, plans, quotas and real races are kept.
 * @returns how many races were deleted
 */
export async function deleteSample(db: Database): Promise<number> {
  const sampleRaces = selectSampleRaces(db);
  const demoModels = selectDemoModels(db);
  const analysesOfSample = db
    .select({ subject: asSubject(analyses.id) })
    .from(analyses)
    .where(inArray(analyses.raceId, sampleRaces));
  const demoTrainings = db
    .select({ subject: asSubject(models.id) })
    .from(models)
    .where(inArray(models.id, demoModels));
  const results = await db.batch([
    db.delete(rankingEntries),
    db.delete(rankingBuilds),
    db.delete(ledgerDays),
    db.delete(seasonEntries),
    db.delete(forecastDays),
    db.delete(crowdForecasts).where(inArray(crowdForecasts.raceId, sampleRaces)),
    db
      .delete(settledBets)
      .where(or(inArray(settledBets.raceId, sampleRaces), inArray(settledBets.modelId, demoModels))),
    // Jobs for deleted rows. A training of a user's own model stays, and waits for the next data.
    db
      .delete(jobs)
      .where(
        or(
          inArray(jobs.kind, ["settle-bets", "build-rankings", "build-features"]),
          and(eq(jobs.kind, "score-race"), inArray(jobs.subject, analysesOfSample)),
          and(eq(jobs.kind, "train-model"), inArray(jobs.subject, demoTrainings)),
        ),
      ),
    db.delete(recordFigures),
    db
      .delete(recordEntries)
      .where(or(inArray(recordEntries.raceId, sampleRaces), inArray(recordEntries.modelId, demoModels))),
    db
      .delete(analysisTombstones)
      .where(or(inArray(analysisTombstones.raceId, sampleRaces), inArray(analysisTombstones.modelId, demoModels))),
    db.delete(analyses).where(or(inArray(analyses.raceId, sampleRaces), inArray(analyses.modelId, demoModels))),
    db.delete(models).where(inArray(models.id, demoModels)),
    db.delete(appState).where(eq(appState.key, HIDDEN_AT)),
    // Records by which races were delivered: a new sample has other horses in races with the same ids.
    db
      .delete(horseRecords)
      .where(
        inArray(
          horseRecords.horseId,
          db.select({ horseId: runners.horseId }).from(runners).where(inArray(runners.raceId, sampleRaces)),
        ),
      ),
    db.delete(odds).where(inArray(odds.raceId, sampleRaces)),
    db.delete(recordsAside).where(inArray(recordsAside.raceId, sampleRaces)),
    db
      .delete(raceRecords)
      .where(or(inArray(raceRecords.raceId, sampleRaces), inArray(raceRecords.raceId, selectSampleMeetings(db)))),
    db.delete(payouts).where(inArray(payouts.raceId, sampleRaces)),
    db.delete(runners).where(inArray(runners.raceId, sampleRaces)),
    db.delete(raceAliases).where(inArray(raceAliases.raceId, sampleRaces)),
    db.delete(races).where(eq(races.source, "sample")),
  ]);
  return results.at(-1)?.meta.changes ?? 0;
}
