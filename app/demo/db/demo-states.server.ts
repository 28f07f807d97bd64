import { and, eq, exists, gte, inArray, isNull, lte, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { raceInfoOf } from "#app/db/analyses/analyses.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, isAmong, jsonField, jsonRows } from "#app/db/fragments.server.ts";
import { queuedJob } from "#app/db/jobs/new-jobs.server.ts";
import { rowSelection } from "#app/db/row-selection.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { isVisibleSampleResult, selectDemoOwner } from "./demo-models.server.ts";

/** Models and analyses in every state, for the demo accounts of a local start (app/demo/demo-states.server.ts). */

export interface DemoCopy {
  key: string;
  email: string;
  name: string;
  /** Key of the copied demo model. */
  source: string;
}

export interface FrozenModel {
  key: string;
  email: string;
  name: string;
  status: number;
  /** JSON of the choice. */
  features: string;
  featureCount: number;
  progress: number | null;
}

/** Matches a demo account that is not deleted, by the address in {@link jsonRows}. */
const isOwner = and(eq(users.email, jsonField("email")), eq(users.isDemo, true), isNull(users.deletedAt));

/** Adds models whose state never changes: a failed one, and one in progress without a job. */
export async function insertFrozenModels(
  db: Database,
  { models: frozen, now }: { models: readonly FrozenModel[]; now: number },
): Promise<void> {
  const status = jsonField<number>("status");
  await db.batch([
    db
      .insert(models)
      .select(
        db
          .select(
            rowSelection(models, {
              userId: users.id,
              formKey: jsonField("key"),
              name: jsonField("name"),
              venueType: VenueType.central,
              features: jsonField("features"),
              featureCount: jsonField("featureCount"),
              isWeight: false,
              status,
              progress: jsonField("progress"),
              createdAt: now,
              completedAt: sql`case ${status} when ${ModelStatus.failed} then ${now} end`,
            }),
          )
          .from(jsonRows(frozen))
          .innerJoin(users, isOwner)
          .where(sql`true`),
      )
      .onConflictDoNothing({ target: [models.userId, models.formKey] }),
    // Restart the time of the model in progress at every call, so that it never looks overdue.
    db
      .update(models)
      .set({ createdAt: now })
      .where(
        and(
          eq(models.status, ModelStatus.creating),
          isNull(models.deletedAt),
          isAmong(
            models.formKey,
            frozen.map(({ key }) => key),
          ),
          exists(selectDemoOwner(db)),
        ),
      ),
  ]);
}

const sources = alias(models, "sources");
const sourceOwners = alias(users, "source_owners");

/** Adds copies of complete demo models; a copy that exists, deleted or not, is left unchanged. */
export async function insertCopies(
  db: Database,
  { copies, now }: { copies: readonly DemoCopy[]; now: number },
): Promise<void> {
  await db
    .insert(models)
    .select(
      db
        .select(
          rowSelection(models, {
            userId: users.id,
            formKey: jsonField("key"),
            name: jsonField("name"),
            venueType: sources.venueType,
            isAllVenue: sources.isAllVenue,
            features: sources.features,
            featureCount: sources.featureCount,
            isWeight: sources.isWeight,
            status: sources.status,
            cutoffDay: sources.cutoffDay,
            artifactKey: sources.artifactKey,
            report: sources.report,
            details: sources.details,
            createdAt: sql`${now} + json_each.key`,
            completedAt: now + 60,
            confirmedAt: now + 60,
          }),
        )
        .from(jsonRows(copies))
        .innerJoin(users, isOwner)
        .innerJoin(
          sources,
          and(
            eq(sources.formKey, jsonField("source")),
            eq(sources.status, ModelStatus.complete),
            isNull(sources.deletedAt),
          ),
        )
        .innerJoin(sourceOwners, and(eq(sourceOwners.id, sources.userId), eq(sourceOwners.isDemo, true)))
        .where(sql`true`),
    )
    .onConflictDoNothing({ target: [models.userId, models.formKey] });
}

/** Race number of the analyses that are scored. */
const MAIN_RACE = 11;
/** Race number of the analysis that stays in progress, as it gets no job. */
const LAST_RACE = 12;

/**
 * Adds analyses of the newest main races, with their jobs, for each of these models that has none, and for those in
 * `running` one that stays in progress. All but the newest result of a model are confirmed.
 * @returns ids of the created jobs
 */
export async function insertDemoAnalyses(
  db: Database,
  {
    keys,
    running,
    races: perModel,
    now,
  }: { keys: readonly string[]; running: readonly string[]; races: number; now: number },
): Promise<string[]> {
  const newest = selectNewestRaces(db);
  const isMainRace = eq(newest.raceNum, MAIN_RACE);
  const [, made] = await db.batch([
    db.insert(analyses).select(
      db
        .select(
          rowSelection(analyses, {
            userId: models.userId,
            modelId: models.id,
            raceId: sql`${newest.raceId}`,
            raceInputsVersion: sql`${newest.inputsVersion}`,
            modelName: models.name,
            venueType: sql`${newest.venueType}`,
            raceInfo: raceInfoOf(newest),
            status: AnalysisStatus.running,
            createdAt: sql`${now} - ${newest.place}`,
            confirmedAt: sql`case when ${isMainRace} and ${newest.place} > 1 then ${now} end`,
          }),
        )
        .from(models)
        .innerJoin(users, and(eq(users.id, models.userId), eq(users.isDemo, true), isNull(users.deletedAt)))
        .innerJoin(newest, sql`true`)
        .where(
          and(
            eq(models.status, ModelStatus.complete),
            isNull(models.deletedAt),
            isAmong(models.formKey, keys),
            notExists(db.select({ id: analyses.id }).from(analyses).where(eq(analyses.modelId, models.id))),
            or(
              and(isMainRace, lte(newest.place, perModel)),
              and(eq(newest.raceNum, LAST_RACE), eq(newest.place, 1), isAmong(models.formKey, running)),
            ),
          ),
        ),
    ),
    db
      .insert(jobs)
      .select(
        db
          .select(
            queuedJob({
              id: sql<string>`'demo-score-' || ${analyses.id}`,
              kind: "score-race",
              subject: asSubject(analyses.id),
              now,
            }),
          )
          .from(models)
          .innerJoin(users, and(eq(users.id, models.userId), eq(users.isDemo, true)))
          .innerJoin(analyses, eq(analyses.modelId, models.id))
          .innerJoin(races, eq(races.raceId, analyses.raceId))
          .where(
            and(
              isAmong(models.formKey, keys),
              eq(analyses.status, AnalysisStatus.running),
              isNull(analyses.deletedAt),
              eq(races.raceNum, MAIN_RACE),
            ),
          ),
      )
      .onConflictDoNothing()
      .returning({ id: jobs.id }),
  ]);
  return made.map(({ id }) => id);
}

/** Main and last races of the ten days up to the last sample result; place 1 is the newest of its race number. */
function selectNewestRaces(db: Database) {
  const isSampleRace = and(eq(races.venueType, VenueType.central), isVisibleSampleResult);
  const firstDay = db
    .select({ date: sql`date(max(${races.date}), '-9 days')` })
    .from(races)
    .where(isSampleRace);
  return db
    .select({
      raceId: races.raceId,
      inputsVersion: races.inputsVersion,
      venueType: races.venueType,
      raceNum: races.raceNum,
      name: races.name,
      venue: races.venue,
      date: races.date,
      place:
        sql<number>`row_number() over (partition by ${races.raceNum} order by ${races.date} desc, ${races.raceId})`.as(
          "place",
        ),
    })
    .from(races)
    .where(and(isSampleRace, gte(races.date, firstDay), inArray(races.raceNum, [MAIN_RACE, LAST_RACE])))
    .as("newest");
}
