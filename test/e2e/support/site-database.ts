import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { openD1ByHttp } from "#test/integration/support/workerd/bindings-by-http.ts";
import { openBucketByHttp } from "#test/integration/support/workerd/bucket-by-http.ts";

/** Changes a user's plan in the database, without a payment. */
export async function setPlan(stateDir: string, email: string, plan: number): Promise<void> {
  await runStatements(stateDir, [`update users set plan = ${Math.trunc(plan)} where id = ${userIdOf(email)}`]);
}

/** An SQL expression for the id of the user with an address. */
export function userIdOf(email: string): string {
  if (!/^[a-z0-9.@-]+$/.test(email)) throw new Error(`not an address for a statement: ${email}`);
  return `(select id from users where email = '${email}')`;
}

/** Writes states to a running site's database that no page or call can produce on demand, in one transaction. */
export async function runStatements(stateDir: string, statements: readonly string[]): Promise<void> {
  const { DB } = openSiteBindings(stateDir);
  await DB.batch(statements.map((statement) => DB.prepare(statement)));
}

/**
 * Has a model's report measured how it goes with the odds, at some weight beside them, and that bets on high odds returned
 * 68.4 %; with a weight of null it has not measured the former.
 */
export async function measureBesideOdds(stateDir: string, modelId: number, weight: number | null): Promise<void> {
  const changed =
    weight === null
      ? "json_remove(details, '$.report.secondStage')"
      : `json_set(details, '$.report.secondStage', json('[1,${weight},1,0,0,0,300]'))`;
  await runStatements(stateDir, [
    `update models set details = ${changed} where id = ${modelId}`,
    `update models set details = json_set(details, '$.report.value', json('[412,300,0.684,0.61,0.75,0.8]')) where id = ${modelId}`,
  ]);
}

/** Database and store of a running site, reached inside its own workerd. */
export function openSiteBindings(stateDir: string): { DB: D1Database; STORE: R2Bucket } {
  const address = new URL(readFileSync(path.join(stateDir, "bindings-url"), "utf8"));
  return { DB: openD1ByHttp(address, "DB"), STORE: openBucketByHttp(address, "STORE") };
}

/** Waits until a site's sweep, within a minute of an import, has entered the names that races are found by. */
export async function namesEntered(stateDir: string): Promise<void> {
  const { DB } = openSiteBindings(stateDir);
  await expect
    .poll(async () => await DB.prepare("select count(*) from search_pending").first<number>("count(*)"), {
      timeout: 150_000,
      intervals: [500],
    })
    .toBe(0);
}
