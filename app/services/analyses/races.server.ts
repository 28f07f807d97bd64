import { readRaceCard, readRaceNow } from "#app/db/racing/race-cards.server.ts";
import { findRaceDays, readRaceDay } from "#app/db/racing/race-days.server.ts";
import { findRace } from "#app/db/racing/races.server.ts";
import { listedRow } from "#app/domain/days/day-board.ts";
import { offerDay } from "#app/domain/days/day-offer.ts";
import { standingPicks, sumDay } from "#app/domain/days/own-picks.ts";
import { winMoves } from "#app/domain/jv-data/odds/win-moves.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { ModelChooser, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { refused } from "#app/domain/refused.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { type HomeReader, nextUse } from "#app/services/home.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { changesOf, pricedCard } from "./race-facts.server.ts";

/** Future days are for plan 0. @param input orNearest: the next day with races up to today, else the last before */
export async function listDay(
  deps: Deps,
  {
    user,
    date,
    month = date.slice(0, 7),
    raceId = null,
    orNearest = false,
  }: { user: ModelChooser; date: string; month?: string; raceId?: string | null; orNearest?: boolean },
) {
  const now = deps.now();
  const today = japanDay(now);
  if (!mayOpenDay(user.plan, { date, today })) return refused("future");
  const gradedDays = gradedDaysOf(user, today);
  const read = await readRaceDay(deps.db, { date, today, gradedDays, month, userId: user.id, raceId, orNearest });
  const { races, days, graded, programme, picks, named } = read;
  const models = summarizeModels(read.models, user);
  const starred = user.defaultModelId;
  const facts = races.map((race) => ({
    race,
    own: standingPicks(picks.get(race.raceId) ?? [], models, starred),
    favourite: read.favourites.get(race.raceId) ?? null,
    card: read.runners.get(race.raceId) ?? [],
    payouts: read.payouts.filter((payout) => payout.raceId === race.raceId),
  }));
  return {
    kind: "races" as const,
    ...{ races, days, graded, programme, models },
    rows: facts.map(listedRow),
    sum: sumDay(facts),
    /** For all races of the day. */
    offer: offerDay(races, { models, starred, picks, now }),
    /** The race of another id, if visible. */
    named: named !== null && mayOpenDay(user.plan, { date: named.date, today }) ? named : null,
  };
}

/** A week each way, as far as visible. */
function gradedDaysOf({ plan }: PlanHolder, today: string): { from: string; to: string } {
  const to = addDays(today, 7);
  return { from: addDays(today, -7), to: mayOpenDay(plan, { date: to, today }) ? to : today };
}

export async function findDays(deps: Deps, { date }: { date: string }): Promise<RaceDays> {
  return await findRaceDays(deps.db, { date, today: japanDay(deps.now()) });
}

/** By any id. Null: unknown, invisible or in the future. */
export async function find(
  deps: Deps,
  { user, raceId }: { user: PlanHolder; raceId: string },
): Promise<{ race: RaceSummary; runners: Runner[] } | null> {
  const found = await findRace(deps.db, { raceId });
  if (found === null) return null;
  return mayOpenDay(user.plan, { date: found.race.date, today: japanDay(deps.now()) }) ? found : null;
}

/** Null: unknown, invisible or in the future. */
export async function readCard(
  deps: Deps,
  { user, raceId }: { user: HomeReader; raceId: string },
): Promise<RaceCard | null> {
  const found = await readRaceCard(deps.db, { raceId, userId: user.id });
  if (found === null) return null;
  const {
    newestOdds: _newest,
    oddsBefore: before,
    raceChanges: _changes,
    records: _records,
    models: own,
    ...card
  } = found;
  const { race, runners, payouts } = card;
  const now = deps.now();
  if (!mayOpenDay(user.plan, { date: race.date, today: japanDay(now) })) return null;
  const seen = new Set<number>();
  const analyses = found.analyses.flatMap((analysis) => {
    if (seen.has(analysis.modelId)) return [];
    seen.add(analysis.modelId);
    return [{ ...analysis, bets: settleIndex({ ...analysis, race, runners, payouts }) }];
  });
  const priced = pricedCard(found);
  const isOpen = isBeforeStart(race, now);
  const { defaultModelId } = user;
  return {
    ...card,
    ...priced,
    winMoves: winMoves({ race, before, market: priced.market }),
    analyses,
    changes: changesOf(found),
    isBeforeStart: isOpen,
    use:
      isOpen && analyses.length === 0
        ? nextUse(summarizeModels(own, user), { race, defaultModelId, used: user })
        : null,
  };
}

/** Null as {@link readCard}. */
export async function readNow(
  deps: Deps,
  { user, raceId }: { user: PlanHolder; raceId: string },
): Promise<Pick<RaceCard, "race" | "runners" | "market" | "winMoves" | "updatedAt" | "changes"> | null> {
  const found = await readRaceNow(deps.db, { raceId });
  if (found === null || !mayOpenDay(user.plan, { date: found.race.date, today: japanDay(deps.now()) })) return null;
  const { race, oddsBefore: before } = found;
  const priced = pricedCard(found);
  const moves = winMoves({ race, before, market: priced.market });
  return { race, ...priced, winMoves: moves, changes: changesOf(found) };
}
