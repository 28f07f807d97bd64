import { deleteAll } from "#app/adapters/r2.server.ts";
import {
  createRankingStore,
  hashManifest,
  listNamed,
  type ManifestPeriod,
  type RankingManifest,
  type RankingStore,
  type StoredRanking,
} from "#app/adapters/ranking-store.server.ts";
import { deleteEntriesOfUser, listEntriesOfUser } from "#app/db/rankings/ranking-builds.server.ts";
import {
  DELETED_MODEL_NAME,
  DELETED_USER_NAME,
  HIDDEN_MODEL_NAME,
  HIDDEN_USER_NAME,
} from "#app/domain/accounts/profile.ts";
import { latestPeriod } from "#app/domain/rankings/calendar.ts";
import { type Cadence, RANKING_PERIODS, type RankingKey, type RankingPeriod } from "#app/domain/rankings/periods.ts";
import { KEPT_PERIODS } from "#app/domain/rankings/ranking-lists.ts";
import { joinRankings, type WireRanking, withoutOwners } from "#app/domain/rankings/rankings-file.ts";
import { RANKING_IMAGES_PREFIX } from "#app/domain/sharing/share-image-address.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { deleteFromSeason, renameInSeason } from "#app/services/season/season.server.ts";

/** More conflicts indicate a bug. */
const SWITCHES_TRIED = 20;

type Rankings = RankingManifest["rankings"];

interface ShownPeriod {
  cadence: Cadence;
  key: string;
  from: string;
  to: string;
}

/** Removes periods that were never built and are not due. Idempotent. @param uncounted due and never built */
export async function showCounting(deps: Deps, uncounted: readonly ShownPeriod[]): Promise<void> {
  const store = createRankingStore(deps.store);
  await switchRankings(deps, store, async (current) => {
    if (current === null && uncounted.length === 0) return null;
    return mapRankings(current ?? noRankings(), (periods, { cadence }) => {
      const counted = periods.filter(({ objectKey }) => objectKey !== null);
      const due = uncounted.filter(
        (period) => period.cadence === cadence && counted.every(({ periodKey }) => periodKey !== period.key),
      );
      return newestFirst([...counted, ...due.map(uncountedPeriod)]);
    });
  });
}

function uncountedPeriod({ key, from, to }: ShownPeriod): ManifestPeriod {
  return { periodKey: key, from, to, objectKey: null, buildId: null };
}

/** Unless a later build was published. @returns its id, or null */
export async function showCounted(deps: Deps, rankings: readonly StoredRanking[]): Promise<string | null> {
  const store = createRankingStore(deps.store);
  const shown = new Map<RankingKey, ManifestPeriod>();
  const overtaking = new Set<string>();
  for (const ranking of rankings) {
    const { periodKey, period, buildId } = ranking;
    shown.set(ranking.key, { periodKey, ...period, buildId, objectKey: await store.writeRanking(ranking) });
  }
  await switchRankings(deps, store, async (current) =>
    mapRankings(current ?? noRankings(), (periods, { key }) => {
      const period = shown.get(key);
      const standing = periods.find(({ periodKey }) => periodKey === period?.periodKey);
      if (period === undefined) return periods;
      // Ascending.
      if (typeof standing?.buildId === "string" && standing.buildId > (period.buildId ?? "")) {
        overtaking.add(standing.buildId);
        return periods;
      }
      return newestFirst([...periods.filter(({ periodKey }) => periodKey !== period.periodKey), period]);
    }),
  );
  return [...overtaking][0] ?? null;
}

/** Figures stay. Idempotent: entries are deleted last. */
export async function deleteFromRankings(deps: Deps, { userId }: { userId: number }): Promise<void> {
  const names = { modelName: DELETED_MODEL_NAME, userName: DELETED_USER_NAME };
  await deleteFromSeason(deps, { userId, names });
  const buildIds = await renameOwner(deps, { userId, names });
  // Entries of an unpublished build stay: they name what must be removed there.
  if (buildIds !== null) await deleteEntriesOfUser(deps.db, { userId, buildIds });
}

/** Later counts read the same names from D1. */
export async function hideOwner(deps: Deps, { userId }: { userId: number }): Promise<void> {
  const names = { modelName: HIDDEN_MODEL_NAME, userName: HIDDEN_USER_NAME };
  await renameInSeason(deps, { userId, names });
  await renameOwner(deps, { userId, names });
}

/** @returns the current builds; null: none names the user */
async function renameOwner(
  deps: Deps,
  { userId, names }: { userId: number; names: { modelName: string; userName: string } },
): Promise<string[] | null> {
  const entries = await listEntriesOfUser(deps.db, { userId });
  if (entries.length === 0) return null;
  const store = createRankingStore(deps.store);
  const modelIds = new Set(entries.map(({ modelId }) => modelId));
  const concerned = new Set(entries.map(({ buildId, rankingKey }) => `${rankingKey} ${buildId}`));
  const rename = async (key: RankingKey, period: ManifestPeriod): Promise<ManifestPeriod> => {
    if (period.objectKey === null || !concerned.has(`${key} ${period.buildId}`)) return period;
    const stored = await requireRanking(store, period.objectKey);
    if (!stored.rank.some(({ id }) => modelIds.has(id))) return period;
    const renamed = withoutOwners(stored, { modelIds, ...names });
    return { ...period, objectKey: await store.writeRanking({ ...stored, ...renamed }) };
  };
  let standing: string[] = [];
  await switchRankings(deps, store, async (current) => {
    standing = Object.values(current ?? noRankings()).flatMap(listBuilds);
    if (current === null) return null;
    const renamed = RANKING_PERIODS.map(async ({ key }): Promise<[RankingKey, ManifestPeriod[]]> => {
      const periods: ManifestPeriod[] = [];
      for (const period of current[key]) periods.push(await rename(key, period));
      return [key, periods];
    });
    return Object.fromEntries(await Promise.all(renamed)) as Rankings;
  });
  // Images are redrawn on request.
  await deleteAll(deps.store, RANKING_IMAGES_PREFIX);
  return [...new Set(standing)];
}

function listBuilds(periods: readonly ManifestPeriod[]): string[] {
  return periods.flatMap(({ buildId }) => (buildId === null ? [] : [buildId]));
}

/** Left by interrupted builds. */
export async function sweepRankingObjects(deps: Deps): Promise<void> {
  const store = createRankingStore(deps.store);
  await store.deleteObjects(await store.listUnnamed());
}

/** Repeats if another build switched meanwhile. @param change null: no rankings; returns null to change nothing */
async function switchRankings(
  deps: Deps,
  store: RankingStore,
  change: (current: Rankings | null) => Promise<Rankings | null>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    const current = await store.readManifest();
    // Left by an interrupted switch; may contain names of deleted accounts.
    if (current !== null) await store.deleteObjects(listReplaced(current.manifest, current.manifest.replaced ?? []));
    const next = await prepare(deps, store, current?.manifest ?? null, change).catch((error: unknown) => {
      // The contents were replaced and deleted.
      if (error instanceof RankingGoneError && tries < SWITCHES_TRIED) return "gone" as const;
      throw error;
    });
    if (next === "gone") continue;
    if (next === null) return;
    const replaced = current === null ? [] : listReplaced(next, listNamed(current.manifest));
    if (await store.writeManifest({ ...next, replaced }, current?.etag ?? null)) {
      // At once: they may contain names of deleted accounts.
      await store.deleteObjects(replaced);
      return;
    }
    if (tries === SWITCHES_TRIED) throw new Error("others switched the rankings again and again");
  }
}

function listReplaced(manifest: RankingManifest, keys: readonly string[]): string[] {
  const named = new Set(listNamed(manifest));
  return keys.filter((key) => !named.has(key));
}

async function prepare(
  deps: Deps,
  store: RankingStore,
  current: RankingManifest | null,
  change: (current: Rankings | null) => Promise<Rankings | null>,
): Promise<RankingManifest | null> {
  const rankings = await change(current?.rankings ?? null);
  if (rankings === null) return null;
  const version = await hashManifest({ rankings });
  if (version === current?.version) return null;
  const generatedAt = deps.now();
  const shown = await readShown(store, rankings, generatedAt);
  const fileKey = await store.writeFile(joinRankings({ version, generatedAt, rankings: shown }));
  return { version, generatedAt, fileKey, rankings };
}

/** For rankings.json. */
async function readShown(
  store: RankingStore,
  rankings: Rankings,
  now: number,
): Promise<Record<RankingKey, WireRanking>> {
  const shown = RANKING_PERIODS.map(async ({ key, cadence }): Promise<[RankingKey, WireRanking]> => {
    const newest = rankings[key][0];
    if (newest !== undefined && newest.objectKey !== null) return [key, await requireRanking(store, newest.objectKey)];
    const { from, to } = newest ?? latestPeriod(cadence, [], now);
    return [key, { period: { from, to }, status: "counting", rank: [], baselines: [] }];
  });
  return Object.fromEntries(await Promise.all(shown)) as Record<RankingKey, WireRanking>;
}

class RankingGoneError extends Error {
  override name = "RankingGoneError";
}

async function requireRanking(store: RankingStore, objectKey: string): Promise<StoredRanking> {
  const ranking = await store.readRanking(objectKey);
  if (ranking === null) throw new RankingGoneError(objectKey);
  return ranking;
}

function noRankings(): Rankings {
  return Object.fromEntries(RANKING_PERIODS.map(({ key }) => [key, []])) as unknown as Rankings;
}

function mapRankings(
  rankings: Rankings,
  change: (periods: ManifestPeriod[], ranking: RankingPeriod) => ManifestPeriod[],
): Rankings {
  return Object.fromEntries(
    RANKING_PERIODS.map((ranking) => [ranking.key, change(rankings[ranking.key], ranking)]),
  ) as Rankings;
}

function newestFirst(periods: readonly ManifestPeriod[]): ManifestPeriod[] {
  return [...periods].sort((a, b) => (a.periodKey < b.periodKey ? 1 : -1)).slice(0, KEPT_PERIODS);
}
