import { formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { countRaces } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import { CARD_ENTRIES } from "#app/domain/rankings/ranking-lists.ts";
import { placeShared } from "#app/domain/scoring/place-horses.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Size of every share image in pixels: X, Facebook, LINE and others show it uncropped. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Part of every image's URL. Increment it (up to 255) whenever the same data is drawn differently. */
const RENDERER_VERSION = 3;

/** An entry of a ranking's image; figures are of the total. */
export interface DrawnEntry {
  modelId: number;
  modelName: string;
  userName: string;
  /** Null for a baseline. */
  rank: number | null;
  /** Per cent. */
  returnRate: number;
  low: number | null;
  high: number | null;
  hitRate: number;
  races: number;
}

/** The fields of a public ranking that {@link drawnRanking} uses (RankingView of rankings/ranking-entry.ts). */
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

/** All data of a ranking's image: as long as it stays the same, so does the URL. */
export interface DrawnRanking {
  key: RankingKey;
  from: string;
  to: string;
  status: "ready" | "counting";
  participants: number;
  /** Most races bet on by any entry; few of them mean no medals. */
  races: number;
  /** The first five by the total. */
  entries: DrawnEntry[];
  /** The baseline that bets on the favourites. */
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

/** Path of a shared analysis' image. Changes with its content, with who is withdrawn, and with the way it is drawn. */
export function analysisImagePath({
  shareId,
  imageKey,
  horses,
}: Pick<SharedAnalysis, "shareId" | "imageKey" | "horses">): string {
  const withdrawn = placeShared(horses).flatMap(({ score, isOut }) => (isOut ? [`-${score.horseNum}`] : []));
  const version = RENDERER_VERSION.toString(16).padStart(2, "0");
  return `/share/analysis/${shareId}/${imageKey}${version}${withdrawn.join("")}.png`;
}

/**
 * Path of a ranking's image. Names the period unless it is the newest, so that the image can be redrawn if it is not
 * stored.
 */
export function rankingImagePath(view: RankingFacts): string {
  const path = RANKING_PERIODS.find(({ key }) => key === view.key)?.path ?? view.key;
  const hash = formatHash(hashContent(JSON.stringify([RENDERER_VERSION, drawnRanking(view)])));
  const isNewest = view.periods[0] === undefined || view.periods[0].periodKey === view.periodKey;
  return `/share/rankings/${path}/${hash}.png${isNewest ? "" : `?period=${encodeURIComponent(view.periodKey)}`}`;
}

/** Stored images of all rankings; deleted with an account that may be named in them. */
export const RANKING_IMAGES_PREFIX = "share-images/rankings/";

/** Stored images of one analysis, in all versions; deleted with it. */
export function analysisImagesPrefix(shareId: string): string {
  return `share-images/analysis/${shareId}/`;
}

/** Object key of the image with a path made here. */
export function imageObjectKey(imagePath: string): string {
  return imagePath.replace(/^\/share\//, "share-images/").replace(/\?.*$/, "");
}
