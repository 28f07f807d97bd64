// `npm test`: installs its requirements, then runs typecheck, lint, unused code, imports, the Workers' dry-run
// deploys, and the unit, workerd and browser tests. Last line of standard output: `N passed, N failed`.
import { spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statfsSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { binary, ensureBuilt, ensureInstalled, ROOT } from "./prepare.mjs";

/** Linux' file system in memory. */
const MEMORY = "/dev/shm";
const MEMORY_NEEDED = 6 * 2 ** 30;

/** By its path: the other `typescript`, which dependency-cruiser reads sources with, has a `tsc` too. */
const NATIVE_TYPESCRIPT = "../@typescript/native/bin/tsc";

/** Of everything that is run here. */
const TEMPORARY = makeTemporaryFolder();
process.env.TMPDIR = TEMPORARY;

let passed = 0;
let failed = 0;
/** Named once more at the end: a log may be cut to its last lines. */
const failures = [];

let phaseStart = { at: performance.now(), busy: busySeconds() };

/** Seconds that the processors have worked, for whomever: a browser's renderers are nobody's children in the end. */
function busySeconds() {
  return os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0) / 1000;
}

/** Says how long a phase took, and how busy the processors were: with this run, or with others. */
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
 * Starts a program beside other work. Its output goes to a file: nobody reads a pipe while the build blocks this process.
 * @returns what waits for its end, prints its output, and returns whether it succeeded
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

/** The same for a check. @returns what also counts it */
function startCheck(name, [command, ...args]) {
  const end = startBeside(name, [binary(command), ...args]);
  return async () => count(name, await end());
}

/**
 * A folder for the tests' temporary files, removed at the end: in memory where there is plenty, as on a disk the many small
 * databases cost the workerd tests a fifth of their processor time and much waiting.
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
    env: { ...process.env, TZ: "UTC", PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  if (result === null) count(`${name} (no report)`, false);
  return { status, result };
}

function vitest(name, filters) {
  const { status, result } = runTests(name, "vitest", (report) => [
    ...["run", "-c", "scripts/config/vitest.config.ts"],
    ...["--passWithNoTests", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    ...filters,
  ]);
  if (result === null) return;
  passed += result.numPassedTests;
  // A file that fails to load reports no tests, so it is counted as one failure. Skipped tests count as failed.
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  failed += result.numFailedTests + broken.length + result.numPendingTests + result.numTodoTests;
  const toPath = (file) => path.relative(ROOT, file.name);
  failures.push(...broken.map(toPath));
  for (const file of result.testResults) {
    const bad = file.assertionResults.filter(({ status }) => status !== "passed");
    failures.push(...bad.map((test) => `${toPath(file)} › ${test.fullName} (${test.status})`));
  }
  if (status !== 0 && result.numFailedTests + broken.length === 0) count(`${name} (exit code ${status})`, false);
}

/** Browser test files whose path contains one of the words; an empty list, which means all files, if there are none. */
function browserFiles(words) {
  if (words.length === 0) return [];
  const files = readdirSync(path.join(ROOT, "test", "e2e"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => path.join("test", "e2e", file));
  return files.filter((file) => words.some((word) => file.includes(word)));
}

/** The browser tests that did not pass at once, by file, title and project. */
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

function playwright(name, filters) {
  const files = browserFiles(filters);
  if (filters.length > 0 && files.length === 0) return;
  const { status, result } = runTests(name, "playwright", () => [
    ...["test", "-c", "scripts/config/playwright.config.ts", "--reporter=list,json"],
    // --no-deps: otherwise a file of the project "alone" would run all other tests first. One worker keeps it alone.
    ...(files.length === 0 ? [] : ["--no-deps", "--workers=1", ...files]),
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

// `npm test -- jobs` runs only the test files whose path contains "jobs".
const filters = process.argv.slice(2);
const isWhole = filters.length === 0;
const hasBrowserTests = isWhole || browserFiles(filters).length > 0;
// Beside the installation of packages, which keeps one processor busy too.
const chromium = hasBrowserTests
  ? startBeside("Chromium", [process.execPath, path.join(ROOT, "scripts", "chromium", "install-chromium.mjs")])
  : null;
await ensureInstalled();
// These need nothing of the build, which keeps little more than one processor busy.
const besideBuild = isWhole
  ? [
      startCheck("typecheck", [NATIVE_TYPESCRIPT, "--noEmit"]),
      startCheck("lint", ["biome", "check", "--error-on-warnings", "."]),
      startCheck("knip", ["knip", "--config", "scripts/config/knip.ts"]),
    ]
  : [];
await ensureBuilt();
const roomsOf = ["app", "workers", "scripts", "test"];
const rooms = isWhole
  ? startCheck("rooms", ["depcruise", "--config", "scripts/config/dependency-cruiser.mjs", ...roomsOf])
  : null;
for (const end of besideBuild) await end();
if (isWhole) {
  // ensureBuilt has bundled the Workers by `wrangler deploy --dry-run`; it exits if that fails.
  for (const name of ["web", "jobs", "jobs-heavy"])
    count(`deploy --dry-run ${name}`, existsSync(path.join(ROOT, "build", "workers", name, "index.js")));
}
endPhase("build and checks");
vitest("unit and workerd", filters);
await rooms?.();
endPhase("unit and workerd tests");
if (chromium !== null && (await chromium())) playwright("browser", filters);
else if (chromium !== null) count("browser", false);
endPhase("browser tests");

if (failures.length > 0) console.log(`\n${failures.map((name) => `FAIL ${name}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
