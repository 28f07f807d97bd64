import {
  type DemoCopy,
  type FrozenModel,
  insertCopies,
  insertDemoAnalyses,
  insertFrozenModels,
} from "#app/demo/db/demo-states.server.ts";
import { countFeatures, type FeatureChoice } from "#app/domain/features/choice.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { DEMO_MODELS } from "./demo-models-list.ts";

/**
 * Every state that a model or an analysis can be in, in the demo accounts of a local start. States that normally last
 * seconds are frozen: a model or analysis in progress has no job, so nothing ends it. Frozen models are named as
 * specimens. Everything else is real: copies of trained demo models, and analyses that jobs score.
 */

const SPECIMEN: FeatureChoice = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all"], race_num: [3] } },
};

/** An account whose plan has room for the frozen models and for ones created by hand. */
const SPECIMEN_OWNER = "premium@demo.example";

const frozen = (key: string, name: string, status: number, progress: number | null): FrozenModel => ({
  ...{ key, name, status, progress },
  email: SPECIMEN_OWNER,
  features: JSON.stringify(SPECIMEN),
  featureCount: countFeatures(SPECIMEN),
});

const FROZEN: readonly FrozenModel[] = [
  frozen("demo-state-failed", "失敗の見本", ModelStatus.failed, null),
  frozen("demo-state-creating", "学習中の見本", ModelStatus.creating, 0.42),
];

/**
 * The Free plan allows one model: of its two, as if left from a paid plan, the older is disabled. Copies belong only to
 * accounts that no ranking lists, as a model would be listed there beside its copy.
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
/** Main races that each model analyses; the newest result is unconfirmed, the others are confirmed. */
const MAIN_RACES = 4;

/** Keys of all these models; they are hidden with the sample. */
export const STATE_KEYS: readonly string[] = [...FROZEN, ...COPIES].map(({ key }) => key);

/** Adds what is missing and already possible; safe to repeat. Its caller never runs it in production. */
export async function ensureDemoStates(deps: Deps): Promise<void> {
  const now = deps.now();
  await insertFrozenModels(deps.db, { models: FROZEN, now });
  await insertCopies(deps.db, { copies: COPIES, now });
  const jobs = await insertDemoAnalyses(deps.db, { keys: ANALYSING, running: RUNNING, races: MAIN_RACES, now });
  await wakeJobs(
    deps,
    jobs.map((id) => ({ id, kind: "score-race", queue: "score" })),
  );
}
