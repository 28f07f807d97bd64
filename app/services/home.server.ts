import { readHome } from "#app/db/home.server.ts";
import { listedRow } from "#app/domain/days/day-board.ts";
import { offerDay } from "#app/domain/days/day-offer.ts";
import type { ListedRunner } from "#app/domain/days/listed-picks.ts";
import { type DayRace, lastWeek, standingPicks, sumDay, weekBefore } from "#app/domain/days/own-picks.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { isRestricted } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ComingRace, HomeDay, NextUse } from "#app/domain/views/home.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Deps } from "./deps.server.ts";
import { summarizeModels } from "./models/models.server.ts";
import { arrangeOwn, buildIdsOf, findStanding } from "./rankings/own-rankings.server.ts";

const NEWEST_ANALYSES = 5;

export type HomeReader = Pick<SessionUser, "id" | "defaultModelId" | "isPausing"> & AnalysisUses;

/** One round trip. The day is today, else the last race day of the user's models; null: none. */
export async function read(deps: Deps, { user }: { user: HomeReader }) {
  const now = deps.now();
  const standing = await findStanding(deps, { user });
  const today = japanDay(now);
  const home = await readHome(deps.db, {
    userId: user.id,
    today,
    week: weekBefore(today),
    analyses: NEWEST_ANALYSES,
    buildIds: buildIdsOf(standing),
  });
  const models = summarizeModels(home.models, user);
  const { defaultModelId } = user;
  const { races, picks, favourites, payouts, runners } = home.day;
  const day = homeDay(
    races.map((race) => ({
      race,
      own: standingPicks(picks.get(race.raceId) ?? [], models, defaultModelId),
      card: runners.get(race.raceId) ?? [],
      favourite: favourites.get(race.raceId) ?? null,
      payouts: payouts.filter(({ raceId }) => raceId === race.raceId),
    })),
    { now, models, defaultModelId, used: user },
  );
  const [nextVenue] = home.nextVenues;
  return {
    models,
    analyses: home.analyses,
    rankings: arrangeOwn(standing, home.entries),
    day,
    nextDay:
      nextVenue === undefined ? null : { date: nextVenue.date, venues: home.nextVenues.map(({ venue }) => venue) },
    /** For all races of the day. */
    offer: offerDay(races, { models, starred: defaultModelId, picks, now }),
    lastWeek: lastWeek(home.week, models, defaultModelId),
    favouriteRuns: home.favouriteRuns,
    /** Analyses of other days. */
    recent: home.recent,
  };
}

interface ChoosableModel {
  modelId: number;
  name: string;
  venueType: number;
  isWeight: boolean;
  status: number;
  disabled: string | null;
  report: { pseudoR2: number } | null;
}

export interface Analyser extends AnalysisUses {
  isPausing: boolean;
}

/** The default model even if it waits for weights, else the first usable one, else the first that waits. */
export function chooseModel<Model extends ChoosableModel>(
  models: readonly Model[],
  {
    race,
    defaultModelId,
  }: { race: Pick<RaceSummary, "venueType" | "isAcquiredWeight">; defaultModelId: number | null },
): Model | null {
  const usable = byPreference(
    models.filter((model) => isUsable(model) && model.venueType === race.venueType),
    defaultModelId,
  );
  const [first] = usable;
  if (first?.modelId === defaultModelId) return first;
  return usable.find(({ isWeight }) => !isWeight || race.isAcquiredWeight) ?? first ?? null;
}

function isUsable({ status, disabled }: Pick<ChoosableModel, "status" | "disabled">): boolean {
  return status === ModelStatus.complete && disabled === null;
}

export function nextUse(
  models: readonly ChoosableModel[],
  { race, defaultModelId, used }: { race: RaceSummary; defaultModelId: number | null; used: Analyser },
): NextUse {
  const model = chooseModel(models, { race, defaultModelId });
  if (model === null) return { kind: "no-model" };
  if (isRestricted(used.plan)) return { kind: "restricted" };
  if (used.isPausing) return { kind: "paused" };
  // A running analysis ends within seconds.
  const left = analysesLeft({ ...used, runningAnalyses: 0 });
  if (left?.left === 0) return { kind: "used-up", by: left.by };
  if (race.runnerCount === 0) return { kind: "no-runners" };
  if (model.isWeight && !race.isAcquiredWeight) return { kind: "waits-for-weights", modelName: model.name };
  return { kind: "analyse", modelId: model.modelId, modelName: model.name, left: analysesLeft(used) };
}

const LATER_RACES = 2;

/** The next race is the first that a usable model may analyse, else the first of all. */
export function homeDay(
  races: readonly (DayRace & { race: RaceSummary; card: readonly ListedRunner[] })[],
  {
    now,
    models,
    ...reader
  }: {
    now: number;
    models: readonly ChoosableModel[];
    defaultModelId: number | null;
    used: Analyser;
  },
): HomeDay | null {
  const [first] = races;
  if (first === undefined) return null;
  const coming = races
    .flatMap(({ race, own, card }): ComingRace[] => {
      const minutes = minutesToStart(race, now);
      return minutes === null ? [] : [{ race, own, card, minutes }];
    })
    .sort((one, other) => (one.race.startTime ?? "").localeCompare(other.race.startTime ?? ""));
  const types = new Set(models.filter(isUsable).map(({ venueType }) => venueType));
  const next = coming.find(({ race }) => types.has(race.venueType)) ?? coming[0];
  return {
    date: first.race.date,
    next:
      next === undefined
        ? null
        : { ...next, use: next.own === null ? nextUse(models, { race: next.race, ...reader }) : null },
    later: coming.filter((race) => race !== next).slice(0, LATER_RACES),
    sum: sumDay(races),
    rows: races.map(listedRow),
  };
}
