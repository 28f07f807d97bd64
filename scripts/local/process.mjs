// Programs and ports beside a local site.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { binary, ROOT } from "../prepare.mjs";

/** Runs one of the project's scripts; all its output goes to standard error. */
export function runScript(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary("tsx"), [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ["ignore", process.stderr, process.stderr],
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${script} exited with code ${code}.`))));
  });
}

/** Kills a child process that does not end within three seconds. */
export async function endChild(child) {
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  if (isRunning()) child.kill("SIGTERM");
  for (let tries = 0; tries < 30 && isRunning(); tries++) await sleep(100);
  if (isRunning()) child.kill("SIGKILL");
}

export function argumentsOf(pid) {
  return spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).stdout ?? "";
}

/** The port of the folder's last run, so that open pages and links keep working; another free one if it is taken. */
export async function choosePort(folder) {
  const file = path.join(folder, "port");
  const last = existsSync(file) ? Number(readFileSync(file, "utf8")) : 0;
  const port = (last && (await bindPort(last))) || (await bindPort(0));
  writeFileSync(file, String(port));
  return port;
}

/** The port if it is free, else null; for 0 any free port. */
export function bindPort(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => {
      const bound = server.address().port;
      server.close(() => resolve(bound));
    });
  });
}
