import { spawnSync } from "node:child_process";
import { Command } from "commander";
import { binary, ROOT } from "#scripts/prepare.mjs";

/** Files of tests that read their amount from test/unit/support/fuzz. */
const TESTS = {
  faults: [
    ...["use-case-faults", "import-faults", "account-faults", "account-races", "account-erasure"],
    ...["imports/undo", "imports/race-identity", "imports/race-corrections", "imports/input-versions"],
    ...["imports/record-files", "imports/lost-imports", "analyses/sharing"],
  ],
  fuzz: [
    ...["rankings/settlement", "mutated-tokens", "any-name", "any-form", "any-call", "any-sequence"],
    ...["mutated-records", "mutated-tables", "imports/imports"],
  ],
  uploads: ["aborted-uploads"],
  orders: ["billing-storm", "billing-invariants", "redeliveries"],
};
type Part = keyof typeof TESTS;

const program = new Command("npm run soak --")
  .description("Runs the randomised tests with their whole amounts: hours. Without an option, all of them.")
  .option("--faults", "every call of every use case and import fails once before and once after its effect")
  .option("--fuzz", "random input: parsers, forms, API, tokens, settlement, sequences")
  .option("--uploads", "uploads of race data broken off at ten points in five ways")
  .option("--orders", "webhooks and messages shuffled, repeated, late")
  .option("--seed <n>", "repeats a run", Number, Date.now() % 1_000_000_000);
program.parse();

const { seed, ...asked } = program.opts<Partial<Record<Part, boolean>> & { seed: number }>();
const parts = (Object.keys(TESTS) as Part[]).filter((part) => asked[part]);
const files = (parts.length === 0 ? (Object.keys(TESTS) as Part[]) : parts).flatMap((part) => TESTS[part]);
console.error(`seed ${seed}`);
const { status } = spawnSync(binary("vitest"), ["run", "-c", "scripts/config/vitest.config.ts", ...files], {
  cwd: ROOT,
  stdio: "inherit",
  env: { ...process.env, TZ: "UTC", FUZZ: "whole", FUZZ_SEED: String(seed) },
});
process.exit(status ?? 1);
