import type { Database } from "#app/db/database.server.ts";
import { listCrowdForecasts, type StoredCrowd } from "#app/db/rankings/crowd.server.ts";
import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";
import { createSecondStageTally, type SecondStage } from "#app/domain/evaluation/second-stage.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import type { RecordEntry } from "#app/domain/own-records/record-entry.ts";
import { settleEntry } from "#app/domain/own-records/settle-entry.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { byBetType, isStarter } from "#app/domain/racing/race.ts";
import { sumDay } from "#app/domain/season/day-losses.ts";
import type { LossRow } from "#app/domain/season/season-tally.ts";
import type { CrowdBesideOdds, CrowdReturns } from "#app/domain/season/stored-board.ts";
import { measureUsualOpenness } from "#app/domain/season/usual-openness.ts";
import type { Deps } from "#app/services/deps.server.ts";

const PICKS = 5;

/** By race; scratched runners lose their chance. With openness, returns, and what it adds to the closing odds. */
export async function measureCrowd(
  { db }: Pick<Deps, "db">,
  { from, to, yieldAndRenewLease }: { from: string; to: string; yieldAndRenewLease: () => Promise<void> },
) {
  const forecasts = await listCrowdForecasts(db, { from, to });
  const byDate = groupBy(forecasts, ({ date }) => date);
  const rows: LossRow[] = [];
  const entries: RecordEntry[] = [];
  const secondStage = createSecondStageTally();
  for await (const { dates, races } of readLedger(db, byDate.keys(), yieldAndRenewLease)) {
    const byId = new Map(races.map((race) => [race.raceId, race]));
    for (const forecast of dates.flatMap((date) => byDate.get(date) ?? [])) {
      const race = byId.get(forecast.raceId);
      if (race === undefined) continue;
      const starters = startersOf(race, forecast);
      rows.push(lossOf(race, starters));
      entries.push(entryOf(race, forecast));
      secondStage.add({ ...race, runners: starters.map((starter) => ({ ...starter, index: 0, isStarter: true })) });
    }
  }
  return {
    rows,
    openness: measureUsualOpenness(forecasts),
    returns: returnsOf(entries),
    besideOdds: besideOddsOf(await secondStage.report(createPace(yieldAndRenewLease))),
  };
}

/** Chances add up to 1. */
function startersOf({ runners }: LedgerRace, forecast: StoredCrowd) {
  const places = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const started = forecast.runners.filter(({ horseNum }) => isStarter(places.get(horseNum)?.status ?? "scratched"));
  const sum = started.reduce((all, { chance }) => all + chance, 0);
  return started.map(({ horseNum, chance }) => {
    const { finishPosition, winOdds } = places.get(horseNum)!;
    return { horseNum, probability: chance / sum, finishPosition, winOdds };
  });
}

function lossOf({ raceId, date }: LedgerRace, starters: ReturnType<typeof startersOf>): LossRow {
  const { races, loss, uniformLoss } = sumDay([{ raceId, starters }]);
  return { modelId: 0, date, races, loss, uniformLoss };
}

/** As an analysis of a record. */
function entryOf(race: LedgerRace, forecast: StoredCrowd): RecordEntry {
  const picks = forecast.runners.slice(0, PICKS).map(({ horseNum }) => horseNum);
  const runners = race.runners.map((runner) => ({ ...runner, popularity: null }));
  const { raceId, date, venue, raceNum, surface, distanceM, payouts } = race;
  return {
    ...{ analysisId: 0, modelId: 0, modelName: "", raceName: "", startTime: null, going: null },
    ...{ raceId, date, venue, raceNum, surface, distanceM, picks },
    ...{ completedAt: forecast.fixedAt, sealedAt: null, deletedAt: null, isLearntFrom: false },
    result: settleEntry({ picks, isLearntFrom: false }, { race, runners, payouts }),
  };
}

function besideOddsOf(measured: SecondStage | null): CrowdBesideOdds | null {
  if (measured === null) return null;
  const { deltaR2, low, high, races } = measured;
  return { deltaR2, low, high, races };
}

function returnsOf(entries: readonly RecordEntry[]): CrowdReturns | null {
  const { counts, tickets: figures } = measureRecord(entries);
  if (counts.counted === 0) return null;
  const tickets = byBetType((betType) => {
    const { races, hits, stakeYen, payoutYen, hitInterval, interval, favourite } = figures[betType];
    return { ...{ races, hits, stakeYen, payoutYen }, ...{ hitInterval, interval, favourite } };
  });
  return { races: counts.counted, tickets };
}

/** 150 races and 2,000 runners; a message has a thousand queries. */
const DAYS_PER_READ = 4;

export async function* readLedger(
  db: Database,
  dates: Iterable<string>,
  yieldAndRenewLease: () => Promise<void>,
): AsyncGenerator<{ dates: string[]; races: LedgerRace[] }> {
  const left = [...dates];
  while (left.length > 0) {
    const read = left.splice(0, DAYS_PER_READ);
    yield { dates: read, races: await readLedgerRaces(db, read) };
    await yieldAndRenewLease();
  }
}
