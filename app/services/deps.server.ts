import type { Billing } from "#app/adapters/billing.server.ts";
import type { MailSender } from "#app/adapters/mail.server.ts";
import type { PasswordHasher } from "#app/adapters/password-hash.server.ts";
import type { Database } from "#app/db/database.server.ts";
import type { Operator } from "#app/domain/operator.ts";
import type { JobMessage, QueueName } from "./jobs/job-messages.ts";

/** What use cases need from outside; built once per request or message from the Worker's bindings. */
export interface Deps {
  db: Database;
  /** The raw binding, for statements that drizzle has no builder for (json_each, guarded inserts). */
  d1: D1Database;
  store: R2Bucket;
  queues: Record<QueueName, Pick<Queue<JobMessage>, "send">>;
  /** Works in the web Worker only: hashing is heavy, and one hasher per isolate keeps the queue short. */
  passwords: PasswordHasher;
  mail: MailSender;
  /** Compiled build/kernel/trees.wasm, for training: in the jobs Worker only. */
  kernel?: WebAssembly.Module;
  /** Stripe. */
  billing: Billing;
  /** What a local start adds; a deployed Worker is given none. */
  demo?: Demo;
  /** The one clock: unix seconds. */
  now(): number;
  /** Random id, 128 bits or more, URL-safe. */
  newId(): string;
  config: Config;
}

/** The demo models of a local start (app/demo). */
export interface Demo {
  /** One step further: after each training, settlement and feature build, and hourly. */
  continueModels(deps: Deps): Promise<unknown>;
  /** Whether rankings wait for the first of them. */
  areRankingsAwaited(deps: Deps): Promise<boolean>;
}

export interface Config {
  environment: "development" | "production";
  /** Origin of links in mails and share pages; never the Host header. */
  publicUrl: string;
  /** Signs session tokens and mail codes. */
  sessionSecret: string;
  adminToken: string;
  mailFrom: string;
  /** Origins of the payment page and the portal, separated by a space, which forms may lead to. */
  paymentOrigin: string;
  /** Where a notice of each sign-up is posted; null: nowhere. */
  signUpNoticeUrl: string | null;
  /** Contact chat and official X account of the side bar; null leaves the link out. */
  contactUrl: string | null;
  officialAccountUrl: string | null;
  /** Particulars of the legal pages. */
  operator: Operator;
}
