import { decodeShareId, encodeShareId } from "#app/adapters/share-id.server.ts";
import { listFavourites as listHorses, writeFavourite } from "#app/db/fans/favourite-horses.server.ts";
import { deleteFollow, insertFollow, listFollowed } from "#app/db/fans/follows.server.ts";
import { writeMark } from "#app/db/fans/horse-marks.server.ts";
import { writeNote } from "#app/db/fans/horse-notes.server.ts";
import { FAVOURITES_MAX, NOTES_MAX, type OwnMark } from "#app/domain/own-marks.ts";
import { lastOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { FavouriteHorse } from "#app/domain/views/horse.ts";
import { FOLLOWS_MAX, type FollowedModel } from "#app/domain/views/public-model.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

type Saved = {
  kind: "saved";
  horseNum: number;
  /** The race has started. */
  isMarkLocked: boolean;
};

/** Marks until the start, notes always; undefined stays. Saves nothing if the horse is unknown or notes are full. */
export async function saveOnCard(
  deps: Deps,
  {
    user,
    raceId,
    horseId,
    mark,
    note,
  }: { user: PlanHolder; raceId: string; horseId: string; mark?: OwnMark | null; note?: string },
): Promise<Saved | Refused<"not-found" | "too-many-notes"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const now = deps.now();
  const today = japanDay(now);
  const shown = { userId: user.id, raceId, horseId, lastDay: lastOpenDay(user.plan, today), now };
  if (note !== undefined) {
    const stored = await writeNote(deps.db, { ...shown, note, limit: NOTES_MAX });
    if (!stored.isKnown) return refused("not-found");
    if (stored.note !== note) return refused("too-many-notes");
  }
  const stored = await writeMark(deps.db, { ...shown, mark, today });
  if (stored === null) return refused("not-found");
  return { kind: "saved", horseNum: stored.horseNum, isMarkLocked: mark !== undefined && stored.mark !== mark };
}

/** An empty one deletes. */
export async function saveNote(
  deps: Deps,
  { user, horseId, note }: { user: PlanHolder; horseId: string; note: string },
): Promise<{ kind: "saved" } | Refused<"not-found" | "too-many-notes"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const stored = await writeNote(deps.db, { ...shownTo(deps, user), raceId: null, horseId, note, limit: NOTES_MAX });
  if (!stored.isKnown) return refused("not-found");
  return stored.note === note ? { kind: "saved" } : refused("too-many-notes");
}

export async function setFavourite(
  deps: Deps,
  { user, horseId, isFavourite }: { user: PlanHolder; horseId: string; isFavourite: boolean },
): Promise<{ kind: "saved" } | Refused<"not-found" | "too-many-favourites"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const stored = await writeFavourite(deps.db, {
    ...shownTo(deps, user),
    ...{ raceId: null, horseId, isFavourite, limit: FAVOURITES_MAX },
  });
  if (!stored.isKnown) return refused("not-found");
  return stored.isFavourite === isFavourite ? { kind: "saved" } : refused("too-many-favourites");
}

/** Next runners first. */
export async function listFavourites(deps: Deps, { user }: { user: PlanHolder }): Promise<FavouriteHorse[]> {
  const today = japanDay(deps.now());
  return await listHorses(deps.db, { userId: user.id, today, lastDay: lastOpenDay(user.plan, today) });
}

function shownTo(deps: Deps, user: PlanHolder) {
  const now = deps.now();
  return { userId: user.id, lastDay: lastOpenDay(user.plan, japanDay(now)), now };
}

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
