// `npm run secrets -- FILE`: a JSON file's secrets for all Workers of a stage at once.
import path from "node:path";
import { binary, ensureInstalled, run } from "../prepare.mjs";
import { exitOnProblems, readStage, withConfigs } from "./stages.mjs";

const { stage, databaseId, problems } = readStage(process.env);
const [file] = process.argv.slice(2);
if (file === undefined) problems.push("Say which JSON file holds the secrets, by name.");
exitOnProblems(problems);
await ensureInstalled();
const failed = await withConfigs({ stage, databaseId }, (workers) =>
  workers.filter(({ config }) => run(binary("wrangler"), ["secret", "bulk", path.resolve(file), "-c", config]) !== 0),
);
for (const { name } of failed) console.error(`${name} has none of these secrets.`);
process.exit(failed.length > 0 ? 1 : 0);
