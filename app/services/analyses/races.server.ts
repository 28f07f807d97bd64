import { readRaceCard, readRaceNow } from "#app/db/racing/race-cards.server.ts";
import { findRaceDays, type NamedRace, readRaceDay } from "#app/db/racing/race-days.server.ts";
import { findRace } from "#app/db/racing/races.server.ts";
import { winMoves } from "#app/domain/jv-data/odds/win-moves.ts";
import { mayOpenDay } from "#app/domain/plans/entitlements.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import type { RaceDays } from "#app/domain/racing/race-days.ts";
import type { VenueDay } from "#app/domain/racing/race-months.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { ModelSummary } from "#app/domain/views/models.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";
import type { GradedRace, ListedPicks, ListedRunner } from "#app/domain/views/race-list.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { pricedCard } from "./market-odds.ts";
import { changesOf } from "./race-changes.server.ts";

interface RaceDayView {
  kind: "races";
  /** Of the day or, where it has none and that was asked for, of the nearest one. */
  races: RaceSummary[];
  days: RaceDays;
  /** From a week ago on, by their start. */
  graded: GradedRace[];
  /** The venue days of the month up to today. */
  programme: VenueDay[];
  /** Races of the day with a finished analysis of the user. */
  analysedRaceIds: string[];
  /** The newest of these by race. */
  newestPicks: ReadonlyMap<string, ListedPicks>;
  winners: ReadonlyMap<string, readonly ListedRunner[]>;
  /** For a chosen race: the race that its id means, if any, and the models as in their owner's list; else null. */
  chosen: { named: NamedRace | null; models: ModelSummary[] } | null;
}

/**
 * Visible races of a day, sorted by venue type, venue and number, with the neighbouring race days, the month's calendar,
 * the races the user has analysed, the winners and, for a chosen race, the user's models, in one round trip. Days after
 * today in Japan are for plan 0 only.
 *
 * @param input orNearest: a day without racing gives the races of the next one up to today, else of the last before
 */
export async function listDay(
  deps: Deps,
  {
    user,
    date,
    month = date.slice(0, 7),
    raceId = null,
    orNearest = false,
  }: { user: PlanHolder; date: string; month?: string; raceId?: string | null; orNearest?: boolean },
): Promise<RaceDayView | Refused<"future">> {
  const today = japanDay(deps.now());
  if (!mayOpenDay(user.plan, { date, today })) return refused("future");
  const gradedDays = gradedDaysOf(user, today);
  const read = await readRaceDay(deps.db, { date, today, gradedDays, month, userId: user.id, raceId, orNearest });
  const { chosen, picks, ...day } = read;
  const newestPicks = new Map([...picks].flatMap(([id, [newest]]) => (newest === undefined ? [] : [[id, newest]])));
  const view = { kind: "races" as const, ...day, analysedRaceIds: [...picks.keys()], newestPicks };
  if (chosen === null) return { ...view, chosen };
  const { named, models } = chosen;
  const isOpen = named !== null && mayOpenDay(user.plan, { date: named.date, today });
  return { ...view, chosen: { named: isOpen ? named : null, models: summarizeModels(models, user) } };
}

/** A week to both sides of today, as far as the user may see it. */
function gradedDaysOf({ plan }: PlanHolder, today: string): { from: string; to: string } {
  const to = addDays(today, 7);
  return { from: addDays(today, -7), to: mayOpenDay(plan, { date: to, today }) ? to : today };
}

/** Race days nearest to a day for venue types 1–3, and the years with races; up to today. */
export async function findDays(deps: Deps, { date }: { date: string }): Promise<RaceDays> {
  return await findRaceDays(deps.db, { date, today: japanDay(deps.now()) });
}

/** By any of its ids. Null if unknown, invisible, or in the future for this user. */
export async function find(
  deps: Deps,
  { user, raceId }: { user: PlanHolder; raceId: string },
): Promise<{ race: RaceSummary; runners: Runner[] } | null> {
  const found = await findRace(deps.db, { raceId });
  if (found === null) return null;
  return mayOpenDay(user.plan, { date: found.race.date, today: japanDay(deps.now()) }) ? found : null;
}

/**
 * All that a race's page shows: card, last runs, the user's analyses of it (the newest of each model) and what their bets
 * paid. One round trip. Null if unknown, invisible, or in the future for this user.
 */
export async function readCard(
  deps: Deps,
  { user, raceId }: { user: PlanHolder; raceId: string },
): Promise<RaceCard | null> {
  const found = await readRaceCard(deps.db, { raceId, userId: user.id });
  if (found === null) return null;
  const { newestOdds: _newest, oddsBefore: before, raceChanges: _changes, records: _records, ...card } = found;
  const { race, runners, payouts } = card;
  const now = deps.now();
  if (!mayOpenDay(user.plan, { date: race.date, today: japanDay(now) })) return null;
  const models = new Set<number>();
  const analyses = found.analyses.flatMap((analysis) => {
    if (models.has(analysis.modelId)) return [];
    models.add(analysis.modelId);
    return [{ ...analysis, bets: settleIndex({ ...analysis, race, runners, payouts }) }];
  });
  const priced = pricedCard(found);
  return {
    ...card,
    ...priced,
    winMoves: winMoves({ race, before, market: priced.market }),
    analyses,
    changes: changesOf(found),
    isBeforeStart: isBeforeStart(race, now),
  };
}

/** The part of a race's card that changes on its day. One round trip. Null as {@link readCard}. */
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
