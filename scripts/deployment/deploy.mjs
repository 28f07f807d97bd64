// `npm run deploy`: builds, migrates the stage's database, deploys the Workers, and asks the site.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { binary, ensureBuilt, operatorSettings, placeholderWarning, ROOT, run, writeFileHeaders } from "../prepare.mjs";
import { releaseVersion } from "./release.mjs";
import { findFault } from "./smoke.mjs";
import { configOf, exitOnProblems, PLACEHOLDER_DATABASE_ID, readStage, WORKERS, withConfigs } from "./stages.mjs";

const { PUBLIC_URL, MAIL_FROM } = process.env;
const { stage, databaseId, problems } = readStage(process.env);

if (!PUBLIC_URL?.startsWith("https://")) problems.push("Set PUBLIC_URL to the site's https origin.");
if (!MAIL_FROM?.includes("@")) problems.push("Set MAIL_FROM to the sender address of a domain that may send.");
for (const { config } of WORKERS)
  if (configOf(readFileSync(path.join(ROOT, config), "utf8"), { stage, databaseId }).includes(PLACEHOLDER_DATABASE_ID))
    problems.push(`Set DATABASE_ID to the id of your D1 database, or put it into ${config} (wrangler d1 create).`);
const settings = operatorSettings(process.env);
if (settings.VAPID_SUBJECT && !/^(mailto:|https:\/\/)./.test(settings.VAPID_SUBJECT))
  problems.push("Set VAPID_SUBJECT to a mailto: or https: address, or leave it to OPERATOR_EMAIL.");
const warning = placeholderWarning(settings);
if (warning !== null) problems.push(warning);
exitOnProblems(problems);

await ensureBuilt();
writeFileHeaders(path.join(ROOT, "build/client"), { coversSubdomains: settings.HSTS_SUBDOMAINS === "yes" });
const vars = [
  "ENVIRONMENT:production",
  `PUBLIC_URL:${PUBLIC_URL}`,
  `MAIL_FROM:${MAIL_FROM}`,
  ...Object.entries(settings).map(([name, value]) => `${name}:${value}`),
].flatMap((value) => ["--var", value]);
const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" });
const version = process.env.VERSION || stdout?.trim() || "unnamed";
const options = ["--tag", version, ...vars];
const fault = await withConfigs({ stage, databaseId }, async (workers) => {
  const wrangler = (...args) => run(binary("wrangler"), args) === 0;
  const web = workers.at(-1);
  if (!wrangler("d1", "migrations", "apply", "DB", "--remote", "-c", web.config))
    return "the database was not migrated";
  for (const { name, config } of workers.slice(0, -1))
    if (!wrangler("deploy", "-c", config, ...options)) return `${name} was not deployed`;
  const worker = stage === "production" ? "keiba-ai-web" : `keiba-ai-${stage}-web`;
  const firstOptions = ["--domain", new URL(PUBLIC_URL).host];
  return releaseVersion(
    { worker, config: web.config, options, firstOptions },
    {
      wrangler,
      readCurrent: () => (process.env.AT_ONCE ? null : readCurrent(web.config)),
      upload,
      findFault: (headers) => findFault(PUBLIC_URL, { build: builtVersion(), headers }),
    },
  );
});
if (fault !== null) {
  console.error(`${version} is not released: ${fault}. \`npm run rollback\` restores the versions before.`);
  process.exit(1);
}
console.error(`${version} answers at ${PUBLIC_URL}.`);

/** @returns {string | null} what is deployed; null: nothing, or that cannot be known, so that wrangler says why */
function readCurrent(config) {
  const printed = spawnSync(binary("wrangler"), ["deployments", "status", "--json", "-c", config], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return printed.status === 0 ? printed.stdout : null;
}

function upload(...args) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "keiba-ai-release-"));
  const file = path.join(folder, "wrangler.ndjson");
  try {
    const isUploaded = run(binary("wrangler"), args, { env: { WRANGLER_OUTPUT_FILE_PATH: file } }) === 0;
    return isUploaded ? readFileSync(file, "utf8") : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As /healthz says it: Remix names its manifest after it. */
function builtVersion() {
  const files = readdirSync(path.join(ROOT, "build/client/assets"));
  return files.map((file) => /^manifest-(\w+)\.js$/.exec(file)?.[1]).find(Boolean);
}
