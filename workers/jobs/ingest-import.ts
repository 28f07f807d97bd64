import { IMPORT_LIMITS, type ImportLimits } from "#app/services/imports/import-limits.server.ts";
import { abandonImport, runImport } from "#app/services/imports/imports.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { wakeWaitingForData } from "#app/services/models/wait-for-data.server.ts";

/** Job "ingest-import", subject: the import's id. @param limits smaller in tests */
export function createIngestImport(limits: ImportLimits = IMPORT_LIMITS): JobHandler {
  return {
    isHeavy: true,
    run: (context) => runImport(context, limits),
    // If a build follows, they wait on for that.
    onDone: wakeWaitingForData,
    onFailed: (deps, job, reason) => abandonImport(deps, { importId: Number(job.subject), reason }),
  };
}

export const ingestImport = createIngestImport();
