import { createMailSender, createOutboxSender, type MailBinding } from "#app/adapters/mail.server.ts";
import { NO_PASSWORDS, type PasswordHasher } from "#app/adapters/password-hash.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { insertDevMail } from "#app/db/dev-mails.server.ts";
import type { Config, Deps } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/job-messages.ts";

/** Bindings of both Workers (wrangler.toml, workers/jobs/wrangler.toml). */
export interface Env {
  DB: D1Database;
  STORE: R2Bucket;
  TRAIN_QUEUE: Queue<JobMessage>;
  SCORE_QUEUE: Queue<JobMessage>;
  BACKGROUND_QUEUE: Queue<JobMessage>;
  INGEST_QUEUE: Queue<JobMessage>;
  NOTIFY_QUEUE: Queue<JobMessage>;
  /** Sends mail in production (the jobs Worker); a development environment keeps mails in D1 instead. */
  EMAIL?: MailBinding;
  ENVIRONMENT: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
  /** Addresses an operator may set (https; "" or absent = none): see Config. */
  SIGN_UP_NOTICE_URL?: string;
  CONTACT_URL?: string;
  OFFICIAL_ACCOUNT_URL?: string;
  /** Secrets. */
  SESSION_SECRET: string;
  ADMIN_TOKEN: string;
  /**
   * Development only: seconds to add to the machine's clock, so that the application's clock starts at APP_NOW and
   * runs on (scripts/start.mjs computes it once for both Workers).
   */
  CLOCK_OFFSET_SECONDS?: string;
}

/** Secrets of .dev.vars.example start with this; such a value is refused in production. */
const DEVELOPMENT_SECRET_PREFIX = "development-only-";

/** Random id of 128 bits, URL-safe. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @throws when the configuration is unusable, or unsafe in production: fail loud, at the first request. */
export function readConfig(env: Env): Config {
  if (env.ENVIRONMENT !== "development" && env.ENVIRONMENT !== "production")
    throw new Error("ENVIRONMENT must be development or production");
  for (const name of ["SESSION_SECRET", "ADMIN_TOKEN"] as const) {
    const value = env[name];
    if (!value || value.length < 16) throw new Error(`${name} is missing or shorter than 16 characters`);
    if (env.ENVIRONMENT === "production" && value.startsWith(DEVELOPMENT_SECRET_PREFIX))
      throw new Error(`${name} is the development default`);
  }
  if (env.ENVIRONMENT === "production" && env.CLOCK_OFFSET_SECONDS)
    throw new Error("CLOCK_OFFSET_SECONDS (APP_NOW) is for development only");
  return {
    environment: env.ENVIRONMENT,
    publicUrl: env.PUBLIC_URL.replace(/\/$/, ""),
    sessionSecret: env.SESSION_SECRET,
    adminToken: env.ADMIN_TOKEN,
    mailFrom: env.MAIL_FROM,
    signUpNoticeUrl: readUrl(env, "SIGN_UP_NOTICE_URL"),
    contactUrl: readUrl(env, "CONTACT_URL"),
    officialAccountUrl: readUrl(env, "OFFICIAL_ACCOUNT_URL"),
  };
}

/** @throws when the value is set and no web address; in production only https will do */
function readUrl(env: Env, name: "SIGN_UP_NOTICE_URL" | "CONTACT_URL" | "OFFICIAL_ACCOUNT_URL"): string | null {
  const value = env[name];
  if (!value) return null;
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  if (protocol !== "https:" && !(protocol === "http:" && env.ENVIRONMENT === "development"))
    throw new Error(`${name} must be an https address`);
  return value;
}

/** @param passwords the isolate's hasher; without it (the jobs Worker) hashing throws */
export function createDeps(env: Env, { passwords = NO_PASSWORDS }: { passwords?: PasswordHasher } = {}): Deps {
  const config = readConfig(env);
  const offset = Number(env.CLOCK_OFFSET_SECONDS ?? 0);
  return {
    db: openDatabase(env.DB),
    d1: env.DB,
    store: env.STORE,
    queues: {
      train: env.TRAIN_QUEUE,
      score: env.SCORE_QUEUE,
      background: env.BACKGROUND_QUEUE,
      ingest: env.INGEST_QUEUE,
      notify: env.NOTIFY_QUEUE,
    },
    passwords,
    mail:
      config.environment === "development"
        ? createOutboxSender((mail) => insertDevMail(env.DB, mail))
        : createMailSender({ binding: env.EMAIL, from: config.mailFrom }),
    now: () => Math.floor(Date.now() / 1000) + offset,
    newId,
    config,
  };
}
