import { createServices } from "#app/services/create-services.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { mailCode } from "#app/services/mail/mail-jobs.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { PASSWORD } from "#test/integration/support/site-accounts.ts";
import { CHEAP_PASSWORDS } from "#test/integration/support/test-site.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";

export const USER = { id: 1, plan: 1 };
export const FROM = { clientAddress: "192.0.2.1" };

/** Users 1 and 2 with `PASSWORD`, over a database of their own. */
export async function openAccounts(config: Partial<Deps["config"]> = {}) {
  const { database, deps: defaults } = await openTestDeps({ passwords: CHEAP_PASSWORDS });
  const deps = { ...defaults, config: { ...defaults.config, ...config } };
  for (const id of [1, 2]) await insertUser(database.db, { id, passwordHash: `$argon2id$${PASSWORD}` });
  return {
    deps,
    db: database.db,
    d1: database.d1,
    accounts: createServices(deps).accounts,
    auth: createServices(deps).auth,
    [Symbol.asyncDispose]: database.dispose,
  };
}

export type Accounts = Awaited<ReturnType<typeof openAccounts>>;

/** Requests a change of a user's address. */
export async function requestEmailChange({ accounts }: Accounts, email: string, userId = 1) {
  return accounts.updateProfile({
    user: { id: userId, plan: 1 },
    changes: { email },
    currentPassword: PASSWORD,
    ...FROM,
  });
}

/** The code of the newest change requested by a user. */
export async function newestCode({ deps, d1 }: Accounts, userId = 1): Promise<string> {
  const row = await sql(d1)`select id from mail_codes where user_id = ${userId} and kind = 'change-email'
    order by rowid desc limit 1`.first<{ id: string }>();
  return mailCode(deps, row?.id ?? "");
}
