import { totpCode, totpSecret } from "#app/adapters/second-factor/totp.server.ts";
import { hmacBase64Url } from "#app/adapters/session-token.server.ts";
import { relyingParty } from "#app/domain/accounts/passkeys.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import { readSession } from "#app/services/accounts/sessions.server.ts";
import type { Services } from "#app/services/create-services.server.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { createAuthenticator } from "#test/integration/support/software-authenticator.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { emailOf, type Facts, FROM, type Site } from "./fault-world.ts";

/** Rows that a use case needs beside those of `fault-world`, and what its caller has in hand. */

/** An open code whose text is known. */
export const giveCode = (kind: string, email: string, userId: number | null) => async (site: Site) => {
  await sql(site.d1)`insert into mail_codes (id, code_hash, kind, email, user_id, created_at, expires_at)
    values (${kind}, ${await sha256Hex(`code of ${kind}`)}, ${kind}, ${email}, ${userId}, 1, 2000000000)`.run();
};

/** The user who requested it has no parallel run left. */
export const failedJob = async ({ d1 }: Site) =>
  sql(d1)`insert into jobs (id, kind, queue, subject, status, run_after, created_at, finished_at, error)
    values ('failed', 'enter-names', 'background', 'all', 'failed', 1, 1, 1795222000, 'e')`.run();

export const openReport = async ({ d1 }: Site) =>
  d1.prepare("insert into reports values ('model', 1, 'name', 1, 1, 1, null)").run();

/** An import that has changed nothing and can be taken back. */
export const keptImport = async ({ d1 }: Site) =>
  sql(d1)`insert into imports (id, source, status, created_at, finished_at, data_version, before_parts)
    values (2, 'real', 'done', 1, 1, 2, 0)`.run();

/** An event that is not delivered yet. */
export const renewal = async ({ billing }: Site) => {
  for (const subscription of Object.values(billing.world.subscriptions))
    await billing.stripe.subscriptions.update(subscription.id, { metadata: { touched: "yes" } });
};

export async function codeOfStaff({ deps, d1 }: Site): Promise<string> {
  const row = await d1.prepare("select totp_seed seed from staff").first<{ seed: string }>();
  const secret = await totpSecret(deps.config.sessionSecret, row?.seed ?? "");
  return totpCode(secret, Math.floor(Date.now() / 30_000));
}

/** In the session of the facts' token. */
export const secondFactorBegun = async ({ d1, deps }: Site, { token }: Facts) =>
  sql(d1)`insert into second_factors (user_id, totp_seed, created_at, session_id)
    values (1, 'seed', ${deps.now()}, ${(await readSession(deps, { token }))?.sessionId ?? null})`.run();
export const secondFactorOn = async (site: Site) => {
  await sql(site.d1)`insert into second_factors (user_id, totp_seed, created_at, confirmed_at)
    values (1, 'seed', 1, ${site.deps.now()})`.run();
  await site.d1.prepare("insert into recovery_codes (user_id, code_hash) values (1, 'hash')").run();
};

export const authenticator = createAuthenticator();

export const passkeyOf =
  (userId: number, { opensConsole }: { opensConsole: 0 | 1 }) =>
  async ({ d1 }: Site) => {
    await sql(d1)`insert into second_factors (user_id, totp_seed, created_at, confirmed_at)
      values (${userId}, 'seed', 1, 1)`.run();
    await sql(d1)`insert into passkeys (credential_id, user_id, name, public_key, counter, transports, opens_console,
      created_at)
      values (${authenticator.id}, ${userId}, '電話', ${authenticator.publicKey}, 0, '', ${opensConsole}, 1)`.run();
  };

/** As the site's pages ask. */
export function askedBy({ deps }: Site, challenge: string) {
  const { id: rpId, origin } = relyingParty(deps.config.publicUrl) ?? { id: "", origin: "" };
  return { challenge, rpId, origin };
}

export const CHALLENGE = "Y2hhbGxlbmdl";
export const passkeyBegun = async (site: Site) => {
  await secondFactorOn(site);
  await sql(site.d1)`insert into passkey_challenges (challenge_hash, user_id, purpose, expires_at)
    values (${await sha256Hex(CHALLENGE)}, 1, 'register', 2e9)`.run();
};

export async function ticketOf({ auth }: Services): Promise<string> {
  const first = await auth.signIn({ email: emailOf(1), password: PASSWORD, ...FROM });
  return first.kind === "second-factor" ? first.ticket : "";
}

/** With a raise that comes in the year 2033. */
export const ownLimit = async ({ d1 }: Site) =>
  sql(d1)`insert into own_limits (user_id, kind, amount, raise_to, raise_at) values (1, 'analyses', 5, 9, 2e9)`.run();

export const ownBudget = async ({ d1 }: Site) =>
  d1.prepare("insert into own_limits (user_id, kind, amount) values (1, 'budget', 600)").run();

/** Ticket 1 on the race of the use cases. */
export const ownTicket = async ({ d1 }: Site) =>
  sql(d1)`insert into own_tickets (id, user_id, race_id, date, kind, yen, form_key, recorded_at, lines)
    select 1, 1, race_id, date, 'win', 100, 'form-key-1', 1, '[["1",100]]' from races where race_id = 'r001'`.run();

export async function codeOfUser({ deps }: Site): Promise<string> {
  const secret = await totpSecret(deps.config.sessionSecret, "user:seed");
  return totpCode(secret, Math.floor(Date.now() / 30_000));
}

/** The code of the link that undoes {@link secondFactorOn}. */
export async function undoCodeOf({ deps }: Site): Promise<string> {
  return `1.${await hmacBase64Url(deps.config.sessionSecret, "undo-second-factor:1:seed")}`;
}
