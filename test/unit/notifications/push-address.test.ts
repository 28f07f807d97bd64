import { expect, test } from "vitest";
import { action } from "#app/routes/_app.settings.notices_.devices.ts";
import { action as logOut } from "#app/routes/_public.logout.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";
import { writePushDevice } from "#workers/web/cookies.ts";

const DEVICE = { endpoint: "https://push.example.net/a", p256dh: `BA${"a".repeat(85)}`, auth: "a".repeat(22) };

/** The address of devices, whose service answers `added`, with what it was told. */
async function send(fields: Record<string, string>, added: unknown = { kind: "added", id: 7 }) {
  const calls: unknown[] = [];
  const services = {
    auth: { findSessionUser: async () => ({ id: 1, plan: 1 }) },
    notifications: {
      addDevice: async ({ user: _, ...input }: { user: unknown }) => {
        calls.push(input);
        return added;
      },
      removeDevice: async ({ user: _, ...input }: { user: unknown }) => void calls.push(input),
    },
  } as unknown as Services;
  const context = createTestContext(services);
  const request = new Request("http://site.example/settings/notices/devices", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Cookie: context.sessionCookie("token").split(";")[0] ?? "" },
  });
  const answer = await action({ request, params: {}, context: { ...context } });
  const { status, headers } = answer;
  const body = status === 303 ? headers.get("Location") : await answer.json();
  return { status, body, cookie: headers.get("Set-Cookie"), retryAfter: headers.get("Retry-After"), calls };
}

test("a browser's subscription is stored, and its device passed to the log-out alone", async () => {
  expect(await send({ intent: "add", ...DEVICE, replaces: "https://push.example.net/old" })).toEqual({
    status: 200,
    body: { isDone: true, words: null },
    cookie: "push-device=7; Max-Age=34560000; Path=/logout; HttpOnly; SameSite=Lax",
    retryAfter: null,
    calls: [{ subscription: DEVICE, replaces: "https://push.example.net/old" }],
  });
  expect((await send({ intent: "add", ...DEVICE })).calls).toEqual([{ subscription: DEVICE, replaces: null }]);
});

test.each([
  ["not-offered", 503, "いまは、端末への通知を行っていません。メールでの通知をお使いください。"],
  ["unknown-service", 400, "この端末を登録できませんでした。もう一度お試しください。"],
  ["too-many-devices", 409, "通知を届けられる端末は10台までです。使わない端末を外してください。"],
])("the refusal %s is told to the script", async (reason, status, words) => {
  expect(await send({ intent: "add", ...DEVICE }, { kind: "refused", reason })).toMatchObject({
    status,
    body: { isDone: false, words },
    cookie: null,
  });
});

test("too many calls are refused with the time to wait", async () => {
  const refusal = { kind: "refused", reason: "too-many", retryAfterSeconds: 40 };
  const answer = await send({ intent: "add", ...DEVICE }, refusal);
  expect([answer.status, answer.retryAfter]).toEqual([429, "40"]);
});

test("what is no subscription reaches no service", async () => {
  const forms: Record<string, string>[] = [
    {},
    { intent: "x" },
    { intent: "add" },
    { intent: "add", ...DEVICE, auth: "x" },
  ];
  for (const fields of forms)
    expect(await send(fields)).toMatchObject({ status: 400, calls: [], body: { isDone: false } });
});

test("the script takes its own browser back, and the list's form removes a device and returns", async () => {
  const left = await send({ intent: "leave", endpoint: DEVICE.endpoint });
  expect(left).toMatchObject({ status: 200, body: { isDone: true }, calls: [{ endpoint: DEVICE.endpoint }] });
  expect(left.cookie).toContain("push-device=; Max-Age=0; Path=/logout");
  const page = "/settings/notices?done=device-removed";
  expect(await send({ intent: "remove", id: "9" })).toMatchObject({ status: 303, body: page, calls: [{ id: 9 }] });
  expect(await send({ intent: "remove", id: "x" })).toMatchObject({ status: 303, body: page, calls: [] });
});

test.each([
  ["push-device=7", 7],
  ["__Secure-push-device=8; push-device=7", 8],
  ["push-device=07", null],
  ["push-device=x", null],
  ["", null],
])("a log-out with the cookie %j ends the notifications of device %j", async (cookie, deviceId) => {
  const ended: unknown[] = [];
  const services = { auth: { signOut: async (input: unknown) => void ended.push(input) } } as unknown as Services;
  const context = createTestContext(services);
  const session = context.sessionCookie("token").split(";")[0] ?? "";
  const request = new Request("http://site.example/logout", {
    method: "POST",
    headers: { Cookie: [session, cookie].filter((part) => part !== "").join("; ") },
  });
  const answer = await logOut({ request, params: {}, context: { ...context } });
  expect(ended).toEqual([{ token: "token", deviceId }]);
  const cleared = answer.headers.getSetCookie().map((text) => text.split("=")[0]);
  expect(cleared).toEqual(deviceId === null ? ["session"] : ["session", "push-device"]);
});

test("over https the device's cookie has a prefix that only https can write", () => {
  expect(writePushDevice(7, { publicUrl: "https://keiba.example" })).toBe(
    "__Secure-push-device=7; Max-Age=34560000; Path=/logout; HttpOnly; Secure; SameSite=Lax",
  );
});
