// Keeps the sample data set of a local start: three years on the first start, topped up on every later day.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { binary, ROOT } from "./prepare.mjs";

const SEED = 20_260_401;
const WINDOW_DAYS = { full: 3 * 365, small: 70 };

const japanDay = (unixSeconds) => new Date((unixSeconds + 9 * 3600) * 1000).toISOString().slice(0, 10);
const addDays = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/**
 * Generates what is new since the last call and imports it as sample data. What is remembered is the first day of the
 * simulation (so that earlier days come out the same) and the day of the last load (whose races have results now).
 * @param {{ stateDir: string, size: "full" | "small", now: number, url: string, token: string, force?: boolean }} options
 * @returns {Promise<boolean>} whether anything was loaded
 */
export async function topUpSample({ stateDir, size, now, url, token, force = false }) {
  const file = path.join(stateDir, "sample.json");
  const today = japanDay(now);
  const known = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null;
  if (known !== null && known.loadedDay >= today && !force) return false;
  const sample = known ?? { seed: SEED, size, from: addDays(today, -WINDOW_DAYS[size]), loadedDay: null };
  const directory = path.join(stateDir, "sample");
  mkdirSync(directory, { recursive: true });
  await runScript("scripts/sample/main.ts", [
    ...["--seed", String(sample.seed), "--size", sample.size, "--from", sample.from],
    ...["--now", new Date(now * 1000).toISOString(), "--dir", directory],
    ...(sample.loadedDay === null ? [] : ["--since", sample.loadedDay]),
  ]);
  await runScript("scripts/import/main.ts", [directory, "--source", "sample", "--url", url, "--token", token]);
  rmSync(directory, { recursive: true, force: true });
  writeFileSync(file, JSON.stringify({ ...sample, loadedDay: today }));
  return true;
}

/** Runs a script of ours to its end; its output goes to standard error. */
function runScript(script, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(binary("tsx"), [path.join(ROOT, script), ...args], {
      cwd: ROOT,
      stdio: ["ignore", process.stderr, process.stderr],
    });
    child.on("error", reject);
    child.on("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${script} ended with code ${code}.`))));
  });
}
