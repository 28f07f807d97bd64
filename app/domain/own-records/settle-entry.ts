import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { pickFavourites } from "#app/domain/settlement/baseline-picks.ts";
import { settleIndex } from "#app/domain/settlement/settle-index.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import type { RecordEntry, RecordResult } from "./record-entry.ts";

interface SettledRace {
  race: Pick<Race, "surface" | "status">;
  runners: readonly Pick<Runner, "horseNum" | "status" | "finishPosition" | "winOdds" | "popularity">[];
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

/**
 * Settles an analysis by the official rows of its race; null before there are payouts. The favourites are the starters
 * with the lowest final odds, with equal numbers of tickets.
 */
export function settleEntry(
  { picks, isLearntFrom }: Pick<RecordEntry, "picks" | "isLearntFrom">,
  { race, runners, payouts }: SettledRace,
): RecordResult | null {
  const [first] = picks;
  if (first === undefined || isLearntFrom || race.surface === "jump" || race.status === "cancelled") {
    return withoutBets("none");
  }
  const settle = (horseNums: readonly number[]) =>
    settleIndex({
      scores: horseNums.map((horseNum) => ({ horseNum })),
      isLearntFrom: false,
      ...{ race, runners, payouts },
    });
  const bets = settle(picks);
  if (bets === null) return null;
  const starters = runners.filter(({ status }) => isStarter(status));
  const finishOf = (horse: number | undefined) =>
    starters.find(({ horseNum }) => horseNum === horse)?.finishPosition ?? null;
  const pick = starters.find(({ horseNum }) => horseNum === first);
  if (pick === undefined) return withoutBets("returned");
  const favourites = pickFavourites(starters);
  const favouriteBets = favourites === null ? null : settle(favourites);
  return {
    kind: "settled",
    starters: starters.length,
    finish: pick.finishPosition,
    odds: pick.winOdds,
    popularity: pick.popularity,
    bets,
    favourite: favouriteBets === null ? null : { finish: finishOf(favourites?.[0]), bets: favouriteBets },
  };
}

function withoutBets(kind: "returned" | "none"): RecordResult {
  return {
    ...{ kind, starters: null, finish: null, odds: null, popularity: null },
    bets: settleRace([], []),
    favourite: null,
  };
}
