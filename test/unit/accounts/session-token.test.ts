import { generateKeyPair, SignJWT } from "jose";
import { expect, test } from "vitest";
import { issueSessionToken, readSessionToken, SESSION_SECONDS } from "#app/adapters/session-token.server.ts";

const SETTINGS = { secret: "test-session-secret-0123456789", origin: "https://keiba.example" };
const NOW = 1_795_222_800;
const KEY = new TextEncoder().encode(SETTINGS.secret);

const read = (token: string, now = NOW) => readSessionToken(SETTINGS, { token, now });

function forge(claims: Record<string, unknown>, { alg = "HS256", key = KEY as Parameters<SignJWT["sign"]>[0] } = {}) {
  return new SignJWT({
    sid: "s",
    sub: "7",
    typ: "session",
    iss: SETTINGS.origin,
    aud: SETTINGS.origin,
    iat: NOW,
    exp: NOW + 60,
    ...claims,
  })
    .setProtectedHeader({ alg })
    .sign(key);
}

test("a token names its session, for 30 days", async () => {
  const token = await issueSessionToken(SETTINGS, { sid: "s", userId: 7, now: NOW });
  expect(await read(token)).toEqual({ sid: "s", userId: 7 });
  expect(await read(token, NOW + SESSION_SECONDS - 1)).toEqual({ sid: "s", userId: 7 });
  expect(await read(token, NOW + SESSION_SECONDS)).toBeNull();
  expect(await read(await forge({}))).toEqual({ sid: "s", userId: 7 });
});

test.each([
  ["another purpose", { typ: "mail-code" }],
  ["no purpose", { typ: undefined }],
  ["another issuer", { iss: "https://evil.example" }],
  ["another audience", { aud: "https://evil.example" }],
  ["no end", { exp: undefined }],
  ["an end in the past", { exp: NOW - 1 }],
  ["a start in the future", { nbf: NOW + 60 }],
  ["no session", { sid: undefined }],
  ["a session that is no text", { sid: 5 }],
  ["no user", { sub: undefined }],
  ["a user that is no number", { sub: "x" }],
])("a genuine signature with %s grants nothing", async (_name, claims) => {
  expect(await read(await forge(claims))).toBeNull();
});

test("no other algorithm, key or changed character is accepted", async () => {
  const token = await forge({});
  const [header = "", payload = "", signature = ""] = token.split(".");
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const { privateKey } = await generateKeyPair("RS256");
  for (const forged of [
    `${encode({ alg: "none" })}.${payload}.`,
    `${encode({ alg: "none" })}.${payload}.${signature}`,
    `${encode({ alg: "HS256", kid: "../../dev/null", jku: "https://evil.example" })}.${payload}.${signature}`,
    await forge({}, { alg: "RS256", key: privateKey }),
    await forge({}, { alg: "HS512" }),
    await forge({}, { key: new TextEncoder().encode("another-secret-0123456789-000000") }),
    `${header}.${encode({ sid: "s", sub: "1", typ: "session" })}.${signature}`,
    "",
    "x",
    "a.b.c",
    "..",
  ]) {
    expect([forged, await read(forged)]).toEqual([forged, null]);
  }
  for (let at = 0; at < token.length - 1; at++) {
    if (token[at] === ".") continue;
    const flipped = `${token.slice(0, at)}${token[at] === "A" ? "B" : "A"}${token.slice(at + 1)}`;
    expect(await read(flipped)).toBeNull();
  }
});
