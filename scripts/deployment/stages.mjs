// The Workers of a deployment, and their configurations for a stage. Uses Node built-ins only (scripts/prepare.mjs).
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../prepare.mjs";

export const PLACEHOLDER_DATABASE_ID = "00000000-0000-0000-0000-000000000000";

/**
 * In the order of deployment: those that do the jobs must understand every message that the new web Worker sends. Backwards
 * is the order of a rollback.
 */
export const WORKERS = [
  { name: "jobs-heavy", config: "workers/jobs-heavy/wrangler.toml" },
  { name: "jobs", config: "workers/jobs/wrangler.toml" },
  { name: "web", config: "wrangler.toml" },
];

/**
 * A configuration for a stage: `production` is as it stands, any other has its own Workers, database, bucket and queues,
 * called keiba-ai-STAGE….
 * @param {string} text of a wrangler.toml
 * @param {{ stage: string, databaseId?: string | undefined }} options databaseId: instead of the placeholder
 * @returns {string}
 */
export function configOf(text, { stage, databaseId }) {
  const named = stage === "production" ? text : text.replaceAll(/"keiba-ai(?=["-])/g, `"keiba-ai-${stage}`);
  return databaseId ? named.replaceAll(PLACEHOLDER_DATABASE_ID, databaseId) : named;
}

/**
 * What is deployed where, from the environment: STAGE and DATABASE_ID.
 * @param {NodeJS.ProcessEnv} environment
 * @returns {{ stage: string, databaseId: string | undefined, problems: string[] }}
 */
export function readStage({ STAGE, DATABASE_ID }) {
  const stage = STAGE || "production";
  const problems = [];
  if (!/^[a-z][a-z0-9]{0,15}$/.test(stage)) problems.push("STAGE must be a short name in small letters.");
  if (stage !== "production" && !DATABASE_ID)
    problems.push(`Set DATABASE_ID to the id of the stage's own database (wrangler d1 create keiba-ai-${stage}).`);
  return { stage, databaseId: DATABASE_ID, problems };
}

/** @param {string[]} problems ends the command if there are any */
export function exitOnProblems(problems) {
  if (problems.length === 0) return;
  console.error(problems.join("\n"));
  process.exit(1);
}

/**
 * Runs work with the configurations of a stage. They lie beside the originals, as their paths are relative, and go again when it
 * has ended.
 * @template T
 * @param {{ stage: string, databaseId: string | undefined }} options
 * @param {(workers: { name: string, config: string }[]) => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withConfigs(options, work) {
  const written = WORKERS.map(({ name, config }) => ({ name, config: config.replace(/\.toml$/, ".deployed.toml") }));
  try {
    for (const [at, { config }] of written.entries()) {
      const text = readFileSync(path.join(ROOT, WORKERS[at].config), "utf8");
      writeFileSync(path.join(ROOT, config), configOf(text, options));
    }
    return await work(written);
  } finally {
    for (const { config } of written) rmSync(path.join(ROOT, config), { force: true });
  }
}
