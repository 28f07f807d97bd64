import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { endFailedDay, enqueueDueDays, scoreDay } from "#app/services/analyses/day-scoring.server.ts";
import type { JobHandler } from "#app/services/jobs/job-context.server.ts";

/** Job "score-day", subject: the id of a day that a user had analysed. */
export const scoreDayHandler: JobHandler = {
  isHeavy: false,
  run: (context) => scoreDay(context, createFeatureStore(context.deps.store)),
  // Body weights that came in between found this job open.
  onDone: enqueueDueDays,
  onFailed: endFailedDay,
};
