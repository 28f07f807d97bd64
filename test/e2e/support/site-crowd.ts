import { openDatabase } from "#app/db/database.server.ts";
import { readCrowdRace } from "#app/db/rankings/crowd.server.ts";
import { crowdForecasts } from "#app/db/schema/seasons.server.ts";
import { startOfRace } from "#app/domain/racing/race-start.ts";
import { joinForecasts } from "#app/domain/season/crowd.ts";
import { openSiteBindings } from "./site-database.ts";
import { putSeason } from "./site-season.ts";

const MEMBERS = 24;
const FIXED_BEFORE_SECONDS = 30 * 60;

/**
 * Writes everybody's forecast of a race into a running site's database, as it would have been fixed half an hour before
 * the start: twenty-four members who like low horse numbers, each in another degree; with a season board, without which
 * there is no such page. Again it changes nothing.
 */
export async function putCrowd(stateDir: string, raceId: string | undefined): Promise<void> {
  await putSeason(stateDir);
  const db = openDatabase(openSiteBindings(stateDir).DB);
  const found = await readCrowdRace(db, raceId ?? "");
  if (found === null) throw new Error(`no race ${raceId}`);
  const horseNums = found.runners.map(({ horseNum }) => horseNum);
  const forecasts = Array.from({ length: MEMBERS }, (_, i) => {
    const parts = horseNums.map((horseNum) => [horseNum, Math.exp(-(0.02 + 0.01 * i) * horseNum)] as const);
    const sum = parts.reduce((all, [, part]) => all + part, 0);
    const member = { modelId: i + 1, userId: i + 1, value: 0.1, weight: 1 / MEMBERS };
    return { member, chances: new Map(parts.map(([horseNum, part]) => [horseNum, part / sum])) };
  });
  const forecast = joinForecasts(forecasts, { horseNums, oddsOf: (horseNum) => 2 + horseNum, weightsOf: "tests" });
  const startsAt = startOfRace(found.race);
  if (forecast === null || startsAt === null) throw new Error(`${raceId}: no forecast`);
  await db
    .insert(crowdForecasts)
    .values({
      raceId: found.race.raceId,
      date: found.race.date,
      forecast: JSON.stringify(forecast),
      members: forecast.members,
      fixedAt: startsAt - FIXED_BEFORE_SECONDS,
    })
    .onConflictDoNothing();
}
