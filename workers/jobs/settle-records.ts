import type { JobHandler } from "#app/services/jobs/job-context.server.ts";
import { enqueueRecordSettlement, settleRecords } from "#app/services/own-records/settle-records.server.ts";

/** Job "settle-records", subject "all": settles the entries of records whose races have changed. */
export const settleRecordsHandler: JobHandler = {
  isHeavy: false,
  run: settleRecords,
  onDone: enqueueRecordSettlement,
  // Nothing to mark: the entries are still due, and the sweep finds them.
  async onFailed() {},
};
