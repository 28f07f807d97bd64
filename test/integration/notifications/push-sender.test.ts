import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PushNotification, PushOutcome, PushTarget } from "#app/adapters/push/push-sender.server.ts";
import { askPushFake, startPushFake } from "#test/fakes/push/server.ts";
import type { PushRequest } from "#test/integration/support/notifications/push-worker.ts";
import { createWorkerdSite } from "#test/integration/support/workerd/workerd-site.ts";

const { d: PRIVATE_KEY = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
const NOTIFICATION: PushNotification = {
  title: "東京11R ジャパンカップの馬体重が出ました",
  body: "待っていた分析ができます",
  path: "/races/202611210511",
  topic: "notification-7",
  ttlSeconds: 7200,
  urgency: "high",
};

let workerd: Awaited<ReturnType<typeof createWorkerdSite>>;
let push: Awaited<ReturnType<typeof startPushFake>>;
let publicKey: string;

beforeAll(async () => {
  workerd = await createWorkerdSite("test/integration/support/notifications/push-worker.ts");
  push = await startPushFake();
  publicKey = await workerd.ask<string>("/public-key", requestOf({ endpoint: "", p256dh: "", auth: "" }));
});

afterAll(async () => {
  await workerd.dispose();
  await push.close();
});

function requestOf(target: PushTarget, changed: Partial<PushRequest> = {}): PushRequest {
  const subject = "mailto:support@example.net";
  return {
    ...{
      privateKey: PRIVATE_KEY,
      subject,
      standIn: push.origin,
      timeoutMs: 10_000,
      notification: NOTIFICATION,
      target,
    },
    ...changed,
  };
}

const send = (target: PushTarget, changed?: Partial<PushRequest>) =>
  workerd.ask<PushOutcome>("/", requestOf(target, changed));

test("workerd sends a notification that the device alone can read", async () => {
  const device = push.service.subscribe({ publicKey });
  expect(await send(device)).toEqual({ kind: "delivered" });
  const { title, body, path, topic } = NOTIFICATION;
  const [message, ...more] = push.service.messages(device.endpoint);
  expect(more).toEqual([]);
  expect(message).toEqual({ text: message?.text, ttl: 7200, urgency: "high", topic: "notification-7" });
  expect(JSON.parse(message?.text ?? "")).toEqual({ title, body, path, topic });
  expect(push.service.refusals(device.endpoint)).toEqual([]);
});

test("a subscription that has ended or never was is gone, and so are keys that no browser made", async () => {
  const device = push.service.subscribe({ publicKey });
  await askPushFake(push.origin, { call: "end", endpoint: device.endpoint });
  expect(await send(device)).toEqual({ kind: "gone" });
  expect(await send({ ...device, endpoint: `${push.origin}/push/unknown` })).toEqual({ kind: "gone" });
  // Right by its length, but no point of the curve.
  const p256dh = Buffer.from([4, ...Array(64).fill(7)]).toString("base64url");
  expect(await send({ ...push.service.subscribe({ publicKey }), p256dh })).toEqual({ kind: "gone" });
});

test("limits and outages are for later, at the time that the service names", async () => {
  const device = push.service.subscribe({ publicKey });
  const inTwoMinutes = new Date(Date.now() + 120_000).toUTCString();
  push.service.fail(
    device.endpoint,
    { kind: "status", status: 429, retryAfter: "90" },
    { kind: "status", status: 503, retryAfter: inTwoMinutes },
    { kind: "status", status: 500 },
    { kind: "status", status: 429, retryAfter: "soon" },
    { kind: "status", status: 429, retryAfter: "9999999" },
    { kind: "lost" },
  );
  expect(await send(device)).toEqual({ kind: "later", retryAfterSeconds: 90, reason: "status 429" });
  const dated = await send(device);
  if (dated.kind !== "later" || dated.retryAfterSeconds === null) throw new Error(JSON.stringify(dated));
  expect(dated.retryAfterSeconds).toBeGreaterThan(60);
  expect(dated.retryAfterSeconds).toBeLessThanOrEqual(120);
  expect(await send(device)).toEqual({ kind: "later", retryAfterSeconds: null, reason: "status 500" });
  expect(await send(device)).toEqual({ kind: "later", retryAfterSeconds: null, reason: "status 429" });
  expect(await send(device)).toEqual({ kind: "later", retryAfterSeconds: 86_400, reason: "status 429" });
  expect(await send(device)).toMatchObject({ kind: "later", retryAfterSeconds: null });
  expect(await send(device)).toEqual({ kind: "delivered" });
});

test("a service that does not answer in time is told from one that fails", async () => {
  const device = push.service.subscribe({ publicKey });
  push.service.fail(device.endpoint, { kind: "slow", milliseconds: 60_000 });
  expect(await send(device, { timeoutMs: 200 })).toEqual({ kind: "timeout" });
});

test("redirects are not followed", async () => {
  const device = push.service.subscribe({ publicKey });
  const other = push.service.subscribe({ publicKey });
  push.service.fail(
    device.endpoint,
    { kind: "status", status: 307, location: other.endpoint },
    { kind: "status", status: 301, location: other.endpoint },
  );
  expect(await send(device)).toEqual({ kind: "refused", reason: "status 307" });
  expect(await send(device)).toEqual({ kind: "refused", reason: "status 301" });
  expect(push.service.messages(other.endpoint)).toEqual([]);
});

test("a key that is not the subscription's, and a notification that is too long, are refused for good", async () => {
  const { d: privateKey = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({
    format: "jwk",
  });
  const device = push.service.subscribe({ publicKey });
  expect(await send(device, { privateKey })).toEqual({ kind: "refused", reason: "status 403" });
  expect(push.service.refusals(device.endpoint)).toEqual(["the subscription is of another key"]);
  const long = { ...NOTIFICATION, body: "長".repeat(1400) };
  expect(await send(device, { notification: long })).toEqual({ kind: "refused", reason: "too long" });
  expect(push.service.messages(device.endpoint)).toEqual([]);
});

test("without the stand-in nothing is posted to this machine", async () => {
  const device = push.service.subscribe({ publicKey });
  expect(await send(device, { standIn: null })).toEqual({ kind: "refused", reason: "endpoint" });
  expect(push.service.messages(device.endpoint)).toEqual([]);
});
