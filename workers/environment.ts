import { Buffer } from "node:buffer";
import type { Billing } from "#app/adapters/billing.server.ts";
import { createMailSender, createOutboxSender, type MailBinding } from "#app/adapters/mail.server.ts";
import { NO_PASSWORDS, type PasswordHasher } from "#app/adapters/password-hash.server.ts";
import { createPushSender } from "#app/adapters/push/push-sender.server.ts";
import { readVapidKeys, type VapidKeys } from "#app/adapters/push/vapid-keys.server.ts";
import type { StripeSettings } from "#app/adapters/stripe-account.server.ts";
import { createStripeBilling } from "#app/adapters/stripe-billing.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { insertDevMail } from "#app/db/jobs/dev-mails.server.ts";
import { EMAIL_ADDRESS } from "#app/domain/accounts/email-address.ts";
import { findPlaceholders, OPERATOR_VARIABLES, readOperator } from "#app/domain/operator.ts";
import type { Config, Demo, Deps } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import { createPushNotice } from "#app/services/notices/push-notices.server.ts";

/** Bindings of the Workers (wrangler.toml, workers/jobs/wrangler.toml, workers/jobs-heavy/wrangler.toml). */
export interface Env {
  DB: D1Database;
  STORE: R2Bucket;
  /** The bucket that the store is copied to each night (workers/jobs-heavy). */
  TRAIN_QUEUE: Queue<JobMessage>;
  SCORE_QUEUE: Queue<JobMessage>;
  BACKGROUND_QUEUE: Queue<JobMessage>;
  INGEST_QUEUE: Queue<JobMessage>;
  NOTIFY_QUEUE: Queue<JobMessage>;
  PUSH_QUEUE: Queue<JobMessage>;
  /** The platform's limiters in front of those of the database (web Worker). */
  DOOR_LIMIT?: RateLimit;
  CALL_LIMIT?: RateLimit;
  /** Static files of the site (web Worker); the share images read their fonts from here. */
  ASSETS?: Fetcher;
  /** Sends mail in production (workers/jobs); development stores mails in D1 instead. */
  EMAIL?: MailBinding;
  /** "off": pages are read from the primary only (web Worker). */
  READ_REPLICAS?: string;
  ENVIRONMENT: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
  /** "yes": all hosts below the site's own have https too; absent = no. */
  HSTS_SUBDOMAINS?: string;
  /** Addresses that heads of the seals are posted to, separated by commas; see Config. */
  WITNESS_URLS?: string;
  /** Optional, set by the operator ("" or absent = none); see Config. */
  ALERT_URL?: string;
  ALERT_MAIL?: string;
  /** Optional URLs set by the operator (https; "" or absent = none); see Config. */
  SIGN_UP_NOTICE_URL?: string;
  CONTACT_URL?: string;
  OFFICIAL_ACCOUNT_URL?: string;
  /** Particulars for the legal pages, such as OPERATOR_NAME (app/domain/operator-particulars.json). */
  [operator: `OPERATOR_${string}`]: string | undefined;
  /** Origin of Stripe's API; absent = Stripe's own. Local starts set it to the stand-in. */
  STRIPE_API_URL?: string;
  /** Whom push services write to, mailto: or https:; absent = OPERATOR_EMAIL. */
  VAPID_SUBJECT?: string;
  /** Development only: origin of the stand-in for push services (test/fakes/push). */
  PUSH_STAND_IN_URL?: string;
  /** Secrets. */
  SESSION_SECRET: string;
  ADMIN_TOKEN: string;
  /** Required in production; elsewhere it defaults to the stand-in's {@link DEVELOPMENT_STRIPE}. */
  STRIPE_SECRET_KEY?: string;
  /** Signing secret of the webhook endpoint; two, separated by a comma, during a rotation. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Signs notices to push services; absent = Web Push is not offered. */
  VAPID_PRIVATE_KEY?: string;
  /**
   * Development only: seconds added to the system clock, so that the application's clock starts at APP_NOW and runs on.
   * scripts/start.mjs computes it once for all Workers.
   */
  CLOCK_OFFSET_SECONDS?: string;
  /** Development only: how fast the application's clock runs (APP_SPEED), and the machine's instant since when. */
  CLOCK_SPEED?: string;
  CLOCK_STARTED_AT?: string;
}

/** Prefix of the secrets in .dev.vars.example; values with it are refused in production. */
const DEVELOPMENT_SECRET_PREFIX = "development-only-";

/** Keys of development environments without their own; scripts/local-stripe.mjs starts the stand-in with them. */
const DEVELOPMENT_STRIPE = {
  secretKey: `${DEVELOPMENT_SECRET_PREFIX}stripe-key`,
  webhookSecret: `${DEVELOPMENT_SECRET_PREFIX}stripe-webhook`,
};
const STRIPE_API_URL = "https://api.stripe.com";
/** Origins of Stripe's payment page and customer portal. */
const STRIPE_PAGE_ORIGINS = "https://checkout.stripe.com https://billing.stripe.com";

/** Random id of 128 bits, URL-safe. */
export function newId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

/** Variables that {@link checkConfig} reads. */
const SETTINGS = [
  "ENVIRONMENT",
  "PUBLIC_URL",
  "MAIL_FROM",
  "HSTS_SUBDOMAINS",
  "SIGN_UP_NOTICE_URL",
  "WITNESS_URLS",
  "ALERT_URL",
  "ALERT_MAIL",
  "CONTACT_URL",
  "OFFICIAL_ACCOUNT_URL",
  "STRIPE_API_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "VAPID_PRIVATE_KEY",
  "VAPID_SUBJECT",
  "PUSH_STAND_IN_URL",
  "SESSION_SECRET",
  "ADMIN_TOKEN",
  "CLOCK_OFFSET_SECONDS",
  "CLOCK_SPEED",
] as const satisfies readonly (keyof Env)[];

/** The values of all settings, to detect changes. */
function settingsOf(env: Env): (string | undefined)[] {
  return [...SETTINGS.map((name) => env[name]), ...OPERATOR_VARIABLES.map((name) => env[name as `OPERATOR_${string}`])];
}

let lastRead: { settings: readonly (string | undefined)[]; config: Config } | null = null;

/**
 * Reads the configuration. Checked once per isolate and set of values.
 *
 * @throws if the configuration is unusable, or unsafe in production; requests then fail from the first one on
 */
export function readConfig(env: Env): Config {
  const known = lastRead;
  const settings = settingsOf(env);
  if (known !== null && settings.every((value, index) => value === known.settings[index])) return known.config;
  const config = checkConfig(env);
  lastRead = { settings, config };
  return config;
}

function checkConfig(env: Env): Config {
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
  if (env.ENVIRONMENT === "production" && env.CLOCK_SPEED)
    throw new Error("CLOCK_SPEED (APP_SPEED) is for development only");
  const publicUrl = readPublicUrl(env);
  const { apiUrl } = readStripe(env);
  const pushSettings = readPush(env);
  const operatorSettings = Object.fromEntries(Object.entries(env));
  const placeholders = findPlaceholders(operatorSettings);
  // A running site must not go down for this; `npm run deploy` refuses it beforehand.
  if (env.ENVIRONMENT === "production" && placeholders.length > 0)
    console.warn(JSON.stringify({ event: "operator.placeholders", unset: placeholders }));
  return {
    environment: env.ENVIRONMENT,
    publicUrl,
    coversSubdomains: readSwitch(env, "HSTS_SUBDOMAINS"),
    sessionSecret: env.SESSION_SECRET,
    adminToken: env.ADMIN_TOKEN,
    mailFrom: env.MAIL_FROM,
    paymentOrigin: apiUrl === STRIPE_API_URL ? STRIPE_PAGE_ORIGINS : new URL(apiUrl).origin,
    signUpNoticeUrl: readUrl(env, "SIGN_UP_NOTICE_URL"),
    witnesses: readWitnesses(env),
    alertUrl: readUrl(env, "ALERT_URL"),
    alertMail: readAlertMail(env),
    push: pushSettings && { publicKey: pushSettings.keys.publicKey, standIn: pushSettings.standIn },
    contactUrl: readUrl(env, "CONTACT_URL"),
    officialAccountUrl: readUrl(env, "OFFICIAL_ACCOUNT_URL"),
    operator: readOperator(operatorSettings),
  };
}

/**
 * The site's origin. Production requires https. Development, which has demo accounts and shows all mails, allows only
 * this machine.
 *
 * @throws if the value is not such an origin
 */
function readPublicUrl(env: Env): string {
  const isProduction = env.ENVIRONMENT === "production";
  const url = URL.canParse(env.PUBLIC_URL) ? new URL(env.PUBLIC_URL) : null;
  if (url === null || `${url.origin}/` !== url.href || !/^https?:$/.test(url.protocol))
    throw new Error("PUBLIC_URL must be an origin such as https://keiba.example");
  if (isProduction && url.protocol !== "https:") throw new Error("PUBLIC_URL must be an https origin in production");
  if (isProduction && isLoopback(url.hostname)) throw new Error("PUBLIC_URL must not be this machine in production");
  if (!isProduction && !isLoopback(url.hostname))
    throw new Error("ENVIRONMENT=development is for this machine only: PUBLIC_URL must be a loopback address");
  return url.origin;
}

/** Whether a host, in the form used in URLs, can only be this machine. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** @throws in production if a key is missing or is the development default, or if STRIPE_API_URL is not Stripe's */
function readStripe(env: Env): StripeSettings {
  const isProduction = env.ENVIRONMENT === "production";
  const secretKey = env.STRIPE_SECRET_KEY || (isProduction ? "" : DEVELOPMENT_STRIPE.secretKey);
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET || (isProduction ? "" : DEVELOPMENT_STRIPE.webhookSecret);
  for (const [name, value] of Object.entries({ STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret })) {
    if (value === "") throw new Error(`${name} is missing`);
    if (isProduction && value.startsWith(DEVELOPMENT_SECRET_PREFIX))
      throw new Error(`${name} is the development default`);
  }
  const apiUrl = env.STRIPE_API_URL || STRIPE_API_URL;
  if (isProduction && apiUrl !== STRIPE_API_URL) throw new Error("STRIPE_API_URL is for development only");
  return { secretKey, webhookSecrets: webhookSecret.split(",").map((secret) => secret.trim()), apiUrl };
}

let billing: { config: Config; adapter: Billing } | null = null;

/** The isolate's Stripe adapter; shared because it caches prices. */
function billingOf(env: Env, config: Config): Billing {
  if (billing?.config !== config) billing = { config, adapter: createStripeBilling(readStripe(env)) };
  return billing.adapter;
}

/** @throws if the key or the contact is set but unusable, or if production has a stand-in. Null: no key, no push */
function readPush(env: Env): { keys: VapidKeys; standIn: string | null } | null {
  const standIn = env.PUSH_STAND_IN_URL || null;
  if (standIn !== null && env.ENVIRONMENT === "production")
    throw new Error("PUSH_STAND_IN_URL is for development only");
  if (!env.VAPID_PRIVATE_KEY) return null;
  const { email } = readOperator(Object.fromEntries(Object.entries(env)));
  const subject = env.VAPID_SUBJECT || `mailto:${email}`;
  return { keys: readVapidKeys({ privateKey: env.VAPID_PRIVATE_KEY, subject }), standIn };
}

let push: { config: Config; parts: Pick<Deps, "pushNotice"> } | null = null;

/** The isolate's way to browsers, as the keys are read once; nothing without a key. */
function pushOf(env: Env, config: Config): Pick<Deps, "pushNotice"> {
  if (push?.config !== config) {
    const settings = readPush(env);
    push = { config, parts: settings === null ? {} : { pushNotice: createPushNotice(createPushSender(settings)) } };
  }
  return push.parts;
}

/** @throws if the value is set but not a web address; production requires https */
function readUrl(
  env: Env,
  name: "ALERT_URL" | "SIGN_UP_NOTICE_URL" | "CONTACT_URL" | "OFFICIAL_ACCOUNT_URL",
): string | null {
  const value = env[name];
  return value ? requireWebAddress(env, name, value) : null;
}

/** @throws if the value is neither yes nor no: a misspelt yes must not go unnoticed */
function readSwitch(env: Env, name: "HSTS_SUBDOMAINS"): boolean {
  const value = env[name] || "no";
  if (value !== "yes" && value !== "no") throw new Error(`${name} must be yes or no`);
  return value === "yes";
}

/** @throws if one is no web address; production requires https */
function readWitnesses(env: Env): string[] {
  const urls = (env.WITNESS_URLS ?? "").split(",").map((url) => url.trim());
  return urls.filter((url) => url !== "").map((url) => requireWebAddress(env, "WITNESS_URLS", url));
}

function requireWebAddress(env: Env, name: string, value: string): string {
  const protocol = URL.canParse(value) ? new URL(value).protocol : "";
  if (protocol !== "https:" && !(protocol === "http:" && env.ENVIRONMENT === "development"))
    throw new Error(`${name} must be an https address`);
  return value;
}

/** @throws if the value is set but not a mail address */
function readAlertMail({ ALERT_MAIL: value }: Env): string | null {
  if (!value) return null;
  if (!EMAIL_ADDRESS.test(value)) throw new Error("ALERT_MAIL must be a mail address");
  return value;
}

/** The clock of a local start may begin at APP_NOW and run at APP_SPEED from then on. */
export function createClock(env: Env): Pick<Deps, "now" | "machineNow" | "clockSpeed"> {
  const offset = Number(env.CLOCK_OFFSET_SECONDS ?? 0);
  const clockSpeed = Number(env.CLOCK_SPEED ?? 1);
  const startedAt = Number(env.CLOCK_STARTED_AT ?? 0);
  const gained = (): number => (clockSpeed === 1 ? 0 : (Date.now() / 1000 - startedAt) * (clockSpeed - 1));
  return {
    now: () => Math.floor(Date.now() / 1000 + gained()) + offset,
    machineNow: () => Math.floor(Date.now() / 1000) + offset,
    clockSpeed,
  };
}

/**
 * Creates the dependencies of a request or job.
 *
 * @param parts passwords: the isolate's hasher; without it (jobs Workers), hashing throws. kernel: jobs Workers only.
 * demo: local starts only. replica: where a page may be read from, if not from the primary. client: of a request
 * @throws if the configuration is unusable, or if a Worker with the demo runs outside development
 */
export function createDeps(
  env: Env,
  {
    passwords = NO_PASSWORDS,
    kernel,
    demo,
    replica,
    client,
  }: {
    passwords?: PasswordHasher;
    kernel?: WebAssembly.Module;
    demo?: Demo | undefined;
    replica?: D1Database | undefined;
    client?: Deps["client"];
  } = {},
): Deps {
  const config = readConfig(env);
  if (demo !== undefined && config.environment !== "development")
    throw new Error("the Workers with demo accounts (workers/local) are for development only");
  const db = openDatabase(replica ?? env.DB);
  return {
    db,
    ...(replica && { primary: openDatabase(env.DB) }),
    ...(client && { client }),
    store: env.STORE,
    queues: {
      train: env.TRAIN_QUEUE,
      score: env.SCORE_QUEUE,
      background: env.BACKGROUND_QUEUE,
      ingest: env.INGEST_QUEUE,
      notify: env.NOTIFY_QUEUE,
      push: env.PUSH_QUEUE,
    },
    passwords,
    kernel,
    ...(demo && { demo }),
    mail:
      config.environment === "development"
        ? createOutboxSender((mail) => insertDevMail(db, mail))
        : createMailSender({ binding: env.EMAIL, from: config.mailFrom }),
    billing: billingOf(env, config),
    floodLimits: { doors: env.DOOR_LIMIT ?? null, calls: env.CALL_LIMIT ?? null },
    ...pushOf(env, config),
    ...createClock(env),
    newId,
    config,
  };
}
