import { readFileSync } from "node:fs";
import path from "node:path";
import { openD1ByHttp } from "#test/integration/support/workerd/d1-by-http.ts";

/** Puts a user on another plan behind the site's back, as a payment will. */
export async function setPlan(stateDir: string, email: string, plan: number): Promise<void> {
  await runStatements(stateDir, [`update users set plan = ${Math.trunc(plan)} where id = ${userIdOf(email)}`]);
}

/** The user of an address, as an expression for a statement. */
export function userIdOf(email: string): string {
  if (!/^[a-z0-9.@-]+$/.test(email)) throw new Error(`not an address for a statement: ${email}`);
  return `(select id from users where email = '${email}')`;
}

/** Writes to a running site's database what no page or call brings about at will, all of it or nothing. */
export async function runStatements(stateDir: string, statements: readonly string[]): Promise<void> {
  const d1 = openD1ByHttp(new URL(readFileSync(path.join(stateDir, "database-url"), "utf8")), "DB");
  await d1.batch(statements.map((statement) => d1.prepare(statement)));
}
