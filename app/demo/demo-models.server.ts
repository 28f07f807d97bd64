import {
  countSettledDemoModels,
  type DemoProgress,
  hideDemoModels,
  insertDemoModels,
  listFirstSampleDays,
  type NewDemoModel,
  readDemoProgress,
  showDemoModels,
} from "#app/demo/db/demo-models.server.ts";
import { insertDemoUsers } from "#app/demo/db/demo-users.server.ts";
import { countFeatures, usesWeight } from "#app/domain/features/choice.ts";
import { conditionalLogit } from "#app/domain/learning/conditional-logit.ts";
import { Plan, planLimits } from "#app/domain/plans/plans.ts";
import { addDays, DAY_SECONDS, japanDay, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { latestPeriod } from "#app/domain/rankings/calendar.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import type { TrainingPayload } from "#app/services/models/training.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { DEMO_FANS, FAN_DOMAIN } from "./demo-fans.ts";
import { DEMO_MODELS, DEMO_WAVE, type DemoModel } from "./demo-models-list.ts";
import { continueDemoRecords } from "./demo-records.server.ts";
import { ensureDemoStates, STATE_KEYS } from "./demo-states.server.ts";

/** A training needs at least forty races; a few may have no winner. */
const MIN_RACES_BEFORE = 44;
/** A training holds back three times a day: for its test, for its settings, and for the trial of these. */
const MIN_DAYS_BEFORE = 4;
const FIRST_DAYS = 20;
/** Longest past of a demo model: enough for models as good as others, trained in minutes. */
const LEARN_DAYS = 400;

const KEYS = DEMO_MODELS.map(({ key }) => key);
const HIDDEN_KEYS = [...KEYS, ...STATE_KEYS];
const FIRST_KEYS = KEYS.slice(0, DEMO_WAVE);

/**
 * Creates the users whose models fill the rankings of a local start, and the models once there are enough races. Safe
 * to repeat; does nothing in production. Call it also before the sample is loaded, so that no ranking is built before
 * the first models are settled.
 * @returns how many models were created so far
 */
export async function ensureDemoModels(deps: Deps): Promise<number> {
  if (deps.config.environment !== "development") return 0;
  const now = deps.now();
  const fans = DEMO_FANS.map((fan) => ({
    ...fan,
    plans: fan.plans.map(([plan, daysAgo]) => ({ plan, at: now - daysAgo * DAY_SECONDS })),
  }));
  // No password has this hash.
  await insertDemoUsers(deps.db, { users: fans, passwordHash: "none" });
  return (await continueDemoModels(deps)).made;
}

/**
 * Takes the next step: settles the trained models, creates the next ten, then makes the records. Called after each
 * training, settlement, ranking and feature build, and hourly. While the sample's central races are hidden, the demo models are hidden too.
 */
export async function continueDemoModels(deps: Deps): Promise<{ made: number }> {
  if (deps.config.environment !== "development") return { made: 0 };
  let progress = await readDemoProgress(deps.db, KEYS);
  if (!hasBegun(progress)) return { made: 0 };
  if ((await findLearnableDay(deps, VenueType.central)) === null) {
    if (progress.keys.length > 0) await hideDemoModels(deps.db, { keys: HIDDEN_KEYS, now: deps.now() });
    return { made: progress.keys.length };
  }
  if (progress.hiddenAt !== null) {
    await showDemoModels(deps.db, { keys: HIDDEN_KEYS });
    progress = await readDemoProgress(deps.db, KEYS);
  }
  await ensureDemoStates(deps);
  const made = progress.keys.length;
  if (progress.isTraining || progress.isSettling) return { made };
  // Once after each training: a model without any bets would otherwise get settlement jobs for ever.
  const { lastTrainedAt, lastSettlementMadeAt } = progress;
  if (lastTrainedAt !== null && lastTrainedAt >= (lastSettlementMadeAt ?? 0)) {
    await enqueueDueSettlements(deps);
    if ((await readDemoProgress(deps.db, [])).isSettling) return { made };
  }
  const plans = new Map(progress.owners.map(({ email, plan }) => [email, plan]));
  const missing = DEMO_MODELS.filter(({ key, email }) => !progress.keys.includes(key) && plans.has(email));
  if (missing.length === 0) {
    await continueDemoRecords(deps);
    return { made };
  }
  return { made: made + (await makeModels(deps, missing.slice(0, DEMO_WAVE), plans)) };
}

/** Whether rankings must wait for the first demo models, so that a local start never shows empty ones. */
export async function areDemoRankingsAwaited(deps: Pick<Deps, "db" | "config">): Promise<boolean> {
  if (deps.config.environment !== "development") return false;
  const progress = await readDemoProgress(deps.db, KEYS);
  if (!hasBegun(progress) || progress.keys.length > DEMO_WAVE) return false;
  if ((await countSettledDemoModels(deps.db, FIRST_KEYS)) >= DEMO_WAVE) return false;
  return (await findLearnableDay(deps, VenueType.central)) !== null;
}

function hasBegun({ owners }: Pick<DemoProgress, "owners">): boolean {
  return owners.some(({ email }) => email.endsWith(FAN_DOMAIN));
}

async function makeModels(
  deps: Deps,
  models: readonly DemoModel[],
  plans: ReadonlyMap<string, number>,
): Promise<number> {
  const now = deps.now();
  const learnable = new Map<number, string | null>();
  for (const venueType of new Set(models.map((model) => model.venueType))) {
    learnable.set(venueType, await findLearnableDay(deps, venueType));
  }
  const rows = models.flatMap((model) => {
    const learnableFrom = learnable.get(model.venueType) ?? null;
    if (learnableFrom === null) return [];
    const held = planLimits(plans.get(model.email) ?? Plan.free).models;
    return [{ ...toRow(model, demoModelTimes(model, { now, learnableFrom })), held, jobId: deps.newId() }];
  });
  if (rows.length === 0) return 0;
  const jobIds = await insertDemoModels(deps.db, { models: rows, now });
  await wakeJobs(
    deps,
    jobIds.map((id) => ({ id, kind: "train-model", queue: "background" })),
  );
  return jobIds.length;
}

/** Created and complete on the day in the list, but not before `learnableFrom` or after yesterday. */
export function demoModelTimes(
  { key, made }: Pick<DemoModel, "key" | "made">,
  { now, learnableFrom }: { now: number; learnableFrom: string },
): { cutoffDay: string; createdAt: number; completedAt: number } {
  const today = japanDay(now);
  const shownMonth = `${latestPeriod("monthly", [], now).key}-01`;
  const listedDay = "early" in made ? addDays(shownMonth, -made.early) : addDays(today, -made.recent);
  const cutoffDay = [learnableFrom, listedDay, addDays(today, -1)].sort()[1]!;
  // Between 9:00 and 21:00 in Japan, spread by the place in the list.
  const place = KEYS.indexOf(key);
  const createdAt = startOfJapanDay(cutoffDay) + 9 * 3600 + ((place * 7_919) % (12 * 3600));
  return { cutoffDay, createdAt, completedAt: createdAt + 90 + ((place * 53) % 300) };
}

/** The first day before which there are enough sample races for a training; null if there are too few. */
async function findLearnableDay({ db }: Pick<Deps, "db">, venueType: VenueType): Promise<string | null> {
  let races = 0;
  for (const [place, day] of (await listFirstSampleDays(db, { venueType, limit: FIRST_DAYS })).entries()) {
    races += day.races;
    if (place + 1 >= MIN_DAYS_BEFORE && races >= MIN_RACES_BEFORE) return addDays(day.date, 1);
  }
  return null;
}

function toRow(model: DemoModel, times: ReturnType<typeof demoModelTimes>): Omit<NewDemoModel, "held" | "jobId"> {
  const { key, email, name, venueType, choice } = model;
  const learnFrom = addDays(times.cutoffDay, -LEARN_DAYS);
  return {
    ...{ key, email, name, venueType, ...times },
    isAllVenue: venueType === VenueType.central ? null : (choice.isAllVenue ?? 1),
    features: JSON.stringify(choice),
    featureCount: countFeatures(choice),
    isWeight: usesWeight(choice),
    jobPayload: {
      ...{ completedAt: times.completedAt, learnFrom },
      // No user can open a fan's models, so they use the faster learner.
      ...(email.endsWith(FAN_DOMAIN) ? { learner: conditionalLogit.name } : {}),
    } satisfies TrainingPayload,
  };
}
