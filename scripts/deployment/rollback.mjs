// `npm run rollback`: the Workers of a stage back to the versions before.

import { binary, ensureInstalled, run } from "../prepare.mjs";
import { exitOnProblems, readStage, withConfigs } from "./stages.mjs";

const { stage, databaseId, problems } = readStage(process.env);
exitOnProblems(problems);
await ensureInstalled();
const failed = await withConfigs({ stage, databaseId }, (workers) =>
  // The web Worker first: the older jobs Workers may not understand what the newer one sends.
  workers.toReversed().filter(({ config }) => run(binary("wrangler"), ["rollback", "-y", "-c", config]) !== 0),
);
for (const { name } of failed) console.error(`${name} was not rolled back.`);
process.exit(failed.length > 0 ? 1 : 0);
