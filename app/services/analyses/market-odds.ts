import type { StoredOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { readWinOdds } from "#app/domain/jv-data/odds/win-odds.ts";
import type { RaceStatus } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { MarketOdds, UpdateTimes } from "#app/domain/views/analyses.ts";

/** Final ones, else the newest, else the card's. Null: none. */
export function marketOdds({
  newest,
  status,
  runners,
}: {
  newest: readonly Pick<StoredOdds, "order" | "odds">[];
  status: RaceStatus;
  runners: readonly Pick<Runner, "horseNum" | "winOdds" | "popularity">[];
}): MarketOdds | null {
  const [last] = newest.toSorted((one, other) => (one.order < other.order ? 1 : -1));
  const ofRecords = last === undefined ? null : readWinOdds(last);
  const ofRunners = runners.flatMap(({ horseNum, winOdds, popularity }) =>
    winOdds === null ? [] : [{ horseNum, odds: winOdds, popularity, isCapped: false }],
  );
  const hasResult = status === "result" && ofRunners.length > 0;
  if (ofRecords !== null && (ofRecords.isFinal || !hasResult)) return ofRecords;
  return ofRunners.length === 0 ? null : { isFinal: hasResult, announcedAt: null, horses: ofRunners };
}

/** Ends of the imports. */
export function updateTimes({
  race: { status },
  runners,
  raceChanges: { weightsAt, raceAt },
}: {
  race: { status: RaceStatus };
  runners: readonly Pick<Runner, "bodyWeightKg">[];
  raceChanges: { weightsAt: number | null; raceAt: number | null };
}): UpdateTimes {
  const hasWeights = runners.some(({ bodyWeightKg }) => bodyWeightKg !== null);
  return { weights: hasWeights ? weightsAt : null, results: status === "result" ? raceAt : null };
}

interface StoredCard {
  race: { status: RaceStatus };
  runners: readonly Runner[];
  newestOdds: readonly Pick<StoredOdds, "order" | "odds">[];
  raceChanges: { weightsAt: number | null; raceAt: number | null };
}

export function pricedCard({ race, runners, newestOdds, raceChanges }: StoredCard) {
  const market = marketOdds({ newest: newestOdds, status: race.status, runners });
  const oddsOf = new Map(market?.horses.map((horse) => [horse.horseNum, horse]));
  const priced = runners.map((runner) => {
    const horse = oddsOf.get(runner.horseNum);
    return { ...runner, winOdds: horse?.odds ?? null, popularity: horse?.popularity ?? null };
  });
  return { runners: priced, market, updatedAt: updateTimes({ race, runners, raceChanges }) };
}
