import { and, between, eq, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { selectModels, toModelRecord } from "#app/db/models/models.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { payouts, races, runners } from "#app/db/schema/racing.server.ts";
import type { FirstHorses } from "#app/domain/days/favourite-duel.ts";
import { NON_STARTERS, VenueType } from "#app/domain/racing/race.ts";
import { isCounted } from "./record-reads.server.ts";

/** As `settleEntry` in app/domain/own-records. */
const favourite = sql`(select ${runners.horseNum} from ${runners} where ${runners.raceId} = ${recordEntries.raceId}
  and ${runners.status} not in ${[...NON_STARTERS]} and ${runners.winOdds} > 0
  order by ${runners.winOdds}, ${runners.horseNum} limit 1)`;

const winPayouts = sql`json((select json_group_array(json_array(${payouts.combination}, ${payouts.payoutYen}))
  from ${payouts} where ${payouts.raceId} = ${recordEntries.raceId} and ${payouts.betType} = 'win'))`;

/** ◎, the favourite and what win bets paid, of a record's entry. */
export const packedFirsts = sql`json_array(${recordEntries.picks} ->> '$[0]', ${favourite}, ${winPayouts})`;

export type PackedFirsts = [
  pick: FirstHorses["pick"],
  favourite: FirstHorses["favourite"],
  payouts: FirstHorses["payouts"],
];

/** One round trip: counted entries of the main races of central days. */
export async function readDuel(db: Database, { userId, from, to }: { userId: number; from: string; to: string }) {
  const [modelRows, days] = await db.batch([
    selectModels(db, { userId }),
    db
      .select({
        modelId: recordEntries.modelId,
        date: recordEntries.date,
        packed: sql<string>`json_group_array(${packedFirsts})`.as("packed"),
      })
      .from(recordEntries)
      .innerJoin(races, eq(races.raceId, recordEntries.raceId))
      .where(
        and(
          eq(recordEntries.userId, userId),
          between(recordEntries.date, from, to),
          eq(races.venueType, VenueType.central),
          between(races.raceNum, 7, 12),
          isCounted(db),
        ),
      )
      .groupBy(recordEntries.modelId, recordEntries.date),
  ]);
  return {
    models: modelRows.map(toModelRecord),
    races: days.flatMap(({ packed, ...day }) =>
      (JSON.parse(packed) as PackedFirsts[]).map(([pick, against, rows]) => ({
        ...{ ...day, pick, favourite: against, payouts: rows },
      })),
    ),
  };
}
