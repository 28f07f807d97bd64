import type { Billing } from "#app/adapters/billing.server.ts";
import type { MailSender } from "#app/adapters/mail.server.ts";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Database } from "#app/db/database.server.ts";
import type { QueueName } from "#app/domain/job-kinds.ts";
import type { Notification } from "#app/domain/notifications.ts";
import type { Operator } from "#app/domain/operator.ts";
import type { JobMessage } from "./jobs/job-messages.ts";

/** Created per request or message from the Worker's bindings. */
export interface Deps {
  db: Database;
  /** Set where `db` may be a replica: sessions and plans are read here. */
  primary?: Database;
  store: R2Bucket;
  queues: Record<QueueName, Pick<Queue<JobMessage>, "send" | "sendBatch">>;
  /** Web Worker only: one hasher per isolate keeps the queue short. */
  passwords: PasswordHasher;
  mail: MailSender;
  /** .kernel/trees.wasm; jobs Workers only. */
  kernel?: WebAssembly.Module;
  /** Absent: push is not offered. Jobs Worker and, for the settings page, web Worker. */
  pushNotification?(deps: Deps, notification: Notification, progress: PushProgress): Promise<PushedNotification>;
  billing: Billing;
  /** The platform's limiters; null in jobs Workers. */
  floodLimits: Record<"doors" | "calls", Pick<RateLimit, "limit"> | null>;
  demo?: Demo;
  /** For the log and rate limits; web Worker only. */
  client?: { address: string; requestId: string };
  /** Application clock, unix seconds. */
  now(): number;
  /** Without APP_SPEED: for rate limits and instants that Stripe compares. */
  machineNow(): number;
  /** Application seconds per machine second. */
  clockSpeed: number;
  /** At least 128 random bits, URL-safe. */
  newId(): string;
  config: Config;
}

/** Subscription ids reached so far; kept between tries. */
export interface PushProgress {
  reached: readonly number[];
  recordReached(ids: readonly number[]): Promise<void>;
  /** As `JobContext`. */
  yieldAndRenewLease(): Promise<void>;
}

/** later: retry then. */
export type PushedNotification = { kind: "done" } | { kind: "later"; delaySeconds: number };

/** Local starts only (app/demo). */
export interface Demo {
  /** Called after each training, settlement and feature build, and hourly. */
  continueModels(deps: Deps): Promise<unknown>;
  /** Rankings wait for the first demo models. */
  areRankingsAwaited(deps: Deps): Promise<boolean>;
}

export interface Config {
  environment: "development" | "production";
  /** Never taken from the Host header. */
  publicUrl: string;
  /** HSTS for all lower hosts too. */
  coversSubdomains: boolean;
  /** Signs session tokens and mail codes. */
  sessionSecret: string;
  adminToken: string;
  mailFrom: string;
  /** Separated by a space; allowed as targets of forms. */
  paymentOrigin: string;
  /** Null: no notification. */
  signUpNoticeUrl: string | null;
  /** URLs that receive heads of the seals. */
  witnesses: readonly string[];
  alertUrl: string | null;
  /** For alarms and silent race days; null: none. */
  alertMail: string | null;
  /** Null: not offered. */
  push: { publicKey: string; standIn: string | null } | null;
  /** Null omits the link. */
  contactUrl: string | null;
  officialAccountUrl: string | null;
  operator: Operator;
}
