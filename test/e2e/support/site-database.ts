import { execFileSync } from "node:child_process";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Puts a user on another plan behind the site's back, as a payment will. */
export function setPlan(stateDir: string, email: string, plan: number): void {
  if (!/^[a-z0-9.@-]+$/.test(email)) throw new Error(`not an address for a statement: ${email}`);
  const statement = `update users set plan = ${Math.trunc(plan)} where email = '${email}'`;
  execFileSync(
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
        statement,
      ],
    ],
    { cwd: ROOT, env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false" }, stdio: "pipe" },
  );
}
