import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { demo } from "#app/demo/demo.server.ts";
import { LIVE_SECRETS, PRODUCTION } from "#test/unit/support/workers/production-env.ts";
import { createDeps, type Env } from "#workers/environment.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const LOCAL = {
  ...{ DB: {}, ENVIRONMENT: "development", PUBLIC_URL: "http://127.0.0.1:8788", MAIL_FROM: "noreply@example.com" },
  ...LIVE_SECRETS,
};

test.each([
  ["production", "", "must be an origin"],
  ["production", "keiba.example", "must be an origin"],
  ["production", "https://keiba.example/path", "must be an origin"],
  ["production", "https://a:b@keiba.example", "must be an origin"],
  ["production", "http://keiba.example", "https origin"],
  ["production", "https://localhost", "this machine"],
  ["production", "https://127.0.0.1:8788", "this machine"],
  ["development", "https://keiba.example", "loopback"],
  ["development", "http://192.168.0.2:8788", "loopback"],
  ["", "http://127.0.0.1:8788", "development or production"],
])("neither Worker runs with ENVIRONMENT=%s and PUBLIC_URL=%s", (ENVIRONMENT, PUBLIC_URL, words) => {
  const env = { ...LOCAL, ENVIRONMENT, PUBLIC_URL } as unknown as Env;
  // Both Workers call this first for each request, message and cron.
  expect(() => createDeps(env)).toThrow(words);
});

test("the application's clock may be moved and run faster, the machine's is moved only", () => {
  vi.useFakeTimers({ now: 1_000_000_000_000 });
  const env = {
    ...LOCAL,
    CLOCK_OFFSET_SECONDS: "500",
    CLOCK_SPEED: "60",
    CLOCK_STARTED_AT: "999999990",
  } as unknown as Env;
  const deps = createDeps(env);
  expect([deps.now(), deps.machineNow(), deps.clockSpeed]).toEqual([1_000_001_090, 1_000_000_500, 60]);
  vi.advanceTimersByTime(2_000);
  expect([deps.now(), deps.machineNow()]).toEqual([1_000_001_210, 1_000_000_502]);
  const plain = createDeps({ ...LOCAL } as unknown as Env);
  expect([plain.now(), plain.machineNow(), plain.clockSpeed]).toEqual([1_000_000_002, 1_000_000_002, 1]);
  vi.useRealTimers();
});

test.each(["CLOCK_OFFSET_SECONDS", "CLOCK_SPEED"])("%s is refused in production", (name) => {
  const env = { ...LOCAL, ...PRODUCTION, [name]: "60" } as unknown as Env;
  expect(() => createDeps(env)).toThrow("for development only");
});

const VAPID_PRIVATE_KEY = Buffer.alloc(32, 1).toString("base64url");

test("Web Push is offered with a key only, whose public half browsers get", () => {
  const without = createDeps({ ...LOCAL } as unknown as Env);
  expect([without.config.push, without.pushNotification]).toEqual([null, undefined]);
  const { config, pushNotification } = createDeps({ ...LOCAL, VAPID_PRIVATE_KEY } as unknown as Env);
  expect(config.push).toEqual({ publicKey: expect.stringMatching(/^B[\w-]{86}$/), standIn: null });
  expect(pushNotification).toBeDefined();
});

test.each([
  [{ VAPID_PRIVATE_KEY: "short" }, "VAPID_PRIVATE_KEY"],
  [{ VAPID_PRIVATE_KEY, VAPID_SUBJECT: "somebody" }, "VAPID_SUBJECT"],
  [{ ...PRODUCTION, PUSH_STAND_IN_URL: "http://127.0.0.1:5000" }, "PUSH_STAND_IN_URL"],
])("neither Worker runs with %j", (settings, words) => {
  expect(() => createDeps({ ...LOCAL, ...settings } as unknown as Env)).toThrow(words);
});

test("a Worker with demo accounts runs in development only", () => {
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const env = { ...LOCAL, ...PRODUCTION } as unknown as Env;
  expect(() => createDeps(env, { demo })).toThrow("are for development only");
  warned.mockRestore();
});

test("every wrangler configuration sets production and names no address", () => {
  const files = ["workers", "scripts", "test", "app"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  const configs = [...readdirSync(ROOT), ...files].filter((file) =>
    /^wrangler.*\.(toml|jsonc?)$/.test(path.basename(file)),
  );
  expect(configs).toEqual(
    expect.arrayContaining(["wrangler.toml", "workers/jobs/wrangler.toml", "workers/jobs-heavy/wrangler.toml"]),
  );
  for (const config of configs) {
    const text = readFileSync(path.join(ROOT, config), "utf8");
    expect([config, text.match(/^ENVIRONMENT = .*$/gm)]).toEqual([config, ['ENVIRONMENT = "production"']]);
    expect([config, /https?:/.test(text)]).toEqual([config, false]);
  }
});

test("HSTS for the hosts below is off unless it is said, and a misspelt yes is refused", () => {
  const read = (HSTS_SUBDOMAINS?: string) =>
    createDeps({ ...LOCAL, ...(HSTS_SUBDOMAINS !== undefined && { HSTS_SUBDOMAINS }) } as unknown as Env).config
      .coversSubdomains;
  expect([read(), read(""), read("no"), read("yes")]).toEqual([false, false, false, true]);
  expect(() => read("true")).toThrow("HSTS_SUBDOMAINS must be yes or no");
});
