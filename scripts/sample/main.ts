/** Writes the sample to a directory, for experiments: node scripts/run.mjs scripts/sample/main.ts --dir DIR. */

import { Command } from "commander";
import { type SampleSize, sampleWindow } from "./generate.ts";
import { writeSample } from "./write.ts";

const DEFAULT_SEED = 20_260_101;

const program = new Command()
  .requiredOption("--dir <dir>", "where the gzipped files go")
  .option("--now <iso>", "the instant the sample is seen from", new Date().toISOString())
  .option("--from <day>", "first day with races (default: three years or ten weeks before now)")
  .option("--since <day>", "write only races on or after this day")
  .option("--size <size>", "full or small", "full")
  .option("--seed <number>", "seed", String(DEFAULT_SEED))
  .parse();

const options = program.opts<{
  dir: string;
  now: string;
  from?: string;
  since?: string;
  size: string;
  seed: string;
}>();
const now = Math.floor(Date.parse(options.now) / 1000);
if (Number.isNaN(now)) program.error(`not an instant: ${options.now}`);
if (options.size !== "full" && options.size !== "small") program.error(`size is full or small, not ${options.size}`);
const size: SampleSize = options.size === "small" ? "small" : "full";
const started = performance.now();
const written = await writeSample(options.dir, {
  seed: Number(options.seed),
  from: options.from ?? sampleWindow(now, size).from,
  now,
  ...(options.since === undefined ? {} : { emitSince: options.since }),
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(JSON.stringify({ ...written, seconds }, null, 2));
