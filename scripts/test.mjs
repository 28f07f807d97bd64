// `npm test`: installs what it needs, then typecheck, lint, unused code, imports, both Workers' dry-run deploys, unit,
// workerd and browser tests.
// Last line of standard output: `N passed, N failed`.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { binary, ensureBuilt, ROOT, run } from "./prepare.mjs";

const CHROMIUM_PATHS = ["/usr/bin/chromium", "/usr/bin/chromium-browser"];
const REPORTS = path.join(ROOT, "build", "test-reports");

let passed = 0;
let failed = 0;

function count(name, isPassed) {
  if (isPassed) passed += 1;
  else failed += 1;
  console.log(`${isPassed ? "ok  " : "FAIL"} ${name}`);
}

function check(name, command, args, options) {
  console.log(`\n== ${name}`);
  count(name, run(command, args, options) === 0);
}

/** Whether pages are measured with the width of Japanese letters; without a font they are narrow boxes. */
function hasJapaneseFont() {
  return spawnSync("fc-list", [":lang=ja", "family"], { encoding: "utf8" }).stdout?.trim() !== "";
}

/** Debian's Chromium with a Japanese font, which a new machine does not have. */
function ensureChromium() {
  const isThere = () =>
    (process.env.CHROMIUM ?? CHROMIUM_PATHS.find((file) => existsSync(file))) !== undefined && hasJapaneseFont();
  if (isThere()) return true;
  const isRoot = process.getuid?.() === 0;
  const hasSudo = spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  const prefix = isRoot ? [] : hasSudo ? ["sudo", "-n"] : null;
  if (prefix !== null && spawnSync("apt-get", ["--version"], { stdio: "ignore" }).status === 0) {
    console.log("\n== installing Chromium");
    const apt = (...args) => {
      const [command, ...rest] = [...prefix, "apt-get", ...args];
      return run(command, rest, { env: { DEBIAN_FRONTEND: "noninteractive" } });
    };
    apt("update", "-qq");
    apt("install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk");
  }
  if (isThere()) return true;
  console.log(
    "The browser tests need Chromium and a Japanese font. On Debian: apt-get install chromium fonts-noto-cjk",
  );
  console.log("Elsewhere install one and set CHROMIUM to the path of a Chromium or Chrome binary.");
  return false;
}

function vitest(name, config, filters) {
  console.log(`\n== ${name}`);
  const report = path.join(REPORTS, `${name.replaceAll(" ", "-")}.json`);
  rmSync(report, { force: true });
  const args = [
    "run",
    "-c",
    `scripts/config/${config}`,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const { status } = spawnSync(binary("vitest"), [...args, ...filters], {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, TZ: "UTC" },
  });
  const result = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : null;
  if (result === null) {
    count(`${name} (no report)`, false);
    return;
  }
  passed += result.numPassedTests;
  // A file that does not load has no test of its own to fail; a skipped test is a defect.
  const broken = result.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  failed += result.numFailedTests + broken.length + result.numPendingTests + result.numTodoTests;
  if (status !== 0 && result.numFailedTests + broken.length === 0) count(`${name} (exit code ${status})`, false);
}

await ensureBuilt();
mkdirSync(REPORTS, { recursive: true });
// Arguments narrow the tests: `npm test -- jobs` runs the matching files only.
const filters = process.argv.slice(2);
if (filters.length === 0) {
  check("typecheck", binary("tsc"), ["--noEmit"]);
  check("lint", binary("biome"), ["check", "--error-on-warnings", "."]);
  check("knip", binary("knip"), ["--config", "scripts/config/knip.ts"]);
  const roomsOf = ["app", "workers", "scripts", "test"];
  check("rooms", binary("depcruise"), ["--config", "scripts/config/dependency-cruiser.mjs", ...roomsOf]);
  // ensureBuilt bundles both Workers by `wrangler deploy --dry-run` and ends the run when one fails.
  for (const name of ["web", "jobs"])
    count(`deploy --dry-run ${name}`, existsSync(path.join(ROOT, "build", "workers", name, "index.js")));
}
vitest("unit and workerd", "vitest.config.ts", filters);
if (ensureChromium()) vitest("browser", "vitest.e2e.config.ts", filters);
else count("browser", false);

console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
