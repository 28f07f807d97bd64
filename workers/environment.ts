import { Buffer } from "node:buffer";
import * as z from "zod";
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
import { createPushNotification } from "#app/services/notifications/push-notifications.server.ts";

/** Bindings, settings and secrets of the Workers. Every setting is described in scripts/deployment/README.md. */
export interface Env {
  DB: D1Database;
  STORE: R2Bucket;
  TRAIN_QUEUE: Queue<JobMessage>;
  SCORE_QUEUE: Queue<JobMessage>;
  BACKGROUND_QUEUE: Queue<JobMessage>;
  INGEST_QUEUE: Queue<JobMessage>;
  NOTIFY_QUEUE: Queue<JobMessage>;
  PUSH_QUEUE: Queue<JobMessage>;
  /** The platform's limiters in front of those of the database (web Worker). */
  DOOR_LIMIT?: RateLimit;
  CALL_LIMIT?: RateLimit;
  /** Static files of the site (web Worker), with the fonts of the share images. */
  ASSETS?: Fetcher;
  EMAIL?: MailBinding;
  /** "off": pages are read from the primary only (web Worker). */
  READ_REPLICAS?: string;
  ENVIRONMENT: string;
  PUBLIC_URL: string;
  MAIL_FROM: string;
  HSTS_SUBDOMAINS?: string;
  WITNESS_URLS?: string;
  ALERT_URL?: string;
  ALERT_MAIL?: string;
  SIGN_UP_NOTICE_URL?: string;
  CONTACT_URL?: string;
  OFFICIAL_ACCOUNT_URL?: string;
  /** Particulars for the legal pages, such as OPERATOR_NAME (app/domain/operator-particulars.json). */
  [operator: `OPERATOR_${string}`]: string | undefined;
  /** Origin of Stripe's API; absent = Stripe's own. Local starts set it to the stand-in. */
  STRIPE_API_URL?: string;
  /** Contact for push services, mailto: or https:; absent = OPERATOR_EMAIL. */
  VAPID_SUBJECT?: string;
  /** Development only: origin of the stand-in for push services (test/fakes/push). */
  PUSH_STAND_IN_URL?: string;
  SESSION_SECRET: string;
  ADMIN_TOKEN: string;
  STRIPE_SECRET_KEY?: string;
  /** Two, separated by a comma, during a rotation. */
  STRIPE_WEBHOOK_SECRET?: string;
  /** Signs notifications to push services; absent = Web Push is not offered. */
  VAPID_PRIVATE_KEY?: string;
  /** Development only, from scripts/local/clock.mjs: seconds added to the system clock (APP_NOW). */
  CLOCK_OFFSET_SECONDS?: string;
  /** Development only: the speed of the application's clock (APP_SPEED), and since which unix second. */
  CLOCK_SPEED?: string;
  CLOCK_STARTED_AT?: string;
}

/** Prefix of the secrets in .dev.vars.example; values with it are refused in production. */
const DEVELOPMENT_SECRET_PREFIX = "development-only-";
const STRIPE_API_URL = "https://api.stripe.com";
const STRIPE_PAGE_ORIGINS = "https://checkout.stripe.com https://billing.stripe.com";

export function newId(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}

/** A blank value counts as absent. */
function createSettingsSchema(isProduction: boolean) {
  const orAbsent = <T extends z.ZodType>(schema: T) => z.preprocess((value) => value || undefined, schema.optional());
  const isWebAddress = (value: string) => /^https?:$/.test(protocolOf(value)) && !(isProduction && isPlain(value));
  const webAddress = z.string().refine(isWebAddress, "must be an https address");
  const isSecret = (value: string) => !(isProduction && value.startsWith(DEVELOPMENT_SECRET_PREFIX));
  const secret = z.string("is missing").refine(isSecret, "is the development default");
  // The stand-in's keys (scripts/local/stripe.mjs) where a development environment has none.
  const stripeSecret = (name: string) =>
    z.preprocess((value) => value || (isProduction ? undefined : `${DEVELOPMENT_SECRET_PREFIX}${name}`), secret);
  const ownSecret = secret.min(16, "is shorter than 16 characters");
  const developmentOnly = orAbsent(z.string().refine(() => !isProduction, "is for development only"));
  return z.object({
    ENVIRONMENT: z.enum(["development", "production"], "must be development or production"),
    PUBLIC_URL: z
      .string()
      .refine(isOrigin, { error: "must be an origin such as https://keiba.example", abort: true })
      .refine((value) => !(isProduction && isPlain(value)), "must be an https origin in production")
      .refine(
        (value) => !isProduction || !isLoopback(new URL(value).hostname),
        "must not be this machine in production",
      )
      .refine(
        (value) => isProduction || isLoopback(new URL(value).hostname),
        "must be a loopback address: ENVIRONMENT=development is for this machine only",
      ),
    MAIL_FROM: z.string(),
    // A misspelt yes must not go unnoticed.
    HSTS_SUBDOMAINS: orAbsent(z.enum(["yes", "no"], "must be yes or no")),
    WITNESS_URLS: z
      .string()
      .default("")
      .transform((urls) => urls.split(/\s*,\s*/).flatMap((url) => url.trim() || []))
      .pipe(z.array(webAddress)),
    ALERT_URL: orAbsent(webAddress),
    ALERT_MAIL: orAbsent(z.string().regex(EMAIL_ADDRESS, "must be a mail address")),
    SIGN_UP_NOTICE_URL: orAbsent(webAddress),
    CONTACT_URL: orAbsent(webAddress),
    OFFICIAL_ACCOUNT_URL: orAbsent(webAddress),
    STRIPE_API_URL: orAbsent(
      z.string().refine((url) => !isProduction || url === STRIPE_API_URL, "is for development only"),
    ),
    STRIPE_SECRET_KEY: stripeSecret("stripe-key"),
    STRIPE_WEBHOOK_SECRET: stripeSecret("stripe-webhook"),
    VAPID_PRIVATE_KEY: orAbsent(z.string()),
    VAPID_SUBJECT: orAbsent(z.string()),
    PUSH_STAND_IN_URL: developmentOnly,
    SESSION_SECRET: ownSecret,
    ADMIN_TOKEN: ownSecret,
    CLOCK_OFFSET_SECONDS: developmentOnly,
    CLOCK_SPEED: developmentOnly,
  });
}

const protocolOf = (url: string): string => (URL.canParse(url) ? new URL(url).protocol : "");
const isPlain = (url: string): boolean => protocolOf(url) === "http:";
const isOrigin = (url: string): boolean =>
  /^https?:$/.test(protocolOf(url)) && `${new URL(url).origin}/` === new URL(url).href;

export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** The adapters are created on first use: Stripe's caches prices. */
interface Setup {
  settings: readonly unknown[];
  config: Config;
  stripe: StripeSettings;
  push: { keys: VapidKeys; standIn: string | null } | null;
  billing?: Billing;
  pushNotification?: Deps["pushNotification"];
}

const SETTING_NAMES = [...Object.keys(createSettingsSchema(false).shape), ...OPERATOR_VARIABLES];
let lastSetup: Setup | null = null;

/** @throws if the configuration is unusable, or unsafe in production; requests then fail from the first one on */
export function readConfig(env: Env): Config {
  return readSetup(env).config;
}

function readSetup(env: Env): Setup {
  const settings = SETTING_NAMES.map((name) => env[name as keyof Env]);
  if (lastSetup === null || !settings.every((value, index) => value === lastSetup?.settings[index]))
    lastSetup = { settings, ...checkSettings(env) };
  return lastSetup;
}

function checkSettings(env: Env): Pick<Setup, "config" | "stripe" | "push"> {
  const parsed = createSettingsSchema(env.ENVIRONMENT === "production").safeParse(env);
  if (!parsed.success)
    throw new Error(parsed.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`).join("; "));
  const { data } = parsed;
  const particulars = Object.fromEntries(Object.entries(env));
  const placeholders = findPlaceholders(particulars);
  // A running site must not go down for this; `npm run deploy` refuses it beforehand.
  if (data.ENVIRONMENT === "production" && placeholders.length > 0)
    console.warn(JSON.stringify({ event: "operator.placeholders", unset: placeholders }));
  const operator = readOperator(particulars);
  const subject = data.VAPID_SUBJECT ?? `mailto:${operator.email}`;
  const privateKey = data.VAPID_PRIVATE_KEY;
  const push = privateKey
    ? { keys: readVapidKeys({ privateKey, subject }), standIn: data.PUSH_STAND_IN_URL ?? null }
    : null;
  const apiUrl = data.STRIPE_API_URL ?? STRIPE_API_URL;
  const webhookSecrets = data.STRIPE_WEBHOOK_SECRET.split(",").map((secret) => secret.trim());
  return {
    stripe: { secretKey: data.STRIPE_SECRET_KEY, webhookSecrets, apiUrl },
    push,
    config: {
      environment: data.ENVIRONMENT,
      publicUrl: new URL(data.PUBLIC_URL).origin,
      coversSubdomains: data.HSTS_SUBDOMAINS === "yes",
      sessionSecret: data.SESSION_SECRET,
      adminToken: data.ADMIN_TOKEN,
      mailFrom: data.MAIL_FROM,
      paymentOrigin: apiUrl === STRIPE_API_URL ? STRIPE_PAGE_ORIGINS : new URL(apiUrl).origin,
      signUpNoticeUrl: data.SIGN_UP_NOTICE_URL ?? null,
      witnesses: data.WITNESS_URLS,
      alertUrl: data.ALERT_URL ?? null,
      alertMail: data.ALERT_MAIL ?? null,
      push: push && { publicKey: push.keys.publicKey, standIn: push.standIn },
      contactUrl: data.CONTACT_URL ?? null,
      officialAccountUrl: data.OFFICIAL_ACCOUNT_URL ?? null,
      operator,
    },
  };
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
 * Without a hasher (jobs Workers) hashing throws.
 *
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
  const setup = readSetup(env);
  const { config } = setup;
  setup.billing ??= createStripeBilling(setup.stripe);
  if (setup.push !== null) setup.pushNotification ??= createPushNotification(createPushSender(setup.push));
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
    billing: setup.billing,
    floodLimits: { doors: env.DOOR_LIMIT ?? null, calls: env.CALL_LIMIT ?? null },
    ...(setup.pushNotification && { pushNotification: setup.pushNotification }),
    ...createClock(env),
    newId,
    config,
  };
}
