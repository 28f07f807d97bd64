import { Command, Option } from "commander";
import { describeComparison, describeLearner, describePage } from "./describe-figures.ts";
import { measureFanDay } from "./fan-day/fan-day.ts";
import { measureStatements } from "./fan-day/statements.ts";
import { type BenchmarkResult, measure } from "./interleave.ts";
import { benchmarkGradient } from "./learner/gradient.ts";
import { type Comparison, compareWithLightGbm } from "./learner/lightgbm.ts";
import { forecastRealHalves, forecastSamples } from "./learner/outlook.ts";
import { compareQuality, formatQuality, QUALITY_CHOICES } from "./learner/quality.ts";
import { measureSlopes } from "./learner/slope.ts";
import { measureStoreLatency } from "./learner/store-latency.ts";
import { benchmarkTrees, measureLearner } from "./learner/trees.ts";
import { measureMarket } from "./market/main.ts";
import { measureMemory } from "./memory/memory.ts";
import { measureRecordPage } from "./own-records/record-page.ts";
import { measureFirstImage } from "./pages/first-image.ts";
import { hasLoadGenerator } from "./pages/load.ts";
import { measureLogIns, sayLogIns } from "./pages/log-ins.ts";
import { MEASURED_PAGES, measurePages, type PageResult } from "./pages/pages.ts";
import { benchmarkParsing } from "./pages/parsing.ts";
import { measureReady, READY_ROUNDS, type ReadyOptions, sayReady } from "./pages/ready.ts";
import { printSiteVitals } from "./pages/vitals.ts";
import { checkMutations } from "./race-day/mutations.ts";
import { measureOdds } from "./race-day/odds.ts";
import { measureRaceDay } from "./race-day/race-day.ts";
import { measureRecordsImport } from "./race-day/records-import.ts";
import { measureSaturday } from "./race-day/saturday.ts";
import { measureOldLedger, sayOldLedger } from "./rankings/old-ledger.ts";
import { measureRankings, sayRankings } from "./rankings/rankings.ts";
import { measureSealing, saySealing } from "./seal/seal.ts";
import { measureCrowd, sayCrowd } from "./season/crowd.ts";
import { measureSeason, saySeason } from "./season/season.ts";

const program = new Command("bench")
  .description("Measures our code against references in the same run.")
  .option("--json", "one JSON document on standard output")
  .option("--code", "only the code, no pages")
  .option("--learner", "only the learner: the kernel against its plain implementation, and a training at full size")
  .option("--quality <path...>", "only skill on races in the open CSV format, with --lightgbm beside it")
  .option("--train-until <date>", "with --quality: last day learnt from; all later ones are tested on", "2022-12-31")
  .addOption(new Option("--features <choice>", "with --quality: only these").choices(QUALITY_CHOICES))
  .option("--lightgbm <path>", "with --learner or --quality: LightGBM's command line program")
  .option(
    "--outlook [path...]",
    "only whether the next half-year lies in the report's interval: 15 of these races, or of 20 generated samples",
  )
  .option("--slope [path...]", "only how sure models of a short history are, on these races or on a generated sample")
  .option("--samples <n>", "with --outlook: generated samples", Number, 20)
  .option("--rows <n>", "with --learner --lightgbm: rows that are learnt from", Number, 240_000)
  .option("--columns <n>", "with --learner --lightgbm: features", Number, 50)
  .option("--pages [path...]", "only pages (they need wrk): all that are measured, or these")
  .option("--vitals [url]", "only paint, shift, blocking and taps on a slow phone, of a site that runs")
  .option("--ready", "only from form to ready, and pages while trainings run, on a site of its own")
  .option("--first-image", "only the first share image of an isolate, and those after it")
  .option("--log-ins", "only pages and right log-ins while a site of its own is flooded with log-ins")
  .addOption(
    new Option(
      "--store-latency [columns]",
      "only a training of ten years with 40 ms before each read of the store, and without",
    )
      .choices(["default", "all"])
      .preset("default"),
  )
  .option(
    "--memory [runners]",
    "only memory of the built Workers: pages with share images, trainings of ten years",
    Number,
  )
  .option(
    "--seal [models]",
    "only sealing what 10,000 models, or so many, say of a Saturday's 36 races, and proofs of it",
    Number,
  )
  .option("--season [models]", "only the season board of 10,000 models, or so many, of half and of a quarter", Number)
  .option(
    "--old-ledger [models]",
    "only the move of a month of 10,000 models' bets, or of so many, from D1 to R2",
    Number,
  )
  .option("--rankings [models]", "only the rankings of a month of 144 races for 10,000 models, or so many", Number)
  .option("--crowd [path...]", "only the forecast of forty models together, on these races or on the sample")
  .option(
    "--record-page [entries]",
    "only the record of a model with 5,000 settled races, or so many, by its report",
    Number,
  )
  .option("--odds", "only what a race's odds cost the door for records, and how much of them is stored")
  .option("--mutations [seed]", "only damaged records, tables and open CSV: 200,000 of them, from this seed on", Number)
  .option("--records [dir]", "only an import of records: ten years of the sample's central racing, or these files")
  .option("--race-day", "only how fast a day's 36 races, and odds, come into a site of its own with ten years of races")
  .option(
    "--saturday [hours]",
    "only a race day at --speed with --users and --models, and what must hold at its end",
    Number,
  )
  .option(
    "--fan-day [users]",
    "only a day analysed in one go, a race with five models, and rows read by pages: ten years, and these users",
    Number,
  )
  .option(
    "--statements [users]",
    "only the pages' statements beside point reads, with ten years of races and 10,000 users, or so many",
    Number,
  )
  .option("--speed <n>", "with --saturday: how fast the application's clock runs", Number, 60)
  .option("--users <n>", "with --saturday: who look at a page each ten seconds", Number, 200)
  .option("--models <n>", "with --saturday: that analyse each race", Number, 20)
  .option("--profile <file>", "with --records: where a CPU profile of the Worker goes")
  .option("--open-csv <dir>", "with --records and files: open CSV of the same races, whose rows must be the same")
  .option("--heap <mib>", "with --records: limit of V8's heap, 0 for none", Number, 96)
  .option("--market [names...]", "only what bets on the sample are worth by its true chances: all models, or these")
  .addOption(
    new Option("--sample <size>", "with --ready, --market or --crowd")
      .choices(["full", "small", "decade"])
      .default("full"),
  )
  .option(
    "--data <dir>",
    "with --ready, --race-day, --fan-day or --statements: races in the open CSV format instead of a sample",
  )
  .option("--rounds <n>", "measured rounds", (text) => Number.parseInt(text, 10), 9)
  .parse();
const options = program.opts<{
  json?: boolean;
  code?: boolean;
  learner?: boolean;
  quality?: string[];
  trainUntil: string;
  features?: (typeof QUALITY_CHOICES)[number];
  lightgbm?: string;
  outlook?: true | string[];
  slope?: true | string[];
  samples: number;
  rows: number;
  columns: number;
  pages?: true | string[];
  vitals?: true | string;
  ready?: boolean;
  firstImage?: boolean;
  logIns?: boolean;
  storeLatency?: "default" | "all";
  memory?: true | number;
  odds?: boolean;
  seal?: true | number;
  season?: true | number;
  oldLedger?: true | number;
  rankings?: true | number;
  crowd?: true | string[];
  recordPage?: true | number;
  records?: true | string;
  profile?: string;
  heap: number;
  openCsv?: string;
  raceDay?: boolean;
  saturday?: true | number;
  fanDay?: true | number;
  statements?: true | number;
  speed: number;
  users: number;
  models: number;
  mutations?: true | number;
  market?: true | string[];
  sample: ReadyOptions["sample"];
  data?: string;
  rounds: number;
}>();
if (!(options.rounds >= 1)) program.error("--rounds must be at least 1");
if ([options.code, options.pages, options.learner].filter(Boolean).length > 1)
  program.error("--code, --pages and --learner exclude each other");
if (options.lightgbm && !options.learner && !options.quality)
  program.error("--lightgbm goes with --learner or --quality");
if (options.quality && !options.lightgbm) program.error("--quality needs --lightgbm");
if (options.lightgbm && !(options.rows % 12 === 0 && options.rows > 0 && options.columns > 0))
  program.error("--rows must be a multiple of 12, and --columns above 0");
const isRoundsGiven = program.getOptionValueSource("rounds") !== "default";
if (options.quality && options.lightgbm) {
  const { quality: paths, trainUntil, lightgbm, features } = options;
  const choices = features === undefined ? QUALITY_CHOICES : [features];
  const quality = await compareQuality(lightgbm, { paths, trainUntil, choices }, (one) => say(formatQuality(one)));
  if (options.json) console.log(JSON.stringify({ quality }));
  process.exit();
}
if (options.outlook) {
  const { outlook: paths, samples } = options;
  const sayForecast = ({ name, low, high, next, isInside }: Awaited<ReturnType<typeof forecastSamples>>[number]) =>
    say(`${name}: ${low.toFixed(4)} to ${high.toFixed(4)}, came ${next.toFixed(4)}${isInside ? "" : ", OUTSIDE"}`);
  const forecasts = await (paths === true
    ? forecastSamples(samples, sayForecast)
    : forecastRealHalves(paths, sayForecast));
  say(`${forecasts.filter(({ isInside }) => isInside).length} of ${forecasts.length} inside`);
  if (options.json) console.log(JSON.stringify({ outlook: forecasts }));
  process.exit();
}
if (options.slope) {
  const figures = await measureSlopes(options.slope === true ? null : options.slope, say);
  for (const { name, historyDays, windows, mean, error, spread } of figures)
    say(
      `${name}, ${historyDays} days: slope ${mean.toFixed(3)} ± ${error.toFixed(3)} in ${windows} windows, ` +
        `standard deviation ${spread.toFixed(2)}`,
    );
  if (options.json) console.log(JSON.stringify({ slope: figures }));
  process.exit();
}
if (options.ready) {
  const { sample, data } = options;
  const result = await measureReady({ sample, data, rounds: isRoundsGiven ? options.rounds : READY_ROUNDS });
  if (options.json) console.log(JSON.stringify(result));
  else sayReady(result);
  process.exit();
}
if (options.firstImage) {
  const { rounds, first, later } = await measureFirstImage(isRoundsGiven ? options.rounds : undefined);
  const sayTime = ({ ms, cpuMs }: typeof first) => `${ms} ms (${cpuMs ?? "?"} of processor time)`;
  say(`share images of ${rounds} isolates: the first ${sayTime(first)}, goal 400; later ones ${sayTime(later)}`);
  if (options.json) console.log(JSON.stringify({ rounds, first, later }));
  process.exit();
}
if (options.logIns) {
  const result = await measureLogIns();
  if (options.json) console.log(JSON.stringify(result));
  else sayLogIns(result);
  process.exit();
}
if (options.storeLatency) {
  const figures = await measureStoreLatency({ choice: options.storeLatency });
  for (const { latencyMs, reads, megabytes, passes, seconds, waitedSeconds } of figures)
    say(
      `${latencyMs} ms before each read: ${seconds} s, ${waitedSeconds} of them waiting for the store; ` +
        `${reads} reads, ${megabytes} MB in ${passes} passes`,
    );
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.memory) {
  const figures = await measureMemory(options.memory === true ? 480_000 : options.memory, say);
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.seal) {
  const figures = await measureSealing(options.seal === true ? 10_000 : options.seal);
  say(saySealing(figures));
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.season) {
  const models = options.season === true ? 10_000 : options.season;
  const figures = [];
  for (const part of [4, 2, 1]) {
    figures.push(await measureSeason(Math.ceil(models / part)));
    say(saySeason(figures.at(-1)!));
  }
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.oldLedger) {
  const figures = await measureOldLedger(options.oldLedger === true ? 10_000 : options.oldLedger);
  console.log(options.json ? JSON.stringify(figures) : sayOldLedger(figures));
  process.exit();
}

if (options.rankings) {
  const figures = await measureRankings(options.rankings === true ? 10_000 : options.rankings);
  say(sayRankings(figures));
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.crowd) {
  const { crowd, sample } = options;
  const figures = await measureCrowd({ paths: crowd === true ? null : crowd, sample }, say);
  say(sayCrowd(figures));
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.recordPage) {
  const figures = await measureRecordPage(options.recordPage === true ? 5_000 : options.recordPage, say);
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.odds) {
  const { door, bytesOnDay, bytesLater } = await measureOdds();
  for (const { records, cpuMs, medianMs, p95Ms, dayMinutes } of door)
    say(`${records}: ${cpuMs} ms of processor time a delivery, ${medianMs} ms (p95 ${p95Ms}); ${dayMinutes} min a day`);
  say(`stored of a race: ${bytesOnDay} bytes on its day, ${bytesLater} later`);
  if (options.json) console.log(JSON.stringify({ door, bytesOnDay, bytesLater }));
  process.exit();
}
if (options.raceDay) {
  const figures = await measureRaceDay(options.data ?? null, say);
  const { atRest, training } = figures.odds;
  for (const [when, { records, medianMs, p95Ms, mostMs }] of Object.entries({
    "at rest": atRest,
    "during trainings": training,
  }))
    say(
      `odds in the folder to the page, ${when}: median ${medianMs}, p95 ${p95Ms}, at most ${mostMs} ms of ${records}`,
    );
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.fanDay) {
  const { fanDay, data = null } = options;
  const figures = await measureFanDay({ data, users: fanDay === true ? 10_000 : fanDay }, say);
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.statements) {
  const { statements, data = null } = options;
  const figures = await measureStatements({ data, users: statements === true ? 10_000 : statements }, say);
  if (options.json) console.log(JSON.stringify(figures));
  process.exit();
}
if (options.saturday) {
  const { saturday, speed, users, models } = options;
  const figures = await measureSaturday({ speed, users, models, hours: saturday === true ? 9 : saturday }, say);
  console.log(JSON.stringify(figures, null, options.json ? 0 : 2));
  process.exit(figures.differences.length + figures.broken.length + figures.failedPages > 0 ? 1 : 0);
}
if (options.records) {
  const { profile, records, heap: heapMiB, openCsv: csvDir } = options;
  const dir = records === true ? null : records;
  const { sameRows, ...figures } = await measureRecordsImport(dir, { profile, heapMiB, csvDir });
  for (const [what, { records, notTaken, seconds, cpuSeconds, memory }] of Object.entries(figures))
    say(
      `${what}: ${records} records in ${seconds} s (${cpuSeconds ?? "?"} s of processor time), ${notTaken} not taken; at most ` +
        `${memory.peakMiB} MiB of heap and buffers (heap ${memory.heapMiB}) in ${memory.samples} samples`,
    );
  if (sameRows !== null) {
    const { rows, differences } = sameRows;
    say(
      `${rows.races} races, ${rows.runners} runners and ${rows.payouts} payouts of open CSV: ${differences.length} differ`,
    );
    for (const difference of differences) say(difference);
  }
  if (options.json) console.log(JSON.stringify({ ...figures, sameRows }));
  process.exit((sameRows?.differences.length ?? 0) > 0 ? 1 : 0);
}
if (options.mutations !== undefined) {
  await checkMutations(options.mutations === true ? 1 : options.mutations, say);
  process.exit();
}
if (options.market) {
  const market = await measureMarket(options.sample, options.market === true ? null : options.market, say);
  if (options.json) console.log(JSON.stringify({ market }));
  process.exit();
}
if (options.vitals) {
  const rounds = isRoundsGiven ? options.rounds : undefined;
  await printSiteVitals({ url: options.vitals, rounds, asJson: options.json === true });
  process.exit();
}
const only = Array.isArray(options.pages) ? options.pages : [];
const unknown = only.filter((page) => !MEASURED_PAGES.includes(page));
if (unknown.length > 0) program.error(`not measured: ${unknown.join(" ")} (${MEASURED_PAGES.join(" ")} are)`);
const hasWrk = hasLoadGenerator();
if (options.pages && !hasWrk) program.error("wrk is not installed");

/** Prints a line for people, unless --json is set. */
function say(line: string): void {
  if (!options.json) console.log(line);
}

const benchmarks: BenchmarkResult[] = [];
const codeBenchmarks = () => [...(options.learner ? [] : [benchmarkParsing(), benchmarkGradient()]), benchmarkTrees()];
for (const benchmark of options.pages || options.lightgbm ? [] : codeBenchmarks()) {
  const result = await measure(benchmark, options.rounds);
  benchmarks.push(result);
  const { name, subjectMs, ratio, reference, baselineMs } = result;
  say(`${name}: ${subjectMs} ms, ${ratio} × ${reference} (${baselineMs} ms); smaller is faster`);
}

let comparison: Comparison | null = null;
if (options.lightgbm) {
  const { lightgbm, rows, columns: features } = options;
  comparison = await compareWithLightGbm(lightgbm, { rows, features, rounds: isRoundsGiven ? options.rounds : 3 });
  say(describeComparison(comparison));
}
const learner =
  options.learner && !options.lightgbm ? await measureLearner((figures) => say(describeLearner(figures))) : [];
let pages: PageResult[] = [];
const isWithoutPages = options.code || options.learner;
if (!isWithoutPages && hasWrk)
  pages = await measurePages({ rounds: options.rounds, only }, (result) => say(describePage(result)));
else if (!isWithoutPages) console.error("wrk is not installed: the pages' requests per second are left out.");
if (options.json) console.log(JSON.stringify({ rounds: options.rounds, benchmarks, learner, comparison, pages }));
