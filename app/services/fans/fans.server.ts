import { listFavourites as listHorses, writeFavourite } from "#app/db/fans/favourite-horses.server.ts";
import { writeMark } from "#app/db/fans/horse-marks.server.ts";
import { writeNote } from "#app/db/fans/horse-notes.server.ts";
import { FAVOURITES_MAX, NOTES_MAX, type OwnMark } from "#app/domain/own-marks.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import type { FavouriteHorse } from "#app/domain/views/horse.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { lastDayOf } from "./shown-days.server.ts";

type Saved = {
  kind: "saved";
  horseNum: number;
  /** The race has started. */
  isMarkLocked: boolean;
};

/**
 * The mark is open until the start, the note always. Undefined stays. Refused as a whole if the horse is unknown or
 * the notes are too many.
 */
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
  const shown = { userId: user.id, raceId, horseId, lastDay: lastDayOf(user, today), now };
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
  return await listHorses(deps.db, { userId: user.id, today, lastDay: lastDayOf(user, today) });
}

function shownTo(deps: Deps, user: PlanHolder) {
  const now = deps.now();
  return { userId: user.id, lastDay: lastDayOf(user, japanDay(now)), now };
}
