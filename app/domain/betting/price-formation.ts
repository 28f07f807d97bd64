import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Formation, formTickets, usualFormation } from "./formation.ts";
import { expectedReturn, type TicketOdds } from "./price-tickets.ts";
import { type RaceChances, ticketChances } from "./ticket-chances.ts";
import { combinationOf, numbersOf } from "./ticket-kinds.ts";

export interface KnownOdds {
  isFinal: boolean;
  /** `2026-11-22T14:35`, Japan; null for final odds, and if it is unknown. */
  announcedAt: string | null;
  tickets: ReadonlyMap<string, TicketOdds>;
}

/** Before the start, odds must be fresh for this long, or they are shown as old. */
const LAST_SECONDS = 15 * 60;
const OLD_AFTER_SECONDS = 90;

/**
 * More than 90 seconds in the last 15 minutes before the start; odds of an unknown time are old. @param startsAt unix
 * seconds
 */
export function areOldOdds(
  { isFinal, announcedAt }: Pick<KnownOdds, "isFinal" | "announcedAt">,
  { startsAt, now }: { startsAt: number | null; now: number },
): boolean {
  if (isFinal || startsAt === null || now >= startsAt || startsAt - now > LAST_SECONDS) return false;
  return announcedAt === null || now - Date.parse(`${announcedAt}:00+09:00`) / 1000 > OLD_AFTER_SECONDS;
}

export type RaceOdds = Readonly<Partial<Record<TicketKind, KnownOdds>>>;

export interface PricedRace {
  chances: RaceChances;
  /** A model's own chances are no basis for a return: the odds know more. */
  isMixed: boolean;
  odds: RaceOdds;
  /** Declared runners: later withdrawals change neither what is sold nor which places are paid. */
  runnerCount: number;
}

export type PricedFormation = ReturnType<typeof priceFormation>;

export function priceFormation(kind: TicketKind, formation: Formation, { chances, isMixed, odds }: PricedRace) {
  const combinations = formTickets(kind, formation, doubleBrackets(chances.horses));
  const { each, atLeastOne } = ticketChances(kind, combinations, chances);
  const tickets = combinations.map((horses, place) => ({
    horses,
    chance: each[place] ?? 0,
    odds: odds[kind]?.tickets.get(combinationOf(kind, horses)) ?? null,
  }));
  const lows = tickets.flatMap((ticket) => ticket.odds?.low ?? []);
  return {
    kind,
    formation,
    tickets,
    /** That at least one ticket is hit. */
    anyChance: atLeastOne,
    /** Null if any is unknown. */
    lowestOdds: lows.length === tickets.length && lows.length > 0 ? Math.min(...lows) : null,
    /** Ratio for equal stakes; null if any odds are unknown, or the chances are not mixed with them. */
    expectedReturn: isMixed ? expectedReturn(tickets) : null,
  };
}

/** Brackets of two starters or more. */
export function doubleBrackets(horses: RaceChances["horses"]): number[] {
  const brackets = horses.flatMap(({ bracketNum }) => bracketNum ?? []);
  return brackets.filter((bracket, place) => brackets.indexOf(bracket) !== place);
}

/** Sold kinds, each by its usual formation, without those that need more horses. @param race its horses best first */
export function compareKinds(kinds: readonly TicketKind[], race: PricedRace): PricedFormation[] {
  return kinds
    .map((kind) => priceFormation(kind, usualFormation(kind, numbersOf(kind, race.chances.horses)), race))
    .filter(({ tickets }) => tickets.length > 0);
}
