import { createRankingStore, hashManifest, listNamed, type StoredRanking } from "#app/adapters/ranking-store.server.ts";
import { findBadEntries } from "#app/db/operations/checks/ledger-walks.server.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import { WIRE_TICKETS } from "#app/domain/rankings/rankings-file.ts";
import type { Look } from "./look.server.ts";

/** Rankings: one period of one ranking a page, as the public reads it and as it was counted. */
export const checkRankings: Look = async ({ db, store }, { after }) => {
  const rankings = createRankingStore(store);
  const current = await rankings.readManifest();
  if (current === null) return { seen: 0, broken: [], next: null };
  const { manifest } = current;
  const periods = Object.entries(manifest.rankings).flatMap(([key, own]) =>
    own.map((period) => ({ key: key as RankingKey, ...period })),
  );
  const page = Number(after || 0);
  const broken: string[] = [];
  if (page === 0) {
    if ((await hashManifest(manifest)) !== manifest.version)
      broken.push("rankings: the manifest is not of its version");
    for (const key of listNamed(manifest)) if ((await store.head(key)) === null) broken.push(`object ${key}: lost`);
  }
  const period = periods[page];
  if (period !== undefined && period.objectKey !== null && period.buildId !== null) {
    const { key, periodKey, to, objectKey, buildId } = period;
    const report = (fault: string) => broken.push(`ranking ${key} of ${periodKey}: ${fault}`);
    const stored = await rankings.readRanking(objectKey);
    if (stored !== null) for (const fault of findUnsorted(stored)) report(fault);
    const { count, faults } = await findBadEntries(db, { buildId, rankingKey: key, to });
    for (const fault of faults) report(fault);
    // Entries of deleted accounts go, and their rows stay listed without a name.
    if (stored !== null && count > stored.participants) report(`${count} entries, not ${stored.participants}`);
  }
  return { seen: period === undefined ? 0 : 1, broken, next: page + 1 < periods.length ? String(page + 1) : null };
};

/** Ranks rise as rates fall, and equal rates share one. */
function findUnsorted({ rank }: StoredRanking): string[] {
  return Object.values(WIRE_TICKETS).flatMap((ticket) => {
    const placed = rank
      .map((entry) => ({ id: entry.id, place: entry[`${ticket}_rank`], rate: entry[`${ticket}_return_rate`] }))
      .filter((entry) => entry.place !== null)
      .sort((one, other) => (one.place ?? 0) - (other.place ?? 0));
    return placed.flatMap(({ id, place, rate }, index) => {
      const above = placed[index - 1];
      if (above === undefined) return [];
      const isRight = place === above.place ? rate === above.rate : (rate ?? 0) < (above.rate ?? 0);
      return isRight ? [] : [`model ${id} is listed at a wrong rank of ${ticket}`];
    });
  });
}
