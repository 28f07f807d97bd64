// `npm run deploy`: builds, migrates the stage's database, deploys the Workers, and asks the site (README "Deploying").
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { binary, ensureBuilt, operatorSettings, placeholderWarning, ROOT, run } from "../prepare.mjs";
import { findFault } from "./smoke.mjs";
import { configOf, PLACEHOLDER_DATABASE_ID, readStage, WORKERS, withConfigs } from "./stages.mjs";

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
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}

await ensureBuilt();
const vars = [
  "ENVIRONMENT:production",
  `PUBLIC_URL:${PUBLIC_URL}`,
  `MAIL_FROM:${MAIL_FROM}`,
  ...Object.entries(settings).map(([name, value]) => `${name}:${value}`),
].flatMap((value) => ["--var", value]);
const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" });
const version = process.env.VERSION || stdout?.trim() || "unnamed";
const isDeployed = withConfigs({ stage, databaseId }, (workers) => {
  const wrangler = (...args) => run(binary("wrangler"), args) === 0;
  const domain = (name) => (name === "web" ? ["--domain", new URL(PUBLIC_URL).host] : []);
  return (
    wrangler("d1", "migrations", "apply", "DB", "--remote", "-c", workers.at(-1).config) &&
    workers.every(({ name, config }) => wrangler("deploy", "-c", config, "--tag", version, ...vars, ...domain(name)))
  );
});
if (!isDeployed) process.exit(1);
const fault = await findFault(PUBLIC_URL);
if (fault !== null) {
  console.error(`${version} is deployed, but ${fault}. \`npm run rollback\` restores the versions before.`);
  process.exit(1);
}
console.error(`${version} answers at ${PUBLIC_URL}.`);
