import { readFileSync } from "node:fs";
import path from "node:path";
import { Miniflare } from "miniflare";
import { D1_WORKER, openD1ByHttp } from "#test/integration/support/workerd/d1-by-http.ts";

/** Ten seconds. */
const MOST_TRIES = 100;

/** Puts a user on another plan behind the site's back, as a payment will. */
export async function setPlan(stateDir: string, email: string, plan: number): Promise<void> {
  await runStatements(stateDir, [`update users set plan = ${Math.trunc(plan)} where id = ${userIdOf(email)}`]);
}

/** The user of an address, as an expression for a statement. */
export function userIdOf(email: string): string {
  if (!/^[a-z0-9.@-]+$/.test(email)) throw new Error(`not an address for a statement: ${email}`);
  return `(select id from users where email = '${email}')`;
}

/**
 * Writes to a running site's database what no page or call brings about at will, all of it or nothing. A workerd of its
 * own opens the site's file for it and ends again: so all at once.
 */
export async function runStatements(stateDir: string, statements: readonly string[]): Promise<void> {
  const config = JSON.parse(readFileSync(path.join(stateDir, "wrangler/web.json"), "utf8")) as {
    d1_databases: { binding: string; database_id: string }[];
  };
  const database = config.d1_databases.find(({ binding }) => binding === "DB");
  if (database === undefined) throw new Error(`${stateDir} has no database`);
  const miniflare = new Miniflare({
    modules: true,
    script: D1_WORKER,
    compatibilityDate: "2026-04-01",
    d1Databases: { DB: database.database_id },
    d1Persist: path.join(stateDir, "v3/d1"),
  });
  try {
    const d1 = openD1ByHttp(await miniflare.ready, "DB");
    await unlessLocked(() => d1.batch(statements.map((statement) => d1.prepare(statement))));
  } finally {
    await miniflare.dispose();
  }
}

/** The site may be writing: the file is locked for moments, and a batch is all or nothing, so it is tried again. */
async function unlessLocked(write: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await write();
      return;
    } catch (error) {
      if (tries === MOST_TRIES || !String(error).includes("database is locked")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
