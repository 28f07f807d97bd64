import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { checkDelivery } from "#test/fakes/push/check-request.ts";
import { decryptPush } from "#test/fakes/push/decrypt.ts";

const bytes = (text: string) => Buffer.from(text, "base64url");

/** RFC 8291, appendix A. */
const VECTOR = {
  privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
};
const keys = { privateKey: bytes(VECTOR.privateKey), auth: bytes(VECTOR.auth) };

test("the stand-in reads the message of RFC 8291", () => {
  expect(decryptPush(bytes(VECTOR.message), keys)).toBe("When I grow up, I want to be a watermelon");
});

test("the stand-in reads no message with a changed byte, and none with another secret", () => {
  for (const at of [0, 30, 120]) {
    const changed = bytes(VECTOR.message);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(() => decryptPush(changed, keys)).toThrow();
  }
  expect(() => decryptPush(bytes(VECTOR.message), { ...keys, auth: Buffer.alloc(16) })).toThrow();
});

const NOW = 1_795_000_000;
const ORIGIN = "https://push.example.net";
const pair = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { x = "", y = "" } = pair.publicKey.export({ format: "jwk" });
const PUBLIC_KEY = Buffer.concat([Buffer.from([4]), bytes(x), bytes(y)]).toString("base64url");

/** A delivery's headers, right unless something is changed. */
function headersWith(
  changed: Partial<Record<string, string>> = {},
  claims: Record<string, unknown> = {},
  alg = "ES256",
) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const text = `${part({ typ: "JWT", alg })}.${part({ aud: ORIGIN, exp: NOW + 3600, sub: "mailto:a@example.net", ...claims })}`;
  const signature = sign("sha256", Buffer.from(text), { key: pair.privateKey, dsaEncoding: "ieee-p1363" });
  return {
    authorization: `vapid t=${text}.${signature.toString("base64url")}, k=${PUBLIC_KEY}`,
    ttl: "60",
    "content-encoding": "aes128gcm",
    urgency: "normal",
    topic: "notification-1",
    ...changed,
  };
}

const check = (headers: Partial<Record<string, string>>, body = Buffer.alloc(4096)) =>
  checkDelivery({ headers, body }, { origin: ORIGIN, publicKey: PUBLIC_KEY, now: NOW });

test("the stand-in takes a delivery that follows the protocol", () => {
  expect(check(headersWith())).toBeNull();
  expect(check(headersWith({ urgency: undefined, topic: undefined }))).toBeNull();
});

test.each([
  ["no token", headersWith({ authorization: undefined }), 401],
  ["the draft's scheme", headersWith({ authorization: "WebPush a.b.c" }), 401],
  ["another audience", headersWith({}, { aud: "https://other.example.net" }), 403],
  ["a token that has expired", headersWith({}, { exp: NOW }), 403],
  ["a token for more than a day", headersWith({}, { exp: NOW + 86_401 }), 403],
  ["nobody to write to", headersWith({}, { sub: undefined }), 403],
  ["another algorithm", headersWith({}, {}, "HS256"), 403],
  ["no TTL", headersWith({ ttl: undefined }), 400],
  ["the draft's encoding", headersWith({ "content-encoding": "aesgcm" }), 400],
  ["an unknown urgency", headersWith({ urgency: "now" }), 400],
  ["a topic that is too long", headersWith({ topic: "a".repeat(33) }), 400],
])("the stand-in refuses %s", (_, headers, status) => {
  expect(check(headers)?.status).toBe(status);
});

test("the stand-in refuses a changed signature, a key of somebody else, and a message of more than 4,096 bytes", () => {
  const { authorization } = headersWith();
  expect(
    check(
      headersWith({
        authorization: authorization.replace(/\.(.)([^.]*), /, (_, c, rest) => `.${c === "A" ? "B" : "A"}${rest}, `),
      }),
    )?.status,
  ).toBe(403);
  const other = checkDelivery(
    { headers: headersWith(), body: Buffer.alloc(9) },
    { origin: ORIGIN, publicKey: "another", now: NOW },
  );
  expect(other?.status).toBe(403);
  expect(check(headersWith(), Buffer.alloc(4097))?.status).toBe(413);
});
