import * as favourites from "#app/db/fans/favourite-horses.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { FavouriteHorse } from "#app/domain/views/horse.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { lastDayOf } from "./shown-days.server.ts";

/** Next runners first. */
export async function listFavourites(deps: Deps, { user }: { user: PlanHolder }): Promise<FavouriteHorse[]> {
  const today = japanDay(deps.now());
  return await favourites.listFavourites(deps.db, { userId: user.id, today, lastDay: lastDayOf(user, today) });
}
