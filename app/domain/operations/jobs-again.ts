import type { JobKind } from "#app/domain/job-kinds.ts";

/**
 * Jobs that can be run again after they failed. Users' requests (trainings, analyses, imports) are not among them: they
 * failed with their job, their uses were returned, and users can repeat them. A push would come too late.
 */
export const RUN_AGAIN_KINDS: readonly JobKind[] = [
  "build-features",
  "send-mail",
  "send-sign-up-notice",
  "send-alarm",
  "sync-billing",
  "erase-account",
  "reconcile-billing",
  "show-results",
  "settle-records",
  "enter-names",
  "settle-bets",
  "build-rankings",
  "fix-crowd",
  "copy-database",
];
