import type { JobKind } from "#app/domain/job-kinds.ts";

/**
 * Jobs that can be run again after they failed. What users asked for (trainings, analyses, imports) is not among them: it was
 * ended as failed when its job was, uses were returned, and whoever wants it asks again. A push comes too late by then.
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
