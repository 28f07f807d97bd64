import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { failScoring } from "#app/db/analyses/scoring.server.ts";
import { readCrowdRace } from "#app/db/rankings/crowd.server.ts";
import {
  dateDemoRecords,
  insertDemoCrowd,
  insertDemoRecords,
  listRacesWithoutCrowd,
  listUnscoredRecords,
  publishDemoModels,
} from "#app/demo/db/demo-records.server.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { FEWEST_MEMBERS } from "#app/domain/season/crowd-weights.ts";
import { scoreOne } from "#app/services/analyses/scoring.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { FIXED_BEFORE_SECONDS, foretell } from "#app/services/season/crowd-fixing.server.ts";
import { DEMO_MODELS } from "./demo-models-list.ts";

const RECORD_DAYS = 21;
/** Gives one model more than two hundred races. */
const LONG_RECORD_DAYS = 28;
const CROWD_DAYS = 8;
/** About a second of work. */
const ANALYSES_PER_STEP = 24;
const CROWDS_PER_STEP = 8;

const RECORDED = DEMO_MODELS.filter(
  ({ email, venueType }) =>
    venueType === VenueType.central && ["premium@demo.example", "unlimited@demo.example"].includes(email),
).map(({ key }, place) => ({ key, days: place === 0 ? LONG_RECORD_DAYS : RECORD_DAYS }));

/**
 * Adds what the demo accounts' models and everybody's forecast would have said before past races. One step; the job
 * that settles records calls for the next. Its caller never runs it in production.
 */
export async function continueDemoRecords(
  deps: Deps,
  features: FeatureStore = createFeatureStore(deps.store),
): Promise<void> {
  const hasProgress = (await scoreRecords(deps, features)) || (await fixCrowds(deps, features));
  if (hasProgress) await enqueueJob(deps, { kind: "settle-records", subject: "all" });
}

/** Scores by the fits that have not seen the races, from the features, which contain no results. */
async function scoreRecords(deps: Deps, features: FeatureStore): Promise<boolean> {
  const today = japanDay(deps.now());
  const models = RECORDED.map(({ key, days }) => ({ key, from: addDays(today, -days) }));
  const keys = RECORDED.map(({ key }) => key);
  await insertDemoRecords(deps.db, { models, today, now: deps.now(), limit: ANALYSES_PER_STEP });
  let ended = 0;
  for (const analysisId of await listUnscoredRecords(deps.db, { keys, limit: ANALYSES_PER_STEP })) {
    const { kind } = await scoreOne(deps, features, analysisId);
    if (kind === "failed") await failScoring(deps.db, { analysisId, now: deps.now() });
    if (kind === "done" || kind === "failed") ended += 1;
  }
  // Also those of a step that was interrupted.
  await dateDemoRecords(deps.db, { keys });
  // Not again later, when a visitor may have withdrawn them.
  if (ended > 0) await publishDemoModels(deps.db, { keys, now: deps.now() });
  return ended > 0;
}

/** Forecasts of the last race days; without odds, as only the final ones are known. */
async function fixCrowds(deps: Deps, features: FeatureStore): Promise<boolean> {
  const current = await createSeasonStore(deps.store).readBoard();
  if (current === null || current.board.ranked < FEWEST_MEMBERS) return false;
  const today = japanDay(deps.now());
  const range = { from: addDays(today, -CROWD_DAYS), today, limit: CROWDS_PER_STEP };
  let fixed = 0;
  for (const { raceId, startsAt } of await listRacesWithoutCrowd(deps.db, range)) {
    const found = await readCrowdRace(deps.db, raceId);
    if (found === null) continue;
    const context = { deps, yieldAndRenewLease: async () => {} };
    const forecast = await foretell(context, { ...found, oddsOf: () => null }, features);
    if (typeof forecast === "string") continue;
    await insertDemoCrowd(deps.db, { race: found.race, forecast, fixedAt: startsAt - FIXED_BEFORE_SECONDS });
    fixed += 1;
  }
  return fixed > 0;
}
