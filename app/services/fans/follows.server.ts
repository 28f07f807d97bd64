import { decodeShareId, encodeShareId } from "#app/adapters/share-id.server.ts";
import { deleteFollow, insertFollow, listFollowed } from "#app/db/fans/follows.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { FOLLOWS_MAX, type FollowedModel } from "#app/domain/views/public-model.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

const WEEK_DAYS = 7;

/** Ending needs no public model. */
export async function setFollow(
  deps: Deps,
  { user, code, isFollowed }: { user: PlanHolder; code: string; isFollowed: boolean },
): Promise<{ kind: "saved" } | Refused<"not-found" | "too-many-follows"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const modelId = decodeShareId(code);
  if (modelId === null) return refused("not-found");
  const follow = { userId: user.id, modelId };
  if (!isFollowed) {
    await deleteFollow(deps.db, follow);
    return { kind: "saved" };
  }
  const stored = await insertFollow(deps.db, { ...follow, limit: FOLLOWS_MAX, now: deps.now() });
  if (!stored.isKnown) return refused("not-found");
  return stored.isFollowed ? { kind: "saved" } : refused("too-many-follows");
}

/** The last followed first, with today's and the six days before. */
export async function listFollowing(deps: Deps, { user }: { user: PlanHolder }): Promise<FollowedModel[]> {
  const to = japanDay(deps.now());
  const followed = await listFollowed(deps.db, { userId: user.id, from: addDays(to, 1 - WEEK_DAYS), to });
  return followed.map(({ modelId, shown }) => ({
    ...{ modelId, code: encodeShareId(modelId) },
    shown: shown && { ...shown, modelName: maskName(shown.modelName), userName: maskName(shown.userName) },
  }));
}
