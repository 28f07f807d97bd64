import type { Billing } from "#app/adapters/billing.server.ts";
import type { MailSender } from "#app/adapters/mail.server.ts";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Database } from "#app/db/database.server.ts";
import type { QueueName } from "#app/domain/job-kinds.ts";
import type { Notice } from "#app/domain/notices.ts";
import type { Operator } from "#app/domain/operator.ts";
import type { JobMessage } from "./jobs/job-messages.ts";

/** Dependencies of the use cases; created per request or message from the Worker's bindings. */
export interface Deps {
  db: Database;
  /** Set where `db` may be a replica, which lags: who is logged in, and with which plan, is read from here. */
  primary?: Database;
  store: R2Bucket;
  queues: Record<QueueName, Pick<Queue<JobMessage>, "send" | "sendBatch">>;
  /** Web Worker only: hashing is expensive, and one hasher per isolate keeps the queue short. */
  passwords: PasswordHasher;
  mail: MailSender;
  /** Compiled build/kernel/trees.wasm for training; jobs Workers only. */
  kernel?: WebAssembly.Module;
  /**
   * Pushes a notice to the browsers of its user that do not have it yet. Absent: no notice is pushed, and the settings page
   * does not offer it. Jobs Worker and, for the page, web Worker.
   */
  pushNotice?(deps: Deps, notice: Notice, progress: PushProgress): Promise<PushedNotice>;
  billing: Billing;
  /** The platform's limiters in front of those of the database; null where there are none (jobs Workers). */
  floodLimits: Record<"doors" | "calls", Pick<RateLimit, "limit"> | null>;
  /** Local starts only; deployed Workers have none. */
  demo?: Demo;
  /** Who made the request, for the log; web Worker only. The address is that of rate limits. */
  client?: { address: string; requestId: string };
  /** The application's clock: unix seconds. */
  now(): number;
  /**
   * The same without APP_SPEED, by which a local start makes the application's clock run faster: for rate limits, and for
   * instants that the payment provider compares with its own clock.
   */
  machineNow(): number;
  /** Seconds of the application's clock in one of the machine's: more than 1 with APP_SPEED only. */
  clockSpeed: number;
  /** Random id, at least 128 bits, URL-safe. */
  newId(): string;
  config: Config;
}

/** Which browsers have a notice, by the ids of their subscriptions: kept between the tries of its job. */
export interface PushProgress {
  reached: readonly number[];
  recordReached(ids: readonly number[]): Promise<void>;
  /** That of the job (`JobContext`): renews its lease. */
  yieldAndRenewLease(): Promise<void>;
}

/** later: a browser could not be reached, to be tried again then. */
export type PushedNotice = { kind: "done" } | { kind: "later"; delaySeconds: number };

/** The demo models of a local start (app/demo). */
export interface Demo {
  /** Continues the creation of demo models; called after each training, settlement and feature build, and hourly. */
  continueModels(deps: Deps): Promise<unknown>;
  /** Whether rankings are waiting for the first demo models. */
  areRankingsAwaited(deps: Deps): Promise<boolean>;
}

export interface Config {
  environment: "development" | "production";
  /** Origin of links in mails and share pages; never taken from the Host header. */
  publicUrl: string;
  /** Whether browsers are told to use https for all hosts below the site's own too. */
  coversSubdomains: boolean;
  /** Signs session tokens and mail codes. */
  sessionSecret: string;
  adminToken: string;
  mailFrom: string;
  /** Origins of the payment page and the portal, separated by a space; allowed as targets of forms. */
  paymentOrigin: string;
  /** URL to which sign-ups are posted; null: none. */
  signUpNoticeUrl: string | null;
  /** Addresses of places outside of the site that heads of the seals are posted to. */
  witnesses: readonly string[];
  /** URL to which alarms are posted; null: none. */
  alertUrl: string | null;
  /** Address that is mailed alarms, and when a race day in progress falls silent; null: none. */
  alertMail: string | null;
  /** Web Push: the key of subscriptions, and the origin of a local stand-in for push services; null: not offered. */
  push: { publicKey: string; standIn: string | null } | null;
  /** Contact chat and official X account in the side bar; null omits the link. */
  contactUrl: string | null;
  officialAccountUrl: string | null;
  /** Particulars of the legal pages. */
  operator: Operator;
}
