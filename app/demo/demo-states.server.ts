import {
  type DemoCopy,
  type DemoHeld,
  insertCopies,
  insertDemoAnalyses,
  insertHeldModels,
} from "#app/demo/db/demo-states.server.ts";
import { countFeatures, type FeatureChoice } from "#app/domain/features/choice.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { DEMO_MODELS } from "./demo-models-list.ts";

/**
 * Every state that a model or an analysis can be in, in the demo accounts of a local start. States that pass in seconds
 * are held: a model or analysis in progress has no job, so nothing works on it, no sweep wakes it, and no job waits for
 * it; its name says that it is a specimen. Everything else is real: copies of trained demo models, and analyses that the
 * jobs score.
 */

const SPECIMEN: FeatureChoice = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all"], race_num: [3] } },
};

/** Whose plan has room for it, and for a model of whoever tries the account. */
const SPECIMEN_OWNER = "premium@demo.example";

const held = (key: string, name: string, status: number, progress: number | null): DemoHeld => ({
  ...{ key, name, status, progress },
  email: SPECIMEN_OWNER,
  features: JSON.stringify(SPECIMEN),
  featureCount: countFeatures(SPECIMEN),
});

const HELD: readonly DemoHeld[] = [
  held("demo-state-failed", "失敗の見本", ModelStatus.failed, null),
  held("demo-state-creating", "学習中の見本", ModelStatus.creating, 0.42),
];

/**
 * The Free plan holds one model: of the two, left over from a paid plan, the older is disabled. Only of accounts that no ranking
 * lists, where a model would stand beside its copy.
 */
const COPIES: readonly DemoCopy[] = [
  { key: "demo-state-free-1", email: "free@demo.example", name: "騎手と近走", source: "demo-model-01" },
  { key: "demo-state-free-2", email: "free@demo.example", name: "上がりで選ぶ", source: "demo-model-04" },
  { key: "demo-state-restricted", email: "restricted@demo.example", name: "賞金を追う", source: "demo-model-09" },
];

const RUNNING: readonly string[] = DEMO_MODELS.filter(({ email }) => email === SPECIMEN_OWNER)
  .slice(0, 1)
  .map(({ key }) => key);
const ANALYSING: readonly string[] = ["demo-state-free-2", "demo-state-restricted", ...RUNNING];
/** Of one model; the newest result is news, the others were seen. */
const MAIN_RACES = 4;

/** Keys of all these models, to be hidden with the sample. */
export const STATE_KEYS: readonly string[] = [...HELD, ...COPIES].map(({ key }) => key);

/** Adds what is missing and can be had yet; safe to repeat. For {@link continueDemoModels}, so never in production. */
export async function ensureDemoStates(deps: Deps): Promise<void> {
  const now = deps.now();
  await insertHeldModels(deps.db, { models: HELD, now });
  await insertCopies(deps.db, { copies: COPIES, now });
  const jobs = await insertDemoAnalyses(deps.db, { keys: ANALYSING, running: RUNNING, races: MAIN_RACES, now });
  for (const id of jobs) await wakeJob(deps, { id, kind: "score-race", queue: "score" });
}
