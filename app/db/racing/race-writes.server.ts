import { and, eq, isNotNull, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { returnUses } from "#app/db/accounts/usage.server.ts";
import { insertRenewalJobs } from "#app/db/analyses/renewal-jobs.server.ts";
import { saveState } from "#app/db/app-state.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { existsIn } from "#app/db/fragments.server.ts";
import { analyses } from "#app/db/schema/models.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import type { VenueType } from "#app/domain/racing/race.ts";
import { recordChange } from "./freshness.server.ts";
import { recordNames } from "./search-names.server.ts";
import { DERIVED_STATUS_MARK, versionUntilDone } from "./staging/staged-chunk.server.ts";

/** app_state: per venue type, whether its sample is hidden. */
const SAMPLE_HIDDEN_PREFIX = "sample-hidden:";

/** app_state: counts the operator's changes of visibility, which no import shows. */
export const VISIBILITY_VERSION_KEY = "visibility-version";

/** A column, because a bound number would be written "1.0". */
const sampleHiddenKey = (venueType: SQL | typeof races.venueType): SQL<string> =>
  sql`${SAMPLE_HIDDEN_PREFIX} || ${venueType}`;

/** The first real races of a type hide its sample. */
export async function listSampleTypesToHide(db: Database, importId: number): Promise<number[]> {
  // Types first: per race it would scan the type.
  const types = db.$with("types").as(
    db
      .selectDistinct({ venueType: races.venueType })
      .from(races)
      .where(and(eq(races.pendingImportId, importId), eq(races.source, "real"))),
  );
  const isDecided = existsIn(appState, eq(appState.key, sampleHiddenKey(sql`types.venue_type`)));
  const hasSample = sql`exists (select 1 from races sample
    where sample.venue_type = types.venue_type and sample.source = 'sample')`;
  const rows = await db
    .with(types)
    .select({ venueType: types.venueType })
    .from(types)
    .where(and(sql`not ${isDecided}`, hasSample))
    .orderBy(types.venueType);
  return rows.map(({ venueType }) => venueType);
}

interface ImportEnd {
  importId: number;
  notices: string[];
  now: number;
}

/** One transaction, after every chunk. */
export async function finishImport(db: Database, end: ImportEnd): Promise<void> {
  await db.batch(finishStatements(db, end));
}

/**
 * Sets counts, derived status and data version, shows the races, hides the sample of types with first real races, and
 * returns uses of cancelled races.
 */
export function finishStatements(db: Database, { importId, notices, now }: ImportEnd) {
  const isReady = and(
    eq(imports.id, importId),
    eq(imports.status, "applying"),
    eq(imports.nextChunk, imports.chunkCount),
  );
  const isComplete = existsIn(imports, isReady);
  const isOfRace = eq(runners.raceId, races.raceId);
  const hasFinisher = existsIn(runners, and(isOfRace, eq(runners.status, "finished")));
  const isTouched = and(eq(races.pendingImportId, importId), isComplete);
  const hasWeight = existsIn(runners, and(isOfRace, isNotNull(runners.bodyWeightKg)));
  const touches = (isMeant: SQL | undefined) => existsIn(races, and(isTouched, isMeant));
  const ofCancelled = db
    .select({ id: analyses.id })
    .from(races)
    .innerJoin(analyses, eq(analyses.raceId, races.raceId))
    .where(and(isTouched, eq(races.status, "cancelled")));
  const version = sql`(${db.select({ version: imports.dataVersion }).from(imports).where(eq(imports.id, importId))})`;
  // By this import, or by a failed one (versionUntilDone).
  const raised = (column: typeof races.inputsVersion | typeof races.weightsVersion) =>
    sql`case when ${column} < 0 then ${version} else ${column} end`;
  return [
    db
      .update(imports)
      .set({ dataVersion: sql`(select max(${importId}, coalesce(max(other.data_version), 0) + 1) from imports other)` })
      .where(isReady),
    recordNames(db, { isTouched, version }),
    recordChange(db, "weights", {
      now,
      isChanged: touches(and(eq(races.weightsVersion, versionUntilDone(importId)), hasWeight)),
    }),
    recordChange(db, "results", { now, isChanged: touches(hasFinisher) }),
    insertRenewalJobs(db, {
      isChanged: and(isTouched, or(lt(races.inputsVersion, 0), lt(races.weightsVersion, 0))),
      ...{ version, now },
    }),
    db
      .insert(appState)
      .select(
        db
          .selectDistinct({ key: sampleHiddenKey(races.venueType).as("key"), value: sql`'1'`.as("value") })
          .from(races)
          .where(and(eq(races.pendingImportId, importId), eq(races.source, "real"), isComplete)),
      )
      .onConflictDoNothing(),
    db
      .update(races)
      .set({ hidden: true })
      .where(
        and(
          eq(races.source, "sample"),
          eq(races.hidden, false),
          isComplete,
          existsIn(appState, and(eq(appState.key, sampleHiddenKey(races.venueType)), eq(appState.value, "1"))),
        ),
      ),
    returnUses(db, { of: ofCancelled, now }),
    db
      .update(races)
      .set({
        dataVersion: version,
        inputsVersion: raised(races.inputsVersion),
        weightsVersion: raised(races.weightsVersion),
        pendingImportId: null,
        undoneTo: sql`case when (${db.select({ undoes: imports.undoes }).from(imports).where(eq(imports.id, importId))}) is not null
          then ${races.undoneTo} end`,
        runnerCount: sql`(${db.select({ count: sql`count(*)` }).from(runners).where(isOfRace)})`,
        weighedCount: sql`(${db
          .select({ count: sql`count(${runners.bodyWeightKg})` })
          .from(runners)
          .where(isOfRace)})`,
        status: sql`case when ${races.contentHash} not glob ${`${DERIVED_STATUS_MARK}*`} then ${races.status}
          when ${hasFinisher} then 'result' else 'scheduled' end`,
      })
      .where(isTouched),
    db
      .update(imports)
      .set({
        status: "done",
        progress: 1,
        finishedAt: now,
        noticeCount: sql`${imports.noticeCount} + ${notices.length}`,
        notices: sql`(select json_group_array(value) from (select value from json_each(${imports.notices})
          union all select value from json_each(${JSON.stringify(notices)})))`,
      })
      .where(isReady),
  ] as const;
}

/** @returns races that changed */
export async function setSampleHidden(
  db: Database,
  { venueType, hidden }: { venueType: VenueType; hidden: boolean },
): Promise<number> {
  const isToChange = and(eq(races.venueType, venueType), eq(races.source, "sample"), ne(races.hidden, hidden));
  const [, , changed] = await db.batch([
    saveState(db, `${SAMPLE_HIDDEN_PREFIX}${venueType}`, hidden ? "1" : "0"),
    db
      .insert(appState)
      .select(
        db
          .selectDistinct({ key: sql`${VISIBILITY_VERSION_KEY}`.as("key"), value: sql`'1'`.as("value") })
          .from(races)
          .where(isToChange),
      )
      .onConflictDoUpdate({ target: appState.key, set: { value: sql`cast(${appState.value} as integer) + 1` } }),
    db.update(races).set({ hidden }).where(isToChange),
  ]);
  return changed.meta.changes;
}
