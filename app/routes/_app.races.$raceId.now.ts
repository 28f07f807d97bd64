import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { cardParts, modelsParts } from "#app/components/live-race/live-parts.tsx";
import { liveSeconds } from "#app/components/live-race/live-seconds.ts";
import type { LiveAnswer } from "#app/components/live-race/use-live-race.ts";
import { readModelsQuery } from "#app/components/race-models/models-query.ts";
import { RACE_MESSAGES } from "#app/forms/analyses/race-search.ts";

/** Not a page: the changed parts of an open card (`tab=card`) or models' page. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const asked = { user, raceId: params.raceId ?? "" };
  const query = new URL(request.url).searchParams;
  const now = context.now();
  const { races } = context.services;
  if (query.get("tab") === "card") {
    const card = await races.readNow(asked);
    if (card === null) throw new Response(RACE_MESSAGES.none, { status: 404 });
    return answer({
      now,
      seconds: liveSeconds(card.race, now),
      parts: cardParts(card, { order: query.get("order"), now }),
    });
  }
  const models = await races.readModels(asked);
  if (models === null) throw new Response(RACE_MESSAGES.none, { status: 404 });
  const parts = modelsParts(models, readModelsQuery(query), user.plan, now);
  return answer({ now, seconds: liveSeconds(models.race, now), parts });
}

const answer = (body: LiveAnswer): Response => Response.json(body);
