// `npm test` installs its requirements, then runs typecheck, lint, unused code, imports, the Workers' dry-run
// deploys, and the fast tests. `npm run test:full` runs the tests that `npm test` leaves out (test/README.md).
// `npm test -- jobs` runs all tests of the files whose path contains "jobs".
// The last line of standard output is `N passed, N failed`.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { binary, ensureBuilt, ensureInstalled, ROOT } from "./prepare.mjs";

const isFull = process.argv[2] === "--full";
const filters = isFull ? [] : process.argv.slice(2);
const hasFilters = filters.length > 0;
const isFast = !isFull && !hasFilters;
/** The configuration of Playwright selects its tests by it. */
const SUITE = isFull ? "full" : isFast ? "fast" : "all";

/** Linux' file system in memory. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 6 * 2 ** 30;

/** By its path: the other `typescript`, which dependency-cruiser reads sources with, has a `tsc` too. */
const NATIVE_TYPESCRIPT = "../@typescript/native/bin/tsc";

const TEMPORARY = makeTemporaryFolder();
process.env.TMPDIR = TEMPORARY;

let passed = 0;
let failed = 0;
/** Printed at the end: a log may be cut to its last lines. */
const failures = [];

let phaseStart = { at: performance.now(), busy: busySeconds() };

/** Processor seconds of the whole machine: renderers of a browser are not always children of this process. */
function busySeconds() {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

function endPhase(name) {
  const now = { at: performance.now(), busy: busySeconds() };
  const seconds = (now.at - phaseStart.at) / 1000;
  const busy = Math.round(now.busy - phaseStart.busy);
  console.log(
    `\n== ${name} took ${Math.round(seconds)} s, ${busy} s of processor time in ${os.cpus().length} × ${Math.round(seconds)}`,
  );
  phaseStart = now;
}

function count(name, isPassed) {
  if (isPassed) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  console.log(`${isPassed ? "ok  " : "FAIL"} ${name}`);
}

/**
 * Starts a program beside other work. Its output goes to a file, because the build blocks this process.
 * @returns a function that waits for the end, prints the output, and returns whether it succeeded
 */
function startBeside(name, [command, ...args]) {
  const output = path.join(TEMPORARY, `${name}.txt`);
  const file = openSync(output, "w");
  const child = spawn(command, args, { cwd: ROOT, stdio: ["ignore", file, file] });
  closeSync(file);
  const ended = new Promise((resolve) => {
    child.on("exit", resolve);
    child.on("error", () => resolve(1));
  });
  return async () => {
    const code = await ended;
    const text = readFileSync(output, "utf8").trimEnd();
    console.log(`\n== ${name}`);
    console.error(text);
    return code === 0;
  };
}

function startCheck(name, [command, ...args]) {
  const end = startBeside(name, [binary(command), ...args]);
  return async () => count(name, await end());
}

/**
 * A folder for temporary files, removed at the end. It is in memory if there is plenty: on a disk, the many small
 * databases cost the workerd tests a fifth more processor time.
 */
function makeTemporaryFolder() {
  const folder = mkdtempSync(path.join(hasMuchMemory() ? MEMORY : os.tmpdir(), "keiba-test-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

function hasMuchMemory() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, os.freemem()) >= MEMORY_NEEDED;
  } catch {
    return false;
  }
}

/**
 * Runs a test runner that writes a JSON report; a missing report counts as one failure.
 * @returns its exit status and the report, if any
 */
function runTests(name, command, toArguments) {
  console.log(`\n== ${name}`);
  const report = path.join(TEMPORARY, `${name.replaceAll(" ", "-")}.json`);
  const { status } = spawnSync(binary(command), toArguments(report), {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, TZ: "UTC", SUITE, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  if (result === null) count(`${name} (no report)`, false);
  return { status, result };
}

function testFiles(folder, isWanted) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.join(folder, file))
    .filter((file) => /\.test\.tsx?$/.test(file) && isWanted(file));
}

/** The tag `full` of vitest: on a test, or on a whole file. */
const FULL_TAG = /tags: "full"|@module-tag full/;

function vitestSelection() {
  if (isFast) return ["--tags-filter", "!full"];
  if (!isFull) return filters;
  return [
    "--tags-filter",
    "full",
    ...testFiles("test", (file) => FULL_TAG.test(readFileSync(path.join(ROOT, file), "utf8"))),
  ];
}

/** Whether a test of vitest's report belongs to this run; the others are listed there as skipped. */
function isSelected({ tags }) {
  return hasFilters || tags.includes("full") === isFull;
}

function vitest(name) {
  const { status, result } = runTests(name, "vitest", (report) => [
    ...["run", "-c", "scripts/config/vitest.config.ts"],
    ...["--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ...vitestSelection(),
  ]);
  if (result === null) return;
  // A file that fails to load reports no tests, so it is counted as one failure. Skipped tests count as failed.
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  const toPath = (file) => path.relative(ROOT, file.name);
  failures.push(...broken.map(toPath));
  failed += broken.length;
  for (const file of result.testResults) {
    const selected = file.assertionResults.filter(isSelected);
    const bad = selected.filter(({ status }) => status !== "passed");
    passed += selected.length - bad.length;
    failed += bad.length;
    failures.push(...bad.map((test) => `${toPath(file)} › ${test.fullName} (${test.status})`));
  }
  if (status !== 0 && result.numFailedTests + broken.length === 0) count(`${name} (exit code ${status})`, false);
}

/** Browser test files whose path contains one of the words; none without words. */
const browserFiles = testFiles("test/e2e", (file) => filters.some((word) => file.includes(word)));

/** Browser tests that failed or were flaky, by file, title and project. */
function suitesToFailures(suites) {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap((spec) =>
      spec.tests
        .filter(({ status }) => status !== "expected")
        .map((test) => `${spec.file} › ${spec.title} [${test.projectName}] (${test.status})`),
    ),
    ...suitesToFailures(suite.suites ?? []),
  ]);
}

function playwright(name) {
  const { status, result } = runTests(name, "playwright", () => [
    ...["test", "-c", "scripts/config/playwright.config.ts", "--reporter=list,json"],
    // --no-deps: otherwise a file of the project "alone" would run all other tests first. One worker keeps it alone.
    ...(hasFilters ? ["--no-deps", "--workers=1", ...browserFiles] : []),
  ]);
  if (result === null) return;
  const { expected, unexpected, flaky, skipped } = result.stats;
  passed += expected;
  // `skipped` includes tests that did not run; `errors` are failures outside of tests, such as of the global set-up.
  failed += unexpected + flaky + skipped + result.errors.length;
  failures.push(...suitesToFailures(result.suites), ...result.errors.map((error) => error.message ?? "an error"));
  if (status !== 0 && unexpected + flaky + skipped + result.errors.length === 0) {
    count(`${name} (exit code ${status})`, false);
  }
}

const hasBrowserTests = !hasFilters || browserFiles.length > 0;
// It runs beside the installation of packages, which keeps one processor busy too.
const chromium = hasBrowserTests
  ? startBeside("Chromium", [process.execPath, path.join(ROOT, "scripts", "chromium", "install-chromium.mjs")])
  : null;
await ensureInstalled();
// These do not need the build, which keeps little more than one processor busy.
const besideBuild = isFast
  ? [
      startCheck("typecheck", [NATIVE_TYPESCRIPT, "--noEmit"]),
      startCheck("lint", ["biome", "check", "--error-on-warnings", "."]),
      startCheck("knip", ["knip", "--config", "scripts/config/knip.ts"]),
    ]
  : [];
await ensureBuilt();
const roomsOf = ["app", "workers", "scripts", "test"];
const rooms = isFast
  ? startCheck("rooms", ["depcruise", "--config", "scripts/config/dependency-cruiser.mjs", ...roomsOf])
  : null;
for (const end of besideBuild) await end();
if (isFast) {
  // ensureBuilt has bundled the Workers by `wrangler deploy --dry-run`; it exits if that fails.
  for (const name of ["web", "jobs", "jobs-heavy"])
    count(`deploy --dry-run ${name}`, existsSync(path.join(ROOT, "build", "workers", name, "index.js")));
}
endPhase("build and checks");
vitest("unit and workerd");
await rooms?.();
endPhase("unit and workerd tests");
if (chromium !== null && (await chromium())) playwright("browser");
else if (chromium !== null) count("browser", false);
endPhase("browser tests");

if (failures.length > 0) console.log(`\n${failures.map((name) => `FAIL ${name}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
