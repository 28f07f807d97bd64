import type { StoredRecords } from "#app/db/racing/record-sets.server.ts";
import { exponentsOfMix, type MixExponents } from "#app/domain/betting/mixed-chances.ts";
import {
  type PackedSecondStage,
  type PackedValueReturns,
  unpackSecondStage,
  unpackValueReturns,
} from "#app/domain/evaluation/model-report.ts";
import type { ValueReturns } from "#app/domain/evaluation/value-returns.ts";
import { announcedChanges } from "#app/domain/jv-data/announced-changes.ts";
import { NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import type { StoredOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { readWinOdds } from "#app/domain/jv-data/odds/win-odds.ts";
import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";
import type { RaceStatus } from "#app/domain/racing/race.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import type { MarketOdds, RaceChange, UpdateTimes } from "#app/domain/views/analyses.ts";
import { unzipRecords } from "#app/services/jv-data/record-bytes.server.ts";

/** Newest first. */
export function changesOf({
  race,
  runners,
  records,
}: {
  race: Race;
  runners: readonly Runner[];
  records: readonly StoredRecords[];
}): RaceChange[] {
  const ofDay = records.filter(({ raceId }) => raceId === meetingIdOf(raceId));
  const ofRace = records.filter((stored) => !ofDay.includes(stored));
  return announcedChanges({ own: joined(ofRace), meeting: joined(ofDay) }, { race, runners });
}

/** A course with two codes may have records under both. */
function joined(stored: readonly StoredRecords[]): RecordSet {
  if (stored.length === 0) return NO_RECORDS;
  return new Map(stored.flatMap(({ records }) => [...unzipRecords(records)]));
}

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

/** Null: not measured. */
interface BesideOdds {
  value: ValueReturns | null;
  mix: MixExponents | null;
}

export const NOTHING_BESIDE_ODDS: BesideOdds = { value: null, mix: null };

/** JSON of besideOddsColumns. */
export function readBesideOdds({
  value,
  secondStage,
}: {
  value: string | null;
  secondStage: string | null;
}): BesideOdds {
  return {
    value: value === null ? null : unpackValueReturns(JSON.parse(value) as PackedValueReturns),
    mix: secondStage === null ? null : exponentsOfMix(unpackSecondStage(JSON.parse(secondStage) as PackedSecondStage)),
  };
}
