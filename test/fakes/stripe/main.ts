import { randomBytes } from "node:crypto";
import { startStripeFake } from "./server.ts";

/** Starts the stand-in with the variables of the README, and prints one line of JSON when it listens. */
const environment = process.env;

// An empty variable counts as unset.
const startsAt = environment.APP_NOW ? Date.parse(environment.APP_NOW) : Date.now();
if (Number.isNaN(startsAt)) throw new Error(`APP_NOW is not an instant: ${environment.APP_NOW}`);
const apiKey = environment.STRIPE_SECRET_KEY ?? "sk_test_standin";
if (!/^(sk_test_|development-only-)/.test(apiKey))
  throw new Error("the stand-in accepts only test keys (sk_test_…, development-only-…)");

const fake = await startStripeFake({
  port: Number(environment.STRIPE_FAKE_PORT ?? 0),
  host: environment.STRIPE_FAKE_HOST ?? "127.0.0.1",
  publicOrigin: environment.STRIPE_FAKE_PUBLIC_ORIGIN ?? null,
  stateDir: environment.STRIPE_FAKE_STATE_DIR ?? null,
  webhookUrl: environment.STRIPE_FAKE_WEBHOOK_URL ?? null,
  webhookSecrets: (environment.STRIPE_WEBHOOK_SECRET ?? "whsec_standin").split(","),
  apiKey,
  clockOffsetSeconds: environment.CLOCK_OFFSET_SECONDS
    ? Number(environment.CLOCK_OFFSET_SECONDS)
    : Math.round((startsAt - Date.now()) / 1000),
  // Ids must differ between states: after a state is deleted, the product would mistake new events for old ones.
  salt: environment.STRIPE_FAKE_SALT ?? randomBytes(3).toString("hex"),
});

process.stdout.write(`${JSON.stringify({ event: "listening", origin: fake.origin, port: fake.port })}\n`);

const end = () => void fake.close().then(() => process.exit(0));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, end);
// Exits when its parent process is killed.
if (process.connected) process.once("disconnect", end);
