import { afterAll, beforeAll, expect, test } from "vitest";
import { totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import type { PasskeyCreation, PasskeyRequest } from "#app/domain/accounts/passkeys.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { openSession, PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createAuthenticator } from "#test/integration/support/software-authenticator.ts";
import { createTestHasher } from "#test/integration/support/test-hasher.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

/** The built site in workerd: its bundle loads the library with the first passkey, and checks both kinds of answers. */

const ORIGIN = "http://localhost:8788";
const SECRET = "test-session-secret-0123456789";
const HERE = { origin: ORIGIN, rpId: "localhost" };

let site: Awaited<ReturnType<typeof createBuiltSite>>;
let session: string;

beforeAll(async () => {
  site = await createBuiltSite({ publicUrl: ORIGIN });
  const { d1 } = site;
  const passwordHash = await createTestHasher().hash(PASSWORD);
  await insertUser(openDatabase(d1), { id: 1, passwordHash });
  await sql(d1)`insert into second_factors (user_id, totp_seed, created_at, confirmed_at)
    values (1, 'seed', 1, 1)`.run();
  session = `session=${await openSession(d1, { userId: 1, origin: ORIGIN })}`;
});

afterAll(() => site[Symbol.asyncDispose]());

function send(path: string, fields: Record<string, string>, cookie = "") {
  return site.fetch(path, {
    method: "POST",
    headers: { Origin: ORIGIN, "Content-Type": "application/x-www-form-urlencoded", Cookie: cookie },
    body: new URLSearchParams(fields).toString(),
  });
}

/** What a page has the browser ask for. */
function askedBy<Asked>(html: string): Asked {
  const [, json = "null"] = /data-passkey="(\{[^"]*)"/.exec(html) ?? [];
  return JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

test("a registration and an assertion are verified in workerd, behind pages that a script of the site answers", async () => {
  const authenticator = createAuthenticator();
  const code = await totpCode(await totpSecret(SECRET, "user:seed"), Math.floor(Date.now() / 30_000));
  const begin = { do: "begin-passkey", name: "電話", currentPassword: PASSWORD, code };
  const begun = await send("/settings/security", begin, session);
  expect(begun.status).toBe(200);
  const creation = askedBy<PasskeyCreation>(await begun.text());
  expect(creation).toMatchObject({ rp: { id: "localhost" }, attestation: "none", excludeCredentials: [] });
  const registration = JSON.stringify(authenticator.register({ challenge: creation.challenge, ...HERE }));
  const added = await send("/settings/security", { do: "add-passkey", name: "電話", answer: registration }, session);
  expect([added.status, added.headers.get("Location")]).toEqual([
    303,
    "/settings/security?done=passkey-added#passkeys",
  ]);

  let asked = await send("/login", { email: "user1@example.com", password: PASSWORD, to: "/races" });
  for (const origin of ["https://evil.example", ORIGIN]) {
    const html = await asked.text();
    expect(html).toContain('<script type="module" src="/passkey.js">');
    expect(asked.headers.get("Content-Security-Policy")).toMatch(/script-src 'self'/);
    const ticket = /name="ticket"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
    const { challenge, allowCredentials } = askedBy<PasskeyRequest>(html);
    expect(allowCredentials).toEqual([{ id: authenticator.id, type: "public-key", transports: ["internal"] }]);
    const answer = JSON.stringify(authenticator.sign({ challenge, ...HERE, origin }));
    asked = await send("/login", { ticket, way: "passkey", answer, to: "/races" });
    expect([origin, asked.status]).toEqual([origin, origin === ORIGIN ? 303 : 400]);
  }
  expect(asked.headers.get("Location")).toBe("/races");
  expect(asked.headers.getSetCookie().join()).toContain("session=");
  const script = await site.fetch("/passkey.js");
  expect([script.status, script.headers.get("Content-Type"), script.headers.get("Cache-Control")]).toEqual([
    ...[200, expect.stringContaining("javascript"), "public, max-age=3600"],
  ]);
  await script.text();
});
