import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "..");

/** The admin token: the given one, else ADMIN_TOKEN, else that of .dev.vars or .dev.vars.example. */
export function findAdminToken(given: string | undefined): string | undefined {
  return given ?? process.env.ADMIN_TOKEN ?? readDevToken();
}

function readDevToken(): string | undefined {
  for (const name of [".dev.vars", ".dev.vars.example"]) {
    const file = path.join(ROOT, name);
    const line = existsSync(file) ? /^ADMIN_TOKEN\s*=\s*"?([^"\r\n]+)"?\s*$/m.exec(readFileSync(file, "utf8")) : null;
    if (line?.[1] !== undefined) return line[1];
  }
  return undefined;
}
