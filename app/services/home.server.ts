import { readHome } from "#app/db/home.server.ts";
import { offerDay } from "#app/domain/days/day-offer.ts";
import { lastWeek, standingPicks, weekBefore } from "#app/domain/days/own-picks.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import type { Deps } from "./deps.server.ts";
import { homeDay } from "./home-day.ts";
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
