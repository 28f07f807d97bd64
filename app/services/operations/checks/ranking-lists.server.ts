import { createRankingStore, hashManifest, listNamed, type StoredRanking } from "#app/adapters/ranking-store.server.ts";
import { findBadEntries } from "#app/db/operations/checks/ledger-walks.server.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import { WIRE_TICKETS } from "#app/domain/rankings/rankings-file.ts";
import type { Look } from "./look.server.ts";

/** One read of R2 and of D1 each. */
const PAGE_PERIODS = 10;

/** As the public reads them and as they were counted. */
export const checkRankings: Look = async ({ db, store }, { after }) => {
  const rankings = createRankingStore(store);
  const current = await rankings.readManifest();
  if (current === null) return { seen: 0, broken: [], next: null };
  const { manifest } = current;
  const periods = Object.entries(manifest.rankings).flatMap(([key, own]) =>
    own.flatMap(({ objectKey, buildId, ...period }) =>
      objectKey === null || buildId === null ? [] : [{ key: key as RankingKey, objectKey, buildId, ...period }],
    ),
  );
  const at = Number(after || 0);
  const broken: string[] = [];
  if (at === 0) {
    if ((await hashManifest(manifest)) !== manifest.version)
      broken.push("rankings: the manifest is not of its version");
    for (const key of listNamed(manifest)) if ((await store.head(key)) === null) broken.push(`object ${key}: lost`);
  }
  const page = periods.slice(at, at + PAGE_PERIODS);
  for (const { key, periodKey, to, objectKey, buildId } of page) {
    const report = (fault: string) => broken.push(`ranking ${key} of ${periodKey}: ${fault}`);
    const stored = await rankings.readRanking(objectKey);
    if (stored !== null) for (const fault of findUnsorted(stored)) report(fault);
    const { count, faults } = await findBadEntries(db, { buildId, rankingKey: key, to });
    for (const fault of faults) report(fault);
    // Deleted accounts stay listed without a name.
    if (stored !== null && count > stored.participants) report(`${count} entries, not ${stored.participants}`);
  }
  const next = at + PAGE_PERIODS;
  return { seen: page.length, broken, next: next < periods.length ? String(next) : null };
};

/** Equal rates share a rank. */
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
