// Runs one of the project's TypeScript commands: installs and builds what is missing, then runs `tsx FILE ARGS…`.
import { spawn } from "node:child_process";
import path from "node:path";
import { binary, ensureBuilt, ROOT } from "./prepare.mjs";

const [file, ...args] = process.argv.slice(2);
await ensureBuilt();
const child = spawn(binary("tsx"), [path.join(ROOT, file), ...args], {
  cwd: process.env.INIT_CWD ?? process.cwd(),
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
