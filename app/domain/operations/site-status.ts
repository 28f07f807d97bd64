import type { LastCopy } from "#app/domain/copies/copy-manifest.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import type { SIGN_IN_FAILURES } from "./sign-in-failures.ts";

/** The site's state, for the operator. Instants are unix seconds, ages and waits seconds; null means "never" or "none". */
export interface SiteStatus extends OpenWork {
  at: number;
  /** Concerns, the most severe first. */
  concerns: Concern[];
  /** Of the stored features; null before the first build. */
  dataVersion: string | null;
  jobs: JobCounts[];
  imports: ImportSummary[];
  ages: Record<"odds" | "weights" | "results" | "delivery", number | null>;
  /** Today's races or, without any, those of the next day that has some. */
  comingDay: ComingDay | null;
  /** Records that are kept aside until the rest of their race arrives. */
  keptAside: number;
  lastPaymentEventAt: number | null;
  restrictedUsers: number;
  builds: { cadence: "weekly" | "monthly"; key: string; builtAt: number }[];
  sizes: {
    databaseBytes: number;
    /** Of the object store, as the newest copy counted it; null: none has. */
    storeBytes: number | null;
    users: number;
    models: number;
    analyses: number;
    races: number;
  };
}

/** The input of alarms: open work only, so that it can be read every minute. */
export interface OpenWork {
  waits: JobWait[];
  /** The newest failures of the last 24 hours, at most 50, and how many there were by kind. */
  failed: FailedJob[];
  failures: { kind: JobKind; count: number }[];
  /** Due jobs that were not claimed although their messages were sent three more times. */
  lost: { id: string; kind: JobKind; subject: string; waitSeconds: number }[];
  /** Jobs that have not been answered by what they need for half an hour and more, by kind; they are not due meanwhile. */
  outages: { kind: JobKind; count: number }[];
  /** Since the first import that the stored features lack; null: they lack none. */
  unbuiltSeconds: number | null;
  databaseBytes: number;
  /** Imports of the last 24 hours that were refused or failed. */
  troubledImports: ImportSummary[];
  /** Unprocessed events of Stripe. */
  payments: { unprocessed: number; oldestSeconds: number | null };
  /** Rankings that are due and were never counted; none where only alarms are judged, which leave that to a look. */
  uncounted: string[];
  /** Failed authentications of about an hour: of users, and at the console and with the admin token. */
  signInFailures: Record<keyof typeof SIGN_IN_FAILURES, number>;
  /** The newest copy of the database, and how long ago it began; null: no hour has passed yet. */
  copy: (LastCopy & { ageSeconds: number }) | null;
}

/** What has come of a race day: counts of races, and of runners. */
export interface ComingDay {
  /** YYYY-MM-DD. */
  date: string;
  races: number;
  /** With horse numbers; with a body weight; run or called off. */
  drawn: number;
  weighed: number;
  run: number;
  runners: number;
  /** Runners whose sire is known. */
  withSire: number;
  /** End of the import that last changed a card, without body weights; null: not known any more. */
  cardsAt: number | null;
}

export interface JobWait {
  kind: JobKind;
  queued: number;
  running: number;
  /** Since the oldest job that is due could have begun; null: none waits. */
  oldestSeconds: number | null;
}

/** done, failed: in the last 24 hours. */
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
export type ConcernLevel = "attention" | "broken";

export type ConcernCode =
  | "wait"
  | "outage"
  | "failures"
  | "lost"
  | "imports"
  | "features"
  | "payments"
  | "rankings"
  | "copy"
  | "sign-ins"
  | "database";

/** Something to look at. The same trouble has the same key as long as it lasts. */
export interface Concern {
  key: string;
  code: ConcernCode;
  level: ConcernLevel;
  /** Kind of the jobs, where it is about jobs. */
  kind: JobKind | null;
  /** How many. */
  count: number;
  /** How long, in seconds; null where it has no length. */
  seconds: number | null;
}
