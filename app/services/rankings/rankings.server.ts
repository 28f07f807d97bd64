import {
  createRankingStore,
  type ManifestPeriod,
  type RankingManifest,
  type RankingStore,
} from "#app/adapters/ranking-store.server.ts";
import { createPublicModelStore, withCodes } from "#app/adapters/share-store.server.ts";
import { latestPeriod } from "#app/domain/rankings/calendar.ts";
import { RANKING_PERIODS, type RankingKey, type RankingPeriod } from "#app/domain/rankings/periods.ts";
import type { RankingView } from "#app/domain/rankings/ranking-entry.ts";
import { buildRankingsFile, type CountedRanking, readWireEntry } from "#app/domain/rankings/rankings-file.ts";
import { rankingImagePath } from "#app/domain/sharing/share-image-address.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** The manifest may be switched meanwhile. */
const READS = 3;

/** Reads R2 only. Null: the period is not stored. */
export async function read(
  deps: Deps,
  { ranking, periodKey }: { ranking: RankingKey; periodKey?: string },
): Promise<RankingView | null> {
  const [view, published] = await Promise.all([
    readStanding(deps, async (store, manifest) => {
      const shown = findShown(deps, manifest, ranking, periodKey);
      return shown === null ? null : readView(store, manifest, ranking, shown);
    }),
    createPublicModelStore(deps.store).read(),
  ]);
  return view && { ...view, entries: withCodes(view.entries, published.ids) };
}

/** In the order of RANKING_PERIODS. Reads R2 only. */
export async function list(deps: Deps): Promise<RankingView[]> {
  const [rankings, published] = await Promise.all([
    readStanding(deps, async (store, manifest) => {
      const views = await Promise.all(
        RANKING_PERIODS.map(({ key }) => readView(store, manifest, key, findNewest(deps, manifest, key))),
      );
      const found = views.filter((view) => view !== "gone");
      return found.length === views.length ? found : "gone";
    }),
    createPublicModelStore(deps.store).read(),
  ]);
  return rankings.map((view) => ({ ...view, entries: withCodes(view.entries, published.ids) }));
}

/** Null before the first build. */
export async function readVersion(deps: Deps): Promise<string | null> {
  return (await createRankingStore(deps.store).readManifest())?.manifest.version ?? null;
}

/** Before the first build all seven are counting. */
export async function readFile(deps: Deps): Promise<{ version: string; body: Uint8Array }> {
  return readStanding(deps, async (store, manifest) => {
    if (manifest === null) return writeFirstFile(deps);
    const body = await store.readFile(manifest.fileKey);
    return body === null ? "gone" : { version: manifest.version, body };
  });
}

/** Unchanged until another period is due. */
function writeFirstFile(deps: Deps): { version: string; body: Uint8Array } {
  const shown = RANKING_PERIODS.map((ranking) => ({ ...ranking, period: newestByDate(deps, ranking) }));
  const rankings = shown.map(({ key, period: { from, to } }): [RankingKey, CountedRanking] => [
    key,
    { period: { from, to }, status: "counting", entries: [], baselines: [] },
  ]);
  const file = buildRankingsFile({
    version: `counting-${[...new Set(shown.map(({ period }) => period.key))].join("-")}`,
    generatedAt: Math.max(...shown.map(({ period }) => period.dueAt)),
    rankings: Object.fromEntries(rankings) as Record<RankingKey, CountedRanking>,
  });
  return { version: file.version, body: new TextEncoder().encode(JSON.stringify(file)) };
}

/** Starts over with the next manifest if one is missing. */
async function readStanding<T>(
  deps: Deps,
  readParts: (store: RankingStore, manifest: RankingManifest | null) => Promise<T | "gone">,
): Promise<T> {
  const store = createRankingStore(deps.store);
  for (let reads = 0; reads < READS; reads++) {
    const parts = await readParts(store, (await store.readManifest())?.manifest ?? null);
    if (parts !== "gone") return parts;
  }
  throw new Error("the manifest of the rankings names objects that are not there");
}

/** Before the first due one that of the calendar date. */
function findNewest(deps: Deps, manifest: RankingManifest | null, ranking: RankingKey): ManifestPeriod {
  const newest = manifest?.rankings[ranking][0];
  if (newest !== undefined) return newest;
  const period = RANKING_PERIODS.find(({ key }) => key === ranking) as RankingPeriod;
  const { key, from, to } = newestByDate(deps, period);
  return { periodKey: key, from, to, objectKey: null, buildId: null };
}

function newestByDate(deps: Deps, { cadence }: RankingPeriod) {
  return latestPeriod(cadence, [], deps.now());
}

/** Default: the newest; null: not stored. */
function findShown(
  deps: Deps,
  manifest: RankingManifest | null,
  ranking: RankingKey,
  periodKey: string | undefined,
): ManifestPeriod | null {
  const newest = findNewest(deps, manifest, ranking);
  if (periodKey === undefined || periodKey === newest.periodKey) return newest;
  return manifest?.rankings[ranking].find((period) => period.periodKey === periodKey) ?? null;
}

async function readView(
  store: RankingStore,
  manifest: RankingManifest | null,
  key: RankingKey,
  { periodKey, from, to, objectKey }: ManifestPeriod,
): Promise<RankingView | "gone"> {
  const kept = manifest?.rankings[key] ?? [];
  const frame = {
    ...{ key, periodKey, from, to, version: manifest?.version ?? "" },
    periods: kept.map((period) => ({ periodKey: period.periodKey, from: period.from, to: period.to })),
  };
  if (objectKey === null) {
    const counting = { status: "counting" as const, participants: 0, luck: null, builtAt: null };
    return withImage({ ...frame, ...counting, entries: [], baselines: [] });
  }
  const stored = await store.readRanking(objectKey);
  if (stored === null) return "gone";
  return withImage({
    ...frame,
    status: stored.status,
    entries: stored.rank.map(readWireEntry),
    baselines: stored.baselines.map(readWireEntry),
    participants: stored.participants,
    luck: stored.luck ?? null,
    builtAt: stored.builtAt,
  });
}

function withImage(view: Omit<RankingView, "imagePath">): RankingView {
  return { ...view, imagePath: rankingImagePath(view) };
}
