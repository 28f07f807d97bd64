/** Writes the sample to a directory, for experiments: node scripts/run.mjs scripts/sample/main.ts --dir DIR. */

import { Command, Option } from "commander";
import { type SampleSize, sampleWindow } from "./generate.ts";
import { writeSample } from "./write.ts";

const DEFAULT_SEED = 20_260_101;

const program = new Command()
  .requiredOption("--dir <dir>", "where the gzipped files go")
  .option("--now <iso>", "the instant the sample is seen from", new Date().toISOString())
  .option("--from <day>", "first day with races (default: by the size)")
  .option("--since <day>", "write only races on or after this day")
  .addOption(
    new Option("--size <size>", "three years, ten weeks or ten years before now")
      .choices(["full", "small", "decade"])
      .default("full"),
  )
  .option("--without <days>", "days that are left out, separated by commas")
  .option("--central", "write only central races")
  .option("--jv-data <dir>", "also write the same races as JV-Data, a gzipped file for each kind of record")
  .option("--truth <file>", "also write what every ticket is really worth (CSV, gzipped): to measure with")
  .option("--seed <number>", "seed", String(DEFAULT_SEED))
  .parse();

const options = program.opts<{
  dir: string;
  now: string;
  from?: string;
  since?: string;
  size: SampleSize;
  without?: string;
  central?: boolean;
  jvData?: string;
  truth?: string;
  seed: string;
}>();
const now = Math.floor(Date.parse(options.now) / 1000);
if (Number.isNaN(now)) program.error(`not an instant: ${options.now}`);
const started = performance.now();
const written = await writeSample(options.dir, {
  seed: Number(options.seed),
  from: options.from ?? sampleWindow(now, options.size).from,
  now,
  without: options.without?.split(",") ?? [],
  isCentralOnly: options.central === true,
  ...(options.jvData === undefined ? {} : { recordsDir: options.jvData }),
  ...(options.truth === undefined ? {} : { truthFile: options.truth }),
  ...(options.since === undefined ? {} : { emitSince: options.since }),
});
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(JSON.stringify({ ...written, seconds }, null, 2));
