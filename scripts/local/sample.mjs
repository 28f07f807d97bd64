// Keeps the sample data set of a local start: three years on the first start, topped up on every later day.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runScript } from "./process.mjs";
import { deliveredDays, sampleDayDir } from "./sample-day.mjs";

export const SEED = 20_260_401;
/** Increase it when scripts/sample gives other races for a seed, or the demo models change: a state then starts afresh. */
const SAMPLE_VERSION = 8;
const RESTART_TIMEOUT_MS = 300_000;
const WINDOW_DAYS = { full: 3 * 365, small: 70 };

const japanDay = (unixSeconds) => new Date((unixSeconds + 9 * 3600) * 1000).toISOString().slice(0, 10);
const addDays = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

const fileOf = (stateDir) => path.join(stateDir, "sample.json");
export const readKnown = (stateDir) =>
  existsSync(fileOf(stateDir)) ? JSON.parse(readFileSync(fileOf(stateDir), "utf8")) : null;

/** Deletes an older generator's sample; call it before creating demo models. @returns whether there was one */
export async function endOlderSample({ stateDir, url, token }) {
  const known = readKnown(stateDir);
  if (known === null || known.version === SAMPLE_VERSION) return false;
  console.error(
    "The sample data of this state was made by an older version and is replaced. Accounts, plans and your own models are kept; analyses of its races, rankings and demo models are deleted.",
  );
  const answer = await fetch(new URL("/admin/api/sample-restart", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(RESTART_TIMEOUT_MS),
  });
  if (!answer.ok) throw new Error(`/admin/api/sample-restart responded with ${answer.status}: ${await answer.text()}`);
  rmSync(fileOf(stateDir));
  rmSync(sampleDayDir(stateDir), { recursive: true, force: true });
  return true;
}

/**
 * Generates the races since the last call and imports them. `sample.json` keeps the first day of the simulation and the
 * day of the last load.
 * @returns whether anything was loaded
 */
export async function topUpSample({ stateDir, size, now, url, token, force = false }) {
  const today = japanDay(now);
  const known = readKnown(stateDir);
  if (known !== null && known.loadedDay >= today && !force) return false;
  const sample = known ?? {
    version: SAMPLE_VERSION,
    seed: SEED,
    size,
    from: addDays(today, -WINDOW_DAYS[size]),
    loadedDay: null,
  };
  const directory = path.join(stateDir, "sample");
  const delivered = deliveredDays(stateDir, today);
  mkdirSync(directory, { recursive: true });
  await runScript("scripts/sample/main.ts", [
    ...["--seed", String(sample.seed), "--size", sample.size, "--from", sample.from],
    ...["--now", new Date(now * 1000).toISOString(), "--dir", directory],
    ...(sample.loadedDay === null ? [] : ["--since", sample.loadedDay]),
    ...(delivered.length === 0 ? [] : ["--without", delivered.join(",")]),
  ]);
  await runScript("scripts/import/main.ts", [directory, "--source", "sample", "--url", url, "--token", token]);
  rmSync(directory, { recursive: true, force: true });
  writeFileSync(fileOf(stateDir), JSON.stringify({ ...sample, loadedDay: today }));
  return true;
}
