import { readRaceModels } from "#app/db/racing/race-models.server.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { areAllOut } from "#app/domain/racing/race.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { type AnalysisRefusal, refuseModelForRace } from "#app/domain/scoring/analysis-refusal.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { changesOf, NOTHING_BESIDE_ODDS, pricedCard, readBesideOdds } from "./race-facts.server.ts";

/** Null: unknown, invisible or in the future. */
export async function readModels(
  deps: Deps,
  { user, raceId }: { user: ModelChooser; raceId: string },
): Promise<RaceModels | null> {
  const found = await readRaceModels(deps.db, { raceId, userId: user.id });
  if (found === null) return null;
  const { race, neighbours, ownMarks } = found;
  if (!mayOpenDay(user.plan, { date: race.date, today: japanDay(deps.now()) })) return null;
  const card = pricedCard(found);
  const besideOdds = new Map(found.models.map((each) => [each.model.modelId, readBesideOdds(each)]));
  const summaries = summarizeModels(
    found.models.map(({ model }) => model),
    user,
  );
  const models = summaries
    .filter(({ status }) => status === ModelStatus.complete || status === ModelStatus.creating)
    .map((model): RaceModel => {
      const { modelId, name, report } = model;
      const newest = found.analyses.find((analysis) => analysis.modelId === modelId);
      return {
        modelId,
        name,
        report,
        ...(besideOdds.get(modelId) ?? NOTHING_BESIDE_ODDS),
        analysis: newest === undefined ? null : shownAnalysis(newest, card.runners),
        isRunning: found.runningModelIds.includes(modelId),
        refusal: refuseRace(race, card.runners) ?? refuseModelForRace(model, race),
      };
    });
  const preferred = byPreference(models, user.defaultModelId);
  return { race, neighbours, ownMarks, ...card, changes: changesOf(found), models: preferred };
}

function shownAnalysis(
  { analysisId, completedAt, isLearntFrom, scores }: NonNullable<RaceModel["analysis"]>,
  runners: RaceModels["runners"],
): RaceModel["analysis"] {
  const shown = amongStarters(scores, { quinella: [] }, runners).scores;
  return { analysisId, completedAt, isLearntFrom, scores: shown };
}

function refuseRace(
  { status, runnerCount }: RaceModels["race"],
  runners: RaceModels["runners"],
): AnalysisRefusal | null {
  if (status === "cancelled") return "race-cancelled";
  if (runnerCount === 0) return "race-without-runners";
  return areAllOut(runners) ? "race-without-starters" : null;
}
