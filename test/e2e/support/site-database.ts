import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Puts a user on another plan behind the site's back, as a payment will. */
export async function setPlan(stateDir: string, email: string, plan: number): Promise<void> {
  await runStatements(stateDir, [`update users set plan = ${Math.trunc(plan)} where id = ${userIdOf(email)}`]);
}

/** The user of an address, as an expression for a statement. */
export function userIdOf(email: string): string {
  if (!/^[a-z0-9.@-]+$/.test(email)) throw new Error(`not an address for a statement: ${email}`);
  return `(select id from users where email = '${email}')`;
}

/** Writes to a running site's database what no page or call brings about at will; takes seconds, so all at once. */
export async function runStatements(stateDir: string, statements: readonly string[]): Promise<void> {
  // Not the synchronous one: while it blocks, the site closes connections that the next call would take up.
  await promisify(execFile)(
    process.execPath,
    [
      path.join(ROOT, "node_modules/wrangler/bin/wrangler.js"),
      ...[
        "d1",
        "execute",
        "DB",
        "--local",
        "--persist-to",
        stateDir,
        "-c",
        path.join(stateDir, "wrangler/web.json"),
        "--command",
        statements.join(";\n"),
      ],
    ],
    { cwd: ROOT, env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" } },
  );
}
