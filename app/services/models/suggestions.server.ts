import { findSearchOfForm, insertSearch, readSearches, stopSearch } from "#app/db/models/suggestions.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { refuseSearchByUse, searchesPerMonth } from "#app/domain/plans/entitlements.ts";
import type { OwnModel, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { japanMonth } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { changedChoice, listCandidates } from "#app/domain/suggestions/candidate-changes.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";
import type { Suggestions } from "#app/domain/views/suggestions.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { summarizeModels } from "./models.server.ts";

/** The newest search of a model. Null: not the user's, deleted, or not complete. */
export async function readSuggestions(deps: Deps, { user, modelId }: OwnModel): Promise<Suggestions | null> {
  const month = japanMonth(deps.now());
  const { models, newest, ...uses } = await readSearches(deps.db, { userId: user.id, modelId, month });
  const model = summarizeModels(models, user).find((each) => each.modelId === modelId);
  if (model === undefined || model.status !== ModelStatus.complete) return null;
  const limit = searchesPerMonth(user.plan);
  const { choice, venueType } = model;
  return {
    model,
    ...uses,
    ...{ limit, left: Math.max(0, limit - uses.thisMonth) },
    search:
      newest === null
        ? null
        : {
            ...newest,
            isStopped: newest.status === SearchStatus.complete && newest.trained < newest.changes.length,
            choices: newest.changes.map((change) => changedChoice(choice, change, venueType)),
          },
  };
}

/** The same form starts one search. */
export async function searchSuggestions(
  deps: Deps,
  { user, modelId, formKey }: { user: PlanHolder; modelId: number; formKey: string },
): Promise<{ kind: "started" } | Refused<"not-found" | "no-changes" | "searches-per-month" | "search-running">> {
  const found = await readSuggestions(deps, { user, modelId });
  if (found === null) return refused("not-found");
  if (await findSearchOfForm(deps.db, { userId: user.id, formKey })) return { kind: "started" };
  const limits = planLimits(user.plan);
  const { choice, venueType } = found.model;
  const number = found.searches + 1;
  const changes = listCandidates(choice, { venueType, featureLimit: limits.features, search: number });
  if (changes.length === 0) return refused("no-changes");
  const job = { id: deps.newId(), kind: "suggest-changes" } as const;
  const now = deps.now();
  const isStarted = await insertSearch(deps.db, {
    search: { userId: user.id, modelId, number, formKey, changes },
    limit: searchesPerMonth(user.plan),
    ...{ month: japanMonth(now), now, job },
  });
  if (!isStarted) return refused(refuseSearchByUse(found, user.plan) ?? "search-running");
  await wakeJob(deps, job);
  return { kind: "started" };
}

/** A search that has ended meanwhile stays as it is. */
export async function stopSuggestions(
  deps: Deps,
  { user, modelId }: OwnModel,
): Promise<{ kind: "stopped" } | Refused<"not-found">> {
  if ((await readSuggestions(deps, { user, modelId })) === null) return refused("not-found");
  await stopSearch(deps.db, { userId: user.id, modelId, now: deps.now() });
  return { kind: "stopped" };
}
