import { removeStaged } from "#app/adapters/imports/staging.server.ts";
import { countKnownSires } from "#app/db/racing/horse-records.server.ts";
import {
  claimValidation,
  findImport,
  finishValidation,
  type ImportRecord,
  refuseImport,
} from "#app/db/racing/imports.server.ts";
import { finishImport } from "#app/db/racing/race-writes.server.ts";
import { VENUE_TYPES } from "#app/domain/racing/race.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { createFindings, pedigreeNotice } from "#app/services/imports/import-findings.server.ts";
import type { ImportLimits } from "#app/services/imports/import-limits.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { enqueueDueFeatureBuild } from "#app/services/models/feature-builds.server.ts";
import { applyPlan } from "./apply-plan.server.ts";
import { countSteps, readPlan, storePlan } from "./records-plan.server.ts";
import { stageRecords } from "./stage-records.server.ts";

/** Eight days of central racing. */
const NEWEST_RACES = 300;

/** By month and group, as the live door. Unusable records are kept aside; each race is all or nothing. */
export async function runRecordsImport(
  context: JobContext,
  { record: before, limits }: { record: ImportRecord; limits: ImportLimits },
): Promise<JobOutcome> {
  const { deps, yieldAndRenewLease } = context;
  const { id: importId } = before;
  let record = before;
  if (record.status === "queued" || record.status === "validating") {
    if (!(await claimValidation(deps.db, importId))) return { kind: "again", delaySeconds: 2 };
    if ((await readPlan(deps.store, importId)) === null) {
      const staged = await stageRecords(deps, { record, yieldAndRenewLease, limits });
      if (staged.kind === "refused") {
        const { file, reason } = staged;
        const { list, error } = createFindings();
        error({ file, line: 0, field: "file", reason });
        await refuseImport(deps.db, importId, { ...list, now: deps.now() });
        await removeStaged(deps.store, importId);
        return { kind: "done" };
      }
      await storePlan(deps.store, importId, staged.plan);
    }
    const plan = await readPlan(deps.store, importId);
    if (plan === null) throw new Error(`the plan of import ${importId} is not in the store`);
    const { skipped, keptAside, errors, errorCount, notices, noticeCount } = plan;
    const list = { errors, errorCount, notices, noticeCount };
    await finishValidation(deps.db, importId, {
      chunkCount: countSteps(plan),
      unchanged: 0,
      skipped,
      keptAside,
      ...list,
    });
    record = (await findImport(deps.db, importId)) ?? record;
  }
  if (record.status === "applying") {
    const plan = await readPlan(deps.store, importId);
    if (plan === null) throw new Error(`the plan of import ${importId} is not in the store`);
    const outcome = await applyPlan(context, { importId, nextStep: record.nextChunk, plan });
    if (outcome !== null) return outcome;
    await finishImport(deps.db, { importId, notices: await listPedigreeNotices(deps), now: deps.now() });
    record = (await findImport(deps.db, importId)) ?? record;
  }
  // Also after an interruption.
  if (record.status === "done") {
    if (record.added + record.changed > 0) await enqueueJob(deps, { kind: "build-features", subject: "all" });
    else if (record.unchanged > 0) await enqueueDueFeatureBuild(deps);
  }
  await removeStaged(deps.store, importId);
  return { kind: "done" };
}

/** Types whose newest races lack many sires. */
async function listPedigreeNotices({ db }: Deps): Promise<string[]> {
  const notices: string[] = [];
  for (const venueType of VENUE_TYPES) {
    const notice = pedigreeNotice(await countKnownSires(db, { venueType, newest: NEWEST_RACES }));
    if (notice !== null) notices.push(`the newest races of venue type ${venueType}: ${notice}`);
  }
  return notices;
}
