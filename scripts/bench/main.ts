import { Command } from "commander";
import { benchmarkGradient } from "./gradient.ts";
import { type BenchmarkResult, measure } from "./interleave.ts";
import { benchmarkPages } from "./pages.ts";
import { benchmarkParsing } from "./parsing.ts";

const program = new Command("bench")
  .description("Measures our code against references in the same run; smaller ratios are faster.")
  .option("--json", "one JSON document on standard output")
  .option("--url <url>", "also measure the pages of a running local site")
  .option("--rounds <n>", "measured rounds", (text) => Number.parseInt(text, 10), 9)
  .parse();
const options = program.opts<{ json?: boolean; url?: string; rounds: number }>();
if (!(options.rounds >= 1)) program.error("--rounds must be at least 1");

const benchmarks = [
  benchmarkParsing(),
  benchmarkGradient(),
  ...(options.url === undefined ? [] : await benchmarkPages(options.url)),
];
const results: BenchmarkResult[] = [];
for (const benchmark of benchmarks) {
  const result = await measure(benchmark, options.rounds);
  results.push(result);
  if (!options.json)
    console.log(
      `${result.name}: ${result.subjectMs} ms, ${result.ratio} × ${result.reference} (${result.baselineMs} ms)`,
    );
}
if (options.json) console.log(JSON.stringify({ rounds: options.rounds, benchmarks: results }));
