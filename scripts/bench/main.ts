import { Command, Option } from "commander";
import { type BenchmarkResult, measure } from "./interleave.ts";
import { benchmarkGradient } from "./learner/gradient.ts";
import { type Comparison, compareWithLightGbm, describeComparison } from "./learner/lightgbm.ts";
import { compareQuality, formatQuality, QUALITY_CHOICES } from "./learner/quality.ts";
import { describeSearches, searchRealRaces } from "./learner/searches.ts";
import { describeSuggestions, simulateSuggestions } from "./learner/suggestions.ts";
import { benchmarkTrees, describeLearner, measureLearner } from "./learner/trees.ts";
import { measureMemory } from "./memory/memory.ts";
import { hasLoadGenerator } from "./pages/load.ts";
import { describeMarks, measureMarks } from "./pages/marks.ts";
import { describePage, MEASURED_PAGES, measurePages, type PageResult } from "./pages/pages.ts";
import { benchmarkParsing } from "./pages/parsing.ts";
import { describeReady, measureReady, READY_ROUNDS, type ReadyOptions } from "./pages/ready.ts";
import { printSiteVitals } from "./pages/vitals.ts";
import { describeRankings, measureRankings } from "./rankings/rankings.ts";

const program: Command = new Command("bench")
  .description("Measures our code against references in the same run.")
  .argument("[subject]", "suggestions: only searches for better features, simulated or with --data")
  .option("--json", "one JSON document on standard output")
  .option("--rounds <n>", "measured rounds", (text) => Number.parseInt(text, 10), 9)
  .option("--code", "only the code, no pages")
  .option("--learner", "only the learner: the kernel against its plain implementation, and a training at full size")
  .option("--rows <n>", "with --learner --lightgbm: training rows", Number, 240_000)
  .option("--columns <n>", "with --learner --lightgbm: features", Number, 50)
  .option("--quality <path...>", "only skill on races in the open CSV format, with --lightgbm beside it")
  .option(
    "--train-until <date>",
    "with --quality: last training day; all later ones are the test. With suggestions: the last day read",
    "2022-12-31",
  )
  .addOption(new Option("--features <choice>", "with --quality: only these").choices(QUALITY_CHOICES))
  .option("--lightgbm <path>", "with --learner or --quality: LightGBM's command line program")
  .option("--pages [path...]", "only pages (requires wrk): all, or these")
  .option("--vitals [url]", "only paint, shift, blocking and taps on a slow phone, of a running site")
  .option("--ready", "only from form to ready, and pages during trainings, on a site of its own")
  .addOption(
    new Option("--sample <size>", "with --ready: the generated races")
      .choices(["full", "small", "decade"])
      .default("full"),
  )
  .option("--data <dir>", "with --ready or suggestions: races in the open CSV format instead of generated ones")
  .option("--memory [runners]", "only memory of the built Workers: pages with share images, ten years", Number)
  .option("--rankings [models]", "only the rankings of a month of 144 races, for 10,000 models by default", Number)
  .parse();
const options = program.opts<{
  json?: boolean;
  rounds: number;
  code?: boolean;
  learner?: boolean;
  rows: number;
  columns: number;
  quality?: string[];
  trainUntil: string;
  features?: (typeof QUALITY_CHOICES)[number];
  lightgbm?: string;
  pages?: true | string[];
  vitals?: true | string;
  ready?: boolean;
  sample: ReadyOptions["sample"];
  data?: string;
  memory?: true | number;
  rankings?: true | number;
}>();
const { lightgbm, quality: qualityPaths, json: isJson = false } = options;
if (!(options.rounds >= 1)) program.error("--rounds must be at least 1");
if ([options.code, options.pages, options.learner].filter(Boolean).length > 1)
  program.error("--code, --pages and --learner exclude each other");
if (lightgbm && !options.learner && !qualityPaths) program.error("--lightgbm requires --learner or --quality");
if (lightgbm && !(options.rows % 12 === 0 && options.rows > 0 && options.columns > 0))
  program.error("--rows must be a multiple of 12, and --columns above 0");
const rounds = program.getOptionValueSource("rounds") === "default" ? undefined : options.rounds;

function print(line: string): void {
  if (!isJson) console.log(line);
}

function printJson(figures: unknown): void {
  if (isJson) console.log(JSON.stringify(figures));
}

const [subject] = program.args;
if (subject !== undefined && subject !== "suggestions" && subject !== "marks")
  program.error(`no such subject: ${subject}`);

if (subject !== undefined && options.data) {
  const figures = await searchRealRaces([options.data], options.trainUntil, (soFar) => print(describeSearches(soFar)));
  printJson(figures);
} else if (subject === "marks") {
  const result = await measureMarks(1000);
  print(describeMarks(result));
  printJson(result);
} else if (subject !== undefined) {
  const figures = simulateSuggestions(1000, 50);
  print(describeSuggestions(figures));
  printJson(figures);
} else if (qualityPaths) {
  if (!lightgbm) program.error("--quality requires --lightgbm");
  const { trainUntil, features } = options;
  const choices = features === undefined ? QUALITY_CHOICES : [features];
  const quality = await compareQuality(lightgbm, { paths: qualityPaths, trainUntil, choices }, (one) =>
    print(formatQuality(one)),
  );
  printJson({ quality });
} else if (options.ready) {
  const { sample, data } = options;
  const result = await measureReady({ sample, data, rounds: rounds ?? READY_ROUNDS });
  print(describeReady(result));
  printJson(result);
} else if (options.memory) {
  printJson(await measureMemory(options.memory === true ? 480_000 : options.memory, print));
} else if (options.rankings) {
  const figures = await measureRankings(options.rankings === true ? 10_000 : options.rankings);
  print(describeRankings(figures));
  printJson(figures);
} else if (options.vitals) {
  await printSiteVitals({ url: options.vitals, rounds, asJson: isJson });
} else {
  await measureCodeAndPages();
}
process.exit();

async function measureCodeAndPages(): Promise<void> {
  const only = Array.isArray(options.pages) ? options.pages : [];
  const unknown = only.filter((page) => !MEASURED_PAGES.includes(page));
  if (unknown.length > 0) program.error(`not measured: ${unknown.join(" ")} (${MEASURED_PAGES.join(" ")} are)`);
  const hasWrk = hasLoadGenerator();
  if (options.pages && !hasWrk) program.error("wrk is not installed");
  const benchmarks: BenchmarkResult[] = [];
  const code = () => [...(options.learner ? [] : [benchmarkParsing(), benchmarkGradient()]), benchmarkTrees()];
  for (const benchmark of options.pages || lightgbm ? [] : code()) {
    const result = await measure(benchmark, options.rounds);
    benchmarks.push(result);
    const { name, subjectMs, ratio, reference, baselineMs } = result;
    print(`${name}: ${subjectMs} ms, ${ratio} × ${reference} (${baselineMs} ms); smaller is faster`);
  }
  let comparison: Comparison | null = null;
  if (lightgbm) {
    const { rows, columns: features } = options;
    comparison = await compareWithLightGbm(lightgbm, { rows, features, rounds: rounds ?? 3 });
    print(describeComparison(comparison));
  }
  const learner =
    options.learner && !lightgbm ? await measureLearner((figures) => print(describeLearner(figures))) : [];
  let pages: PageResult[] = [];
  if (!options.code && !options.learner) {
    if (hasWrk) pages = await measurePages({ rounds: options.rounds, only }, (result) => print(describePage(result)));
    else console.error("wrk is not installed: the pages' requests per second are left out.");
  }
  printJson({ rounds: options.rounds, benchmarks, learner, comparison, pages });
}
