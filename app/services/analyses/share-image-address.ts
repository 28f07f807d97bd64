import { formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { countRaces } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import { CARD_ENTRIES } from "#app/domain/rankings/ranking-lists.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Pixels of every share image: what X, Facebook, LINE and others show whole. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Part of every image's address: one more whenever the same facts are drawn differently, at most 255. */
const RENDERER_VERSION = 3;

/** What an entry of a ranking's image shows, all of the total. */
export interface DrawnEntry {
  modelId: number;
  modelName: string;
  userName: string;
  /** Null for a comparison. */
  rank: number | null;
  /** Per cent. */
  returnRate: number;
  low: number | null;
  high: number | null;
  hitRate: number;
  races: number;
}

/** What {@link drawnRanking} reads of a ranking as everybody sees it (RankingView of rankings/ranking-entry.ts). */
interface RankingFacts {
  key: RankingKey;
  periodKey: string;
  /** First and last race day, YYYY-MM-DD. */
  from: string;
  to: string;
  status: "ready" | "counting";
  entries: readonly FactsEntry[];
  baselines: readonly FactsEntry[];
  participants: number;
  /** Newest first. */
  periods: readonly { periodKey: string }[];
}

interface FactsEntry {
  modelId: number;
  modelName: string;
  userName: string;
  tickets: { total: Omit<DrawnEntry, "modelId" | "modelName" | "userName"> | null };
}

/** All that a ranking's image is made from: as long as this stays, so does its address. */
export interface DrawnRanking {
  key: RankingKey;
  from: string;
  to: string;
  status: "ready" | "counting";
  participants: number;
  /** Most races that anybody bet on: few of them give no medal. */
  races: number;
  /** The first five of the total. */
  entries: DrawnEntry[];
  /** The favourite bought by the same number of points. */
  favourite: DrawnEntry | null;
}

export function drawnRanking({ key, from, to, status, participants, entries, baselines }: RankingFacts): DrawnRanking {
  const favourite = BASELINES.find(({ baseline }) => baseline === "favourite")?.modelId;
  return {
    key,
    from,
    to,
    status,
    participants,
    races: countRaces([...entries, ...baselines]),
    entries: entries
      .flatMap(drawnEntry)
      .filter(({ rank }) => rank !== null)
      .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
      .slice(0, CARD_ENTRIES),
    favourite: baselines.filter(({ modelId }) => modelId === favourite).flatMap(drawnEntry)[0] ?? null,
  };
}

function drawnEntry({ modelId, modelName, userName, tickets: { total } }: FactsEntry): DrawnEntry[] {
  if (total === null) return [];
  const { rank, returnRate, low, high, hitRate, races } = total;
  return [{ modelId, modelName, userName, rank, returnRate, low, high, hitRate, races }];
}

/** Path of the image of a shared analysis; another one when anything in it, or the way it is drawn, has changed. */
export function analysisImagePath({ shareId, imageKey }: Pick<SharedAnalysis, "shareId" | "imageKey">): string {
  return `/share/analysis/${shareId}/${imageKey}${RENDERER_VERSION.toString(16).padStart(2, "0")}.png`;
}

/** Path of a ranking's image; a period that is not the newest is named, so that it is found when nothing is stored. */
export function rankingImagePath(view: RankingFacts): string {
  const path = RANKING_PERIODS.find(({ key }) => key === view.key)?.path ?? view.key;
  const hash = formatHash(hashContent(JSON.stringify([RENDERER_VERSION, drawnRanking(view)])));
  const isNewest = view.periods[0] === undefined || view.periods[0].periodKey === view.periodKey;
  return `/share/rankings/${path}/${hash}.png${isNewest ? "" : `?period=${encodeURIComponent(view.periodKey)}`}`;
}

/** Images of all rankings in the store: to be deleted with an account that may be named in them. */
export const RANKING_IMAGES_PREFIX = "share-images/rankings/";

/** Images of one analysis in the store, all of its versions: to be deleted with it. */
export function analysisImagesPrefix(shareId: string): string {
  return `share-images/analysis/${shareId}/`;
}

/** Where the store keeps the image of a path made here. */
export function imageObjectKey(imagePath: string): string {
  return imagePath.replace(/^\/share\//, "share-images/").replace(/\?.*$/, "");
}
