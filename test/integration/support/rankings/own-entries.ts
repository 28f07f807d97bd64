import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { rankingEntries } from "#app/db/schema/models.server.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { WireEntry } from "#app/domain/rankings/rankings-file.ts";

/**
 * Inserts entries of a user into the current rankings, as a build does; user and models must exist.
 *
 * @param periodKey default: the newest period
 */
export async function giveEntries(
  { db, store }: { db: Database; store: R2Bucket },
  {
    userId,
    rankingKey,
    entries,
    periodKey,
  }: { userId: number; rankingKey: RankingKey; entries: readonly WireEntry[]; periodKey?: string },
): Promise<void> {
  const stood = await createRankingStore(store).readManifest();
  const periods = stood?.manifest.rankings[rankingKey] ?? [];
  const period = periodKey === undefined ? periods[0] : periods.find((other) => other.periodKey === periodKey);
  const buildId = period?.buildId;
  if (period === undefined || typeof buildId !== "string") throw new Error("that ranking is not counted");
  for (const entry of entries) {
    const row = { buildId, rankingKey, periodKey: period.periodKey, modelId: entry.id, userId };
    await db.insert(rankingEntries).values({ ...row, entry: JSON.stringify(entry) });
  }
}
