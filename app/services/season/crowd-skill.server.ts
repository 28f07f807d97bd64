import { listCrowdForecasts, type StoredCrowd } from "#app/db/rankings/crowd.server.ts";
import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { sumDay } from "#app/domain/season/day-losses.ts";
import { groupBy } from "#app/domain/season/group-by.ts";
import type { LossRow } from "#app/domain/season/season-tally.ts";
import { measureUsualOpenness, type UsualOpenness } from "#app/domain/season/usual-openness.ts";
import type { Deps } from "#app/services/deps.server.ts";

/**
 * Losses of everybody's forecast on the ranked races of a season, by race, where scratched runners lose their chance; and
 * how open the races were to it.
 */
export async function measureCrowd(
  { db }: Pick<Deps, "db">,
  { from, to, breathe }: { from: string; to: string; breathe: () => Promise<void> },
): Promise<{ rows: LossRow[]; openness: UsualOpenness[] }> {
  const forecasts = await listCrowdForecasts(db, { from, to });
  const byDate = groupBy(forecasts, ({ date }) => date);
  const rows: LossRow[] = [];
  for (const [date, ofDay] of byDate) {
    const races = new Map((await readLedgerRaces(db, [date])).map((race) => [race.raceId, race]));
    for (const forecast of ofDay) {
      const race = races.get(forecast.raceId);
      if (race !== undefined) rows.push(measureOne(race, forecast));
    }
    await breathe();
  }
  return { rows, openness: measureUsualOpenness(forecasts) };
}

function measureOne({ raceId, date, runners }: LedgerRace, forecast: StoredCrowd): LossRow {
  const places = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const started = forecast.runners.filter(({ horseNum }) => isStarter(places.get(horseNum)?.status ?? "scratched"));
  const sum = started.reduce((all, { chance }) => all + chance, 0);
  const starters = started.map(({ horseNum, chance }) => ({
    horseNum,
    probability: chance / sum,
    finishPosition: places.get(horseNum)!.finishPosition,
  }));
  const { races, loss, uniformLoss } = sumDay([{ raceId, starters }]);
  return { modelId: 0, date, races, loss, uniformLoss };
}
