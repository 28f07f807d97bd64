import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { issueSessionToken, readSessionToken } from "#app/adapters/session-token.server.ts";
import { decodeShareId, encodeShareId, readShareReference } from "#app/adapters/share-id.server.ts";
import { readStop, stopAddress } from "#app/services/notifications/notification-choices.server.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

const SETTINGS = { secret: "test-session-secret-0123456789", origin: "https://keiba.example" };
const CONFIG = { config: { sessionSecret: SETTINGS.secret, publicUrl: SETTINGS.origin } } as Parameters<
  typeof readStop
>[0];
const NOW = 1_795_222_800;
const USERS = 20;

let tokens: string[];
let codes: string[];

beforeAll(async () => {
  const users = Array.from({ length: USERS }, (_, index) => index + 1);
  tokens = await Promise.all(
    users.map((userId) => issueSessionToken(SETTINGS, { sid: `s${userId}`, userId, now: NOW })),
  );
  const addresses = await Promise.all(users.map((userId) => stopAddress(CONFIG, { userId, kind: "model-ready" })));
  codes = addresses.map((address) => new URL(address).searchParams.get("code") ?? "");
});

/** Edits of a text: one character, a cut, a repetition, its parts mixed with another's, any part anew. */
const edit = fc.oneof(
  fc.record({
    kind: fc.constant("set" as const),
    at: fc.nat(),
    by: fc.string({ unit: "binary", minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constantFrom("cut" as const, "repeat" as const),
    at: fc.nat(),
    count: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ kind: fc.constant("swap" as const), part: fc.nat({ max: 2 }), other: fc.nat({ max: USERS - 1 }) }),
  fc.record({ kind: fc.constant("part" as const), part: fc.nat({ max: 2 }), by: fc.base64String() }),
  fc.record({
    kind: fc.constant("claims" as const),
    by: fc.dictionary(fc.constantFrom("sid", "sub", "typ", "exp", "aud", "iss", "nbf", "kid"), fc.jsonValue(), {
      maxKeys: 3,
    }),
  }),
);
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(text: string, change: Edit, others: readonly string[]): string {
  const parts = text.split(".");
  const put = (part: number, by: string) => parts.with(Math.min(part, parts.length - 1), by).join(".");
  switch (change.kind) {
    case "set":
      return text.slice(0, change.at % text.length) + change.by + text.slice((change.at % text.length) + 1);
    case "cut":
      return text.slice(0, change.at % text.length) + text.slice((change.at % text.length) + change.count);
    case "repeat": {
      const at = change.at % text.length;
      return text.slice(0, at + change.count) + text.slice(at);
    }
    case "swap":
      return put(change.part, others[change.other]?.split(".")[change.part] ?? "");
    case "part":
      return put(change.part, change.by.replaceAll("=", ""));
    case "claims":
      return put(
        1,
        Buffer.from(
          JSON.stringify({ sid: "s1", sub: "1", typ: "session", iat: NOW, exp: NOW + 60, ...change.by }),
        ).toString("base64url"),
      );
    default:
      return change satisfies never;
  }
}

const edited = fc.record({ user: fc.nat({ max: USERS - 1 }), edits: fc.array(edit, { minLength: 1, maxLength: 3 }) });

/** What a text of some user's reads as, when it is edited: what another's genuine one says, or nothing. */
function mutate(texts: readonly string[], { user, edits }: { user: number; edits: readonly Edit[] }): string {
  return edits.reduce((text, each) => (text === "" ? text : apply(text, each, texts)), texts[user] ?? "");
}

test(
  "an edited token of a session opens nothing",
  async () => {
    await fc.assert(
      fc.asyncProperty(edited, async (change) => {
        const token = mutate(tokens, change);
        const read = await readSessionToken(SETTINGS, { token, now: NOW });
        if (!tokens.includes(token)) expect([token, read]).toEqual([token, null]);
      }),
      fuzz({ quick: 500, whole: 12_000 }),
    );
  },
  LONG_MS,
);

test(
  "an edited link that stops mails stops nothing",
  async () => {
    await fc.assert(
      fc.asyncProperty(edited, async (change) => {
        const code = mutate(codes, change);
        const read = await readStop(CONFIG, { code });
        if (!codes.includes(code)) expect([code, read]).toEqual([code, null]);
      }),
      fuzz({ quick: 300, whole: 4000 }),
    );
  },
  LONG_MS,
);

test(
  "a share id is read as the one that it was made from, or not at all",
  () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), edited, fc.string({ unit: "binary" }), (id, change, text) => {
        const shareId = encodeShareId(id);
        expect(decodeShareId(shareId)).toBe(id);
        for (const sent of [mutate([shareId], { ...change, user: 0 }), text]) {
          const read = decodeShareId(sent);
          if (read !== null) expect(encodeShareId(read)).toBe(sent);
          const reference = readShareReference(sent);
          if (reference !== null) expect(Number.isSafeInteger(reference) && reference > 0).toBe(true);
        }
      }),
      fuzz({ quick: 300, whole: 4000 }),
    );
  },
  LONG_MS,
);
