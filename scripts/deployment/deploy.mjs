// `npm run deploy`: builds, migrates the production database, deploys the Workers (README "Deploying").
import { readFileSync } from "node:fs";
import path from "node:path";
import { binary, ensureBuilt, operatorSettings, placeholderWarning, ROOT, run } from "./prepare.mjs";

const PLACEHOLDER_DATABASE_ID = "00000000-0000-0000-0000-000000000000";
/** In the order of deployment: those that do the jobs must understand every message that the new web Worker sends. */
const JOBS_CONFIGS = ["workers/jobs-heavy/wrangler.toml", "workers/jobs/wrangler.toml"];
const WEB_CONFIG = "wrangler.toml";
const { PUBLIC_URL, MAIL_FROM } = process.env;

const problems = [];
if (!PUBLIC_URL?.startsWith("https://")) problems.push("Set PUBLIC_URL to the site's https origin.");
if (!MAIL_FROM?.includes("@")) problems.push("Set MAIL_FROM to the sender address of a domain that may send.");
for (const config of [...JOBS_CONFIGS, WEB_CONFIG])
  if (readFileSync(path.join(ROOT, config), "utf8").includes(PLACEHOLDER_DATABASE_ID))
    problems.push(`Put the id of your D1 database into ${config} (wrangler d1 create keiba-ai).`);
const settings = operatorSettings(process.env);
if (settings.VAPID_SUBJECT && !/^(mailto:|https:\/\/)./.test(settings.VAPID_SUBJECT))
  problems.push("Set VAPID_SUBJECT to a mailto: or https: address, or leave it to OPERATOR_EMAIL.");
const warning = placeholderWarning(settings);
if (warning !== null) problems.push(warning);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}

await ensureBuilt();
const step = (...args) => {
  if (run(binary("wrangler"), args) !== 0) process.exit(1);
};
step("d1", "migrations", "apply", "DB", "--remote", "-c", WEB_CONFIG);
const vars = [
  "ENVIRONMENT:production",
  `PUBLIC_URL:${PUBLIC_URL}`,
  `MAIL_FROM:${MAIL_FROM}`,
  ...Object.entries(settings).map(([name, value]) => `${name}:${value}`),
];
const deploy = (config, ...more) => step("deploy", "-c", config, ...vars.flatMap((value) => ["--var", value]), ...more);
for (const config of JOBS_CONFIGS) deploy(config);
deploy(WEB_CONFIG, "--domain", new URL(PUBLIC_URL).host);
