import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { readVapidKeys } from "#app/adapters/push/vapid-keys.server.ts";
import { isPushEndpoint, pushServiceOf } from "#app/domain/push-endpoint.ts";
import { deviceFormSchema } from "#app/forms/notifications/notification-forms.server.ts";

const SUBJECT = "mailto:a@example.net";

test("the public key follows from the private one", () => {
  const { x, y, d = "" } = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const { jwk, publicKey, subject } = readVapidKeys({ privateKey: d, subject: SUBJECT });
  expect(jwk).toEqual({ kty: "EC", crv: "P-256", x, y, d });
  expect(publicKey).toMatch(/^B[A-P][\w-]{85}$/);
  expect(subject).toBe(SUBJECT);
});

test.each([
  ["", "32 bytes"],
  ["abc", "32 bytes"],
  [Buffer.alloc(31, 1).toString("base64url"), "32 bytes"],
  [Buffer.alloc(32, 1).toString("base64"), "32 bytes"],
  [Buffer.alloc(32).toString("base64url"), "no private key"],
  [Buffer.alloc(32, 255).toString("base64url"), "no private key"],
])("the private key %j is refused", (privateKey, words) => {
  expect(() => readVapidKeys({ privateKey, subject: SUBJECT })).toThrow(words);
});

test.each(["", "a@example.net", "mailto:", "mailto:a@b\nc", "http://site.example.net", "https://"])(
  "the contact %j is refused",
  (subject) => {
    const privateKey = Buffer.alloc(32, 1).toString("base64url");
    expect(() => readVapidKeys({ privateKey, subject })).toThrow("VAPID_SUBJECT");
  },
);

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", "google"],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", "mozilla"],
  ["https://web.push.apple.com/abc", "apple"],
  ["https://wns2-db5p.notify.windows.com/w/?token=abc", "microsoft"],
])("%s is an address of a push service", (endpoint, service) => {
  expect(isPushEndpoint(endpoint, { standIn: null })).toBe(true);
  expect(pushServiceOf(endpoint)).toBe(service);
});

test.each([
  "",
  "no address",
  "http://fcm.googleapis.com/fcm/send/abc",
  "ftp://fcm.googleapis.com/",
  "https://fcm.googleapis.com:8443/",
  "https://user@fcm.googleapis.com/",
  "https://user:word@fcm.googleapis.com/",
  "https://fcm.googleapis.com/#part",
  "https://push.someone.io/abc",
  "https://googleapis.com/abc",
  "https://evilgoogleapis.com/abc",
  "https://fcm.googleapis.com.someone.io/abc",
  "https://fcm.googleapis.com./abc",
  "https://someone.io/?fcm.googleapis.com",
  "https://services.mozilla.com/abc",
  "https://windows.com/abc",
  "https://127.0.0.1.nip.io/",
  "https://localtest.me/",
  "https://kubernetes.default.svc/",
  "https://localhost/",
  "https://0x7f000001/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[::ffff:127.0.0.1]/",
  `https://fcm.googleapis.com/${"a".repeat(1000)}`,
])("the site posts nothing to %j", (endpoint) => {
  expect(isPushEndpoint(endpoint, { standIn: null })).toBe(false);
});

test("a stand-in is allowed by its origin only", () => {
  const standIn = "http://127.0.0.1:5000";
  expect(isPushEndpoint(`${standIn}/push/a`, { standIn })).toBe(true);
  expect(isPushEndpoint(`${standIn}/push/a`, { standIn: null })).toBe(false);
  expect(isPushEndpoint("http://127.0.0.1:5001/push/a", { standIn })).toBe(false);
  expect(isPushEndpoint("http://u:p@127.0.0.1:5000/push/a", { standIn })).toBe(false);
});

test("a form's keys are those of a browser, by their length and the point's first byte", () => {
  const keys = { p256dh: `BA${"a".repeat(85)}`, auth: "a".repeat(22) };
  const sent = { intent: "add", endpoint: "https://push.someone.io/a", ...keys };
  expect(deviceFormSchema.safeParse(sent).success).toBe(true);
  for (const changed of [
    { p256dh: `CA${"a".repeat(85)}` },
    { p256dh: `BA${"a".repeat(84)}` },
    { p256dh: "" },
    { auth: "a".repeat(21) },
    { auth: "a".repeat(21).concat("=") },
    { endpoint: undefined },
    { intent: "delete" },
  ])
    expect([changed, deviceFormSchema.safeParse({ ...sent, ...changed }).success]).toEqual([changed, false]);
});
