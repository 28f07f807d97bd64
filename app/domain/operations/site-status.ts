import type { LastBackup } from "#app/domain/backups/backup-manifest.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";

/** Instants are unix seconds, ages and waits seconds; null means "never" or "none". */
export interface SiteStatus extends OpenWork {
  at: number;
  concerns: Concern[];
  /** Version of the stored features; null before the first build. */
  dataVersion: string | null;
  jobs: JobCounts[];
  imports: ImportSummary[];
  ages: Record<"odds" | "weights" | "results" | "delivery", number | null>;
  /** Today's races, or those of the next race day. */
  comingDay: ComingDay | null;
  /** Records that wait for the rest of their race. */
  keptAside: number;
  lastPaymentEventAt: number | null;
  restrictedUsers: number;
  builds: { cadence: "weekly" | "monthly"; key: string; builtAt: number }[];
  sizes: {
    databaseBytes: number;
    /** Size of the object store in the newest backup; null: none has counted it. */
    storeBytes: number | null;
    users: number;
    models: number;
    analyses: number;
    races: number;
  };
}

/** Input of the alarms: open work only, so that it can be read every minute. */
export interface OpenWork {
  waits: JobWait[];
  /** Failures of the last 24 hours: the newest 50, and the numbers by kind. */
  failed: FailedJob[];
  failures: { kind: JobKind; count: number }[];
  /** Due jobs that were not claimed although their messages were sent three more times. */
  lost: { id: string; kind: JobKind; subject: string; waitSeconds: number }[];
  /** Jobs by kind whose dependency has not responded for half an hour; they are not due meanwhile. */
  outages: { kind: JobKind; count: number }[];
  /** Seconds since the first import that the stored features lack; null: they lack none. */
  unbuiltSeconds: number | null;
  databaseBytes: number;
  /** Imports of the last 24 hours that were refused or failed. */
  troubledImports: ImportSummary[];
  /** Unprocessed events of Stripe. */
  payments: { unprocessed: number; oldestSeconds: number | null };
  /** Rankings that are due and were never counted; empty for alarms. */
  uncounted: string[];
  /** Failed authentications within about an hour, of users and of the operator. */
  signInFailures: Record<keyof typeof SIGN_IN_FAILURES, number>;
  /** The newest backup and its age; null: no hour has passed yet. */
  backup: (LastBackup & { ageSeconds: number }) | null;
}

/** Completeness of a race day: numbers of races and runners. */
export interface ComingDay {
  date: string;
  races: number;
  /** With horse numbers; with a body weight; run or called off. */
  drawn: number;
  weighed: number;
  run: number;
  runners: number;
  withSire: number;
  /** End of the import that last changed a card, body weights excluded; null: unknown. */
  cardsAt: number | null;
}

export interface JobWait {
  kind: JobKind;
  queued: number;
  running: number;
  /** Seconds since the oldest due job could have begun; null: none waits. */
  oldestSeconds: number | null;
}

/** `done` and `failed` are of the last 24 hours. */
export interface JobCounts extends JobWait {
  done: number;
  failed: number;
}

export interface FailedJob {
  id: string;
  kind: JobKind;
  subject: string;
  attempts: number;
  error: string;
  finishedAt: number;
}

export interface ImportSummary {
  id: number;
  source: "real" | "sample";
  status: "receiving" | "queued" | "validating" | "applying" | "done" | "refused" | "failed";
  added: number;
  changed: number;
  unchanged: number;
  skipped: number;
  keptAside: number;
  errorCount: number;
  createdAt: number;
  finishedAt: number | null;
}

/** attention: look when you can. broken: users notice. */
type ConcernLevel = "attention" | "broken";

export type ConcernCode =
  | "wait"
  | "outage"
  | "failures"
  | "lost"
  | "imports"
  | "features"
  | "payments"
  | "rankings"
  | "backup"
  | "sign-ins"
  | "database";

/** The same trouble keeps its key. */
export interface Concern {
  key: string;
  code: ConcernCode;
  level: ConcernLevel;
  kind: JobKind | null;
  count: number;
  seconds: number | null;
}

/** Counters of failed authentications. The console and the admin token have their own, with a lower limit. */
export const SIGN_IN_FAILURES = {
  users: { key: "sign-in-failures:users", windowSeconds: 600 },
  operator: { key: "sign-in-failures:operator", windowSeconds: 600 },
};
