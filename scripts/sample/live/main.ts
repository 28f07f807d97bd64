/** Delivers the sample's present day as it would arrive, through a folder that the feed watches (scripts/local/sample-day.mjs). */

import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { startFeed } from "#scripts/feed/feed.ts";
import { type DayFile, liveDays, openDayFile } from "./live-days.ts";

const TICK_MS = 500;

const options = new Command()
  .requiredOption("--dir <dir>", "the folder of the day's records")
  .requiredOption("--url <url>", "the running site")
  .requiredOption("--seed <number>", "of the sample")
  .requiredOption("--from <day>", "first day of the sample")
  .requiredOption("--offset <seconds>", "between the machine's clock and the application's")
  .requiredOption("--started-at <seconds>", "instant of the machine since which the clock runs faster")
  .requiredOption("--speed <number>", "how fast it runs")
  .parse()
  .opts<Record<"dir" | "url" | "seed" | "from" | "offset" | "startedAt" | "speed", string>>();

const sample = { seed: Number(options.seed), from: options.from };
const startedAt = Number(options.startedAt);
const now = (): number =>
  Math.floor(startedAt + (Date.now() / 1000 - startedAt) * Number(options.speed)) + Number(options.offset);

await mkdir(options.dir, { recursive: true });
const feed = startFeed({
  dir: options.dir,
  site: { url: options.url, token: process.env.ADMIN_TOKEN ?? "" },
  source: "sample",
  log: (line) => console.log(line),
});

const ending = new AbortController();
const end = (): void => ending.abort();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
// The start has ended, however it did.
process.stdin.on("end", end).on("error", end).resume();
void feed.ended.then(end);

let today = "";
let files: DayFile[] = [];
while (!ending.signal.aborted) {
  if (japanDay(now()) !== today) {
    today = japanDay(now());
    files = await openDays(today);
  }
  for (const file of files) await file.writeUntil(now());
  await sleep(TICK_MS, undefined, { signal: ending.signal }).catch(() => undefined);
}
const { fault } = await feed.stop();
if (fault !== null) console.error(fault);
process.exit(fault === null ? 0 : 1);

async function openDays(day: string): Promise<DayFile[]> {
  const days = liveDays(sample, day).map((live) => ({ ...live, name: `${live.day}.jvd` }));
  const names = days.map(({ name }) => name);
  const old = (await readdir(options.dir)).filter((name) => name.endsWith(".jvd") && !names.includes(name));
  for (const name of old) await rm(join(options.dir, name), { force: true });
  return Promise.all(days.map(({ name, deliveries }) => openDayFile(join(options.dir, name), deliveries)));
}
