import { readDayBoard } from "#app/db/analyses/analysis-day-reads.server.ts";
import { buildDayBoard } from "#app/domain/days/day-board.ts";
import { planDay } from "#app/domain/days/plan-day.ts";
import { byPreference } from "#app/domain/learning/model-preference.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { standingOf } from "./days.server.ts";

/** Default: the preferred model. not-found: not the user's. */
export async function readBoard(
  deps: Deps,
  { user, date, modelId }: { user: ModelChooser; date: string; modelId: number | null },
) {
  const now = deps.now();
  const today = japanDay(now);
  if (!mayOpenDay(user.plan, { date, today })) return refused("future");
  const found = await readDayBoard(deps.db, { userId: user.id, date, today, modelId, starred: user.defaultModelId });
  const models = summarizeModels(found.models, user);
  const venueTypes = new Set<number>(found.races.map(({ venueType }) => venueType));
  const usable = models.filter(
    ({ status, disabled, venueType }) =>
      status === ModelStatus.complete && disabled === null && venueTypes.has(venueType),
  );
  const shownId = found.modelId ?? byPreference(usable, user.defaultModelId)[0]?.modelId ?? null;
  const kept = models.find((model) => model.modelId === shownId) ?? null;
  if (modelId !== null && kept === null && found.modelName === null) return refused("not-found");

  const { standing, nearby, analyses, requests } = found;
  // The type of a deleted model follows from its analyses.
  const ofAnalyses = found.races.find(({ raceId }) => raceId === analyses[0]?.raceId)?.venueType;
  const venueType = kept?.venueType ?? ofAnalyses ?? 0;
  const planned = planDay(found.races, {
    model: { venueType, isWeight: kept?.isWeight ?? false },
    standing: shownId === null ? new Map() : standingOf({ standing }, shownId),
    now,
  });
  const board = buildDayBoard({ ...found, planned });
  const name = kept?.name ?? found.modelName;
  const open = requests.filter((request) => request.open > 0);
  const sum = (of: (request: (typeof open)[number]) => number) => open.reduce((total, one) => total + of(one), 0);
  const nameOf = new Map(models.map((model) => [model.modelId, model.name]));
  return {
    kind: "board" as const,
    ...board,
    model:
      shownId === null || name === null
        ? null
        : {
            modelId: shownId,
            name,
            isKept: kept !== null,
            canAnalyse: usable.some((model) => model.modelId === shownId),
          },
    others: found.modelIds.flatMap((other) => {
      const name = nameOf.get(other);
      return other === shownId || name === undefined ? [] : [{ modelId: other, name }];
    }),
    hasRaces: found.races.length > 0,
    nearby,
    askedAt: analyses[0]?.createdAt ?? null,
    /** Unfinished confirmations together; null: none. */
    progress:
      open.length === 0
        ? null
        : {
            races: sum((one) => one.races),
            done: sum((one) => one.races - one.open),
            awaitingWeights: board.rows.filter(({ gap }) => gap === "awaits-weights").length,
            askedAt: Math.max(...open.map(({ createdAt }) => createdAt)),
          },
    /** The newest one. */
    isStopped: requests[0] !== undefined && requests[0].stoppedAt !== null,
  };
}
