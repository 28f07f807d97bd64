import { byPreference, type Preferable } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import type { ListedPicks } from "./listed-picks.ts";
import { type DayRace, planDay } from "./plan-day.ts";

interface OfferedModel extends Preferable {
  name: string;
  venueType: number;
  isWeight: boolean;
  status: number;
  disabled: string | null;
}

/** The default model of a day, and how many of its races would count. */
export interface DayOffer {
  modelId: number;
  modelName: string;
  races: number;
}

/** Null without a usable model for the day's venues. The confirmation counts exactly. */
export function offerDay(
  races: readonly DayRace[],
  {
    models,
    starred,
    picks,
    now,
  }: {
    models: readonly OfferedModel[];
    starred: number | null;
    picks: ReadonlyMap<string, readonly Pick<ListedPicks, "modelId">[]>;
    now: number;
  },
): DayOffer | null {
  const [model] = byPreference(
    models.filter(
      ({ status, disabled, venueType }) =>
        status === ModelStatus.complete && disabled === null && races.some((race) => race.venueType === venueType),
    ),
    starred,
  );
  if (model === undefined) return null;
  const { modelId, name: modelName } = model;
  const made = races.filter(({ raceId }) => picks.get(raceId)?.some((one) => one.modelId === modelId));
  const standing = new Map(made.map(({ raceId }) => [raceId, "analysed" as const]));
  const counting = planDay(races, { model, standing, now }).filter(({ state }) => state === "to-count");
  return { modelId, modelName, races: counting.length };
}
