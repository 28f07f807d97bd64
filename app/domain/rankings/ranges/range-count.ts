import type { Surface } from "#app/domain/racing/race.ts";
import { findCategory } from "../categories.ts";
import { type Cadence, RANKING_PERIODS, type RankingKey, type RankingPeriod } from "../periods.ts";
import { type PickReturns, TICKET_TYPES, type TicketReturns } from "../pick-returns.ts";
import { type BetGroup, createTally, type RaceOutcome, type TalliedModel } from "../tally.ts";

/** Participants whose bets are added up in one go; a ranking of more is counted range by range, and merged. */
export const MODELS_PER_RANGE = 5_000;

/** A race that counts in a period's rankings. */
export interface RankedRace {
  raceId: string;
  date: string;
  surface: Surface | null;
  distanceM: number | null;
}

/** What a range of the participants adds to one ranking: numbers only, so that names are those of the moment of the merge. */
export interface RankingPart {
  key: RankingKey;
  /** {@link FIGURES} numbers per participant, in their order; null without a bet. */
  figures: (number | null)[];
  outcomes: RaceOutcome[];
}

/** Numbers of a ticket type, in the order in which they are packed. */
const TICKET_FIGURES = [
  "returnPerMille",
  "lowPerMille",
  "highPerMille",
  "hitPerMille",
  "races",
  "hits",
] as const satisfies readonly (keyof TicketReturns)[];
const FIGURES = TICKET_TYPES.length * TICKET_FIGURES.length;

/** The rankings of a cadence with the races that count in each. */
export function rankingsOf<Race extends RankedRace>(
  cadence: Cadence,
  races: readonly Race[],
): { ranking: RankingPeriod; races: readonly Race[] }[] {
  return RANKING_PERIODS.filter((ranking) => ranking.cadence === cadence).map((ranking) => ({
    ranking,
    races: ranking.category === null ? races : races.filter((race) => findCategory(race) === ranking.category),
  }));
}

/** Adds up the bets of a range of participants; its parts are the same whatever the order of the groups. */
export function createRangeCount(cadence: Cadence, races: readonly RankedRace[], models: readonly TalliedModel[]) {
  const tallies = rankingsOf(cadence, races).map(({ ranking, races: own }) => ({
    key: ranking.key,
    tally: createTally(own, models),
  }));
  return {
    add(groups: readonly BetGroup[]): void {
      for (const group of groups) for (const { tally } of tallies) tally.add(group);
    },
    close: (): RankingPart[] =>
      tallies.map(({ key, tally }) => ({
        key,
        figures: packFigures(models.map(({ modelId }) => tally.returnsOf(modelId))),
        outcomes: tally.outcomes(),
      })),
  };
}

function packFigures(returns: readonly (PickReturns | null)[]): RankingPart["figures"] {
  const figures: RankingPart["figures"] = [];
  for (const each of returns) {
    for (const ticket of TICKET_TYPES) {
      const of = each?.[ticket] ?? null;
      for (const figure of TICKET_FIGURES) figures.push(of?.[figure] ?? null);
    }
  }
  return figures;
}

/** The returns of a range's participant by its place; null without a bet. */
export function unpackReturns({ figures }: Pick<RankingPart, "figures">, place: number): PickReturns | null {
  const ticketAt = (ticket: number): TicketReturns | null => {
    const at = place * FIGURES + ticket * TICKET_FIGURES.length;
    const returnPerMille = figures[at];
    if (returnPerMille == null) return null;
    return {
      ...{ returnPerMille, lowPerMille: figures[at + 1] ?? null, highPerMille: figures[at + 2] ?? null },
      ...{ hitPerMille: figures[at + 3] ?? 0, races: figures[at + 4] ?? 0, hits: figures[at + 5] ?? 0 },
    };
  };
  const total = ticketAt(0);
  return total === null ? null : { total, win: ticketAt(1), place: ticketAt(2), quinella: ticketAt(3) };
}
