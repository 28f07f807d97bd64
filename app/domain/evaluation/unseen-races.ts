import { byDayAndRace, type ForecastRace, isReported } from "./forecast-race.ts";
import { RACE_BETS_WIDTH, type RaceBets } from "./race-bets.ts";
import { bestOf, measureRace } from "./race-skill.ts";

export interface UnseenResult {
  raceId: string;
  date: string;
  starters: number;
  /** −ln p of the winner, to four decimals; for a dead heat the mean over its winners. */
  loss: number;
  /** The same for p ∝ 1 / final odds; null unless all starters have odds. */
  marketLoss: number | null;
  pick: number;
  isHit: boolean;
  /** Whether the starter with the lowest odds won; null unless all starters have odds. */
  isFavouriteHit: boolean | null;
  bets: RaceBets | null;
}

/** A sum over a thousand races is then exact to some hundredths. */
const LOSS_UNITS = 10_000;
const NO_MARKET = -1;

export function createUnseenTally() {
  const counted: UnseenResult[] = [];
  return {
    add(race: ForecastRace, bets: RaceBets | null): void {
      if (!isReported(race)) return;
      const starters = race.runners.filter(({ isStarter }) => isStarter).sort((a, b) => a.horseNum - b.horseNum);
      const { loss, marketLoss, top, favourite } = measureRace(starters);
      counted.push({
        ...{ raceId: race.raceId, date: race.date, starters: starters.length },
        loss: roundLoss(loss),
        marketLoss: marketLoss === null ? null : roundLoss(marketLoss),
        pick: bestOf(starters, ({ probability }) => probability).horseNum,
        isHit: top.winRate === 1,
        isFavouriteHit: favourite === null ? null : favourite.winRate === 1,
        bets,
      });
    },
    races: () => counted.toSorted(byDayAndRace),
  };
}

/** Stored form, by columns: gzipped some fourteen bytes a race. Version 1 has no bets. */
export interface PackedUnseenRaces {
  version: 1 | 2;
  days: string[];
  counts: number[];
  /** One per line. */
  raceIds: string;
  starters: number[];
  losses: number[];
  /** −1: not all starters had odds. */
  marketLosses: number[];
  picks: number[];
  /** A digit per race: 1 if the pick won, plus 2 if the favourite did. */
  hits: string;
  /** A column per number of the bets; absent if the bets of any race are unknown. */
  bets?: number[][];
}

export function packUnseenRaces(races: readonly UnseenResult[]): PackedUnseenRaces {
  const counts = new Map<string, number>();
  for (const { date } of races) counts.set(date, (counts.get(date) ?? 0) + 1);
  const bets = races.map((race) => race.bets).filter((each) => each !== null);
  const units = (loss: number | null) => (loss === null ? NO_MARKET : Math.round(loss * LOSS_UNITS));
  return {
    version: 2,
    days: [...counts.keys()],
    counts: [...counts.values()],
    raceIds: races.map(({ raceId }) => raceId).join("\n"),
    starters: races.map(({ starters }) => starters),
    losses: races.map(({ loss }) => units(loss)),
    marketLosses: races.map(({ marketLoss }) => units(marketLoss)),
    picks: races.map(({ pick }) => pick),
    hits: races.map(({ isHit, isFavouriteHit }) => Number(isHit) + 2 * Number(isFavouriteHit === true)).join(""),
    ...(bets.length === races.length
      ? { bets: Array.from({ length: RACE_BETS_WIDTH }, (_, column) => bets.map((each) => each[column]!)) }
      : {}),
  };
}

export function unpackUnseenRaces(packed: PackedUnseenRaces): UnseenResult[] {
  const { counts, starters, losses, marketLosses, picks, hits, bets } = packed;
  const dates = packed.days.flatMap((day, at) => Array<string>(counts[at]!).fill(day));
  const raceIds = packed.raceIds === "" ? [] : packed.raceIds.split("\n");
  return raceIds.map((raceId, race) => ({
    ...{ raceId, date: dates[race]!, starters: starters[race]! },
    loss: losses[race]! / LOSS_UNITS,
    marketLoss: marketLosses[race] === NO_MARKET ? null : marketLosses[race]! / LOSS_UNITS,
    pick: picks[race]!,
    isHit: Number(hits[race]) % 2 === 1,
    isFavouriteHit: marketLosses[race] === NO_MARKET ? null : Number(hits[race]) >= 2,
    bets: bets === undefined ? null : bets.map((column) => column[race]!),
  }));
}

function roundLoss(loss: number): number {
  return Math.round(loss * LOSS_UNITS) / LOSS_UNITS;
}
