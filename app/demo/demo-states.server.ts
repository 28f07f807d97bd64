import {
  type DemoCopy,
  type FrozenModel,
  insertCopy,
  insertDemoAnalyses,
  insertFrozenModels,
  listDemoUserIds,
  listModelsWithoutAnalysis,
  listNewestRaces,
  listRunningAnalyses,
} from "#app/demo/db/demo-states.server.ts";
import { countFeatures, type FeatureChoice } from "#app/domain/features/choice.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { DEMO_MODELS } from "./demo-models-list.ts";

/** Every state that a model or an analysis can be in. Those in progress have no job, so nothing ends them. */

const SPECIMEN: FeatureChoice = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all"], race_num: [3] } },
};

/** An account whose plan has room for the frozen models and for ones created by hand. */
const SPECIMEN_OWNER = "premium@demo.example";

const frozen = (formKey: string, name: string, status: number, progress: number | null): FrozenModel => ({
  formKey,
  name,
  status,
  progress,
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

/** The model with an analysis that stays in progress. */
const RUNNING = DEMO_MODELS.find(({ email }) => email === SPECIMEN_OWNER)?.key ?? "";
const ANALYSING: readonly string[] = ["demo-state-free-2", "demo-state-restricted", RUNNING];
/** Race number of the analyses that are scored, and how many each model has. */
const MAIN_RACE = 11;
const MAIN_RACES = 4;
/** Race number of the analysis that stays in progress, as it gets no job. */
const LAST_RACE = 12;

export const STATE_KEYS: readonly string[] = [...FROZEN.map(({ formKey }) => formKey), ...COPIES.map(({ key }) => key)];

/** Adds what is missing and already possible; safe to repeat. Its caller never runs it in production. */
export async function ensureDemoStates(deps: Deps): Promise<void> {
  const { db } = deps;
  const now = deps.now();
  const userIds = await listDemoUserIds(db);
  const specimenOwner = userIds.get(SPECIMEN_OWNER);
  if (specimenOwner !== undefined) await insertFrozenModels(db, { userId: specimenOwner, models: FROZEN, now });
  for (const [place, copy] of COPIES.entries()) {
    const userId = userIds.get(copy.email);
    if (userId !== undefined) await insertCopy(db, { userId, copy, now: now + place });
  }
  await ensureAnalyses(deps, now);
  for (const id of await listRunningAnalyses(db, { keys: ANALYSING, raceNum: MAIN_RACE }))
    await enqueueJob(deps, { kind: "score-race", subject: String(id) });
}

/** All but the newest result of a model are confirmed. */
async function ensureAnalyses({ db }: Deps, now: number): Promise<void> {
  const models = await listModelsWithoutAnalysis(db, ANALYSING);
  if (models.length === 0) return;
  const mainRaces = await listNewestRaces(db, { raceNum: MAIN_RACE, limit: MAIN_RACES });
  const lastRaces = await listNewestRaces(db, { raceNum: LAST_RACE, limit: 1 });
  for (const model of models) {
    const rows = [
      ...mainRaces.map((race, place) => ({ race, createdAt: now - place - 1, confirmedAt: place === 0 ? null : now })),
      ...(model.key === RUNNING ? lastRaces : []).map((race) => ({ race, createdAt: now - 1, confirmedAt: null })),
    ];
    if (rows.length > 0) await insertDemoAnalyses(db, model, rows);
  }
}
