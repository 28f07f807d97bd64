import { spawnSync } from "node:child_process";
import path from "node:path";
import { Command } from "commander";
import { limitHeap } from "#scripts/bench/memory/heap-samples.ts";
import { checkMutations } from "#scripts/bench/race-day/mutations.ts";
import { killAgainAndAgain } from "./kills.ts";
import { soakFor } from "./minutes.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Files of tests, each of which has a whole amount beyond its share in `npm test`. */
const TESTS = {
  faults: [
    ...["use-case-faults", "import-faults", "account-faults", "account-races", "account-erasure", "moved-ledger"],
    ...["imports/undo", "imports/race-identity", "imports/race-corrections", "imports/input-versions"],
    ...["imports/record-files", "imports/lost-imports", "analyses/sharing"],
  ],
  fuzz: [
    "rankings/settlement",
    "mutated-tokens",
    "any-name",
    "any-proration",
    "any-form",
    "any-call",
    "any-sequence",
    "mutated-records",
  ],
  uploads: ["aborted-uploads"],
  orders: ["billing-storm", "billing-invariants", "redeliveries"],
};

/** Of workerd's resident memory a minute, after the warm-up. */
const MAX_SLOPE_MIB = 1;

interface Options {
  faults?: boolean;
  fuzz?: boolean;
  uploads?: boolean;
  orders?: boolean;
  kills?: number;
  minutes?: number;
  heap: number;
  seed: number;
}

const program = new Command("npm run soak --")
  .description("Breaks a site on purpose, in the whole amount: hours. Without an option, everything.")
  .option("--faults", "every call of every use case and import failed once before and once after its effect")
  .option("--fuzz", "random input: parsers, forms, API, tokens, settlement, sequences")
  .option("--uploads", "uploads of race data broken off at ten points in five ways")
  .option("--orders", "webhooks and messages shuffled, repeated, late")
  .option("--kills <n>", "kills of workerd, and of the start above it, at random moments", Number)
  .option("--minutes <n>", "users on a site for so long, and the slope of its memory", Number)
  .option("--heap <mib>", "with --minutes: limit of V8's heap, 0 for none", Number, 96)
  .option("--seed <n>", "of all that is random", Number, Date.now() % 1_000_000_000);
program.parse();

const { seed, heap, ...asked } = program.opts<Options>();
const isAll = Object.keys(asked).length === 0;
console.error(`seed ${seed}`);
const say = (line: string) => console.error(line);
let broken = 0;

for (const part of Object.keys(TESTS) as (keyof typeof TESTS)[]) {
  if (isAll || asked[part]) await count(part, async () => runTests(TESTS[part]));
}
if (isAll || asked.fuzz) {
  await count("damaged files", async () => {
    await checkMutations(seed, say);
    return [];
  });
}
if (isAll || asked.kills !== undefined) {
  await count("kills", async () => {
    const figures = await killAgainAndAgain(asked.kills ?? 100, seed, say);
    console.log(JSON.stringify(figures));
    return figures.broken;
  });
}
if (isAll || asked.minutes !== undefined) {
  await count("minutes", async () => {
    // A local workerd has no limit, and collects late: its memory would grow without a leak.
    if (heap > 0) limitHeap(heap);
    const figures = await soakFor(asked.minutes ?? 30, say);
    console.log(JSON.stringify(figures));
    const { slopeMibPerMinute: slope, failed } = figures;
    return [
      ...figures.broken,
      ...(failed > 0 ? [`${failed} requests failed`] : []),
      // Not a number where the system does not tell.
      ...(slope >= MAX_SLOPE_MIB ? [`memory grew by ${slope} MiB a minute after the warm-up`] : []),
    ];
  });
}
console.log(broken === 0 ? "everything held" : `${broken} broken`);
process.exit(broken === 0 ? 0 : 1);

async function count(what: string, run: () => Promise<string[]>): Promise<void> {
  const start = performance.now();
  const found = await run().catch((error: unknown) => [String(error)]);
  broken += found.length;
  for (const fault of found) console.log(`${what}: ${fault}`);
  console.error(
    `${found.length === 0 ? "ok    " : "BROKEN"} ${what} (${Math.round((performance.now() - start) / 1000)} s)`,
  );
}

/** Runs files of tests with their whole amounts. */
function runTests(files: readonly string[]): string[] {
  const { status } = spawnSync(
    path.join(ROOT, "node_modules/.bin/vitest"),
    ["run", "-c", "scripts/config/vitest.config.ts", ...files],
    {
      cwd: ROOT,
      stdio: ["ignore", process.stderr, process.stderr],
      env: { ...process.env, TZ: "UTC", FUZZ: "whole", FUZZ_SEED: String(seed) },
    },
  );
  return status === 0 ? [] : [`tests failed: ${files.join(", ")}`];
}
