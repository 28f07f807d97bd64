import { formatHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { BASELINES } from "#app/domain/rankings/baselines.ts";
import { countRaces, MEDAL_RACES } from "#app/domain/rankings/medals.ts";
import { RANKING_PERIODS } from "#app/domain/rankings/periods.ts";
import type { LuckEnvelope, RankingEntry, RankingView, TicketFigures } from "#app/domain/rankings/ranking-entry.ts";
import { CARD_ENTRIES } from "#app/domain/rankings/ranking-lists.ts";
import { placeShared } from "#app/domain/scoring/place-horses.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";
import type { SeasonBoard } from "#app/domain/season/stored-board.ts";

/** X, Facebook and LINE show this size uncropped. */
export const SHARE_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Part of every image's URL. Raise it (up to 255) whenever the same data is drawn differently. */
const RENDERER_VERSION = 5;

const PODIUM = 3;

/** Figures are of the total. */
export interface DrawnEntry
  extends Pick<RankingEntry, "modelId" | "modelName" | "userName">,
    Pick<TicketFigures, "rank" | "returnRate"> {}

type RankingFacts = Omit<RankingView, "imagePath" | "builtAt" | "version">;

/** All data of a ranking's image; equal data has an equal URL. */
export interface DrawnRanking extends Pick<RankingView, "key" | "from" | "to" | "status" | "participants"> {
  /** Most races bet on by any entry; few of them mean no medals. */
  races: number;
  /** The first three by the total. */
  entries: DrawnEntry[];
  /** The baseline that bets on the favourites. */
  favourite: DrawnEntry | null;
  luck: LuckEnvelope | null;
}

/** All data of the season board's image. Skills are pseudo-R². */
export interface DrawnSeason {
  from: string;
  to: string;
  minRaces: number;
  hasMedals: boolean;
  /** The first five. */
  entries: (Pick<SeasonBoard["entries"][number], "modelName" | "userName" | "rank"> &
    Record<"value" | "low" | "high", number>)[];
  /** The odds; null if unknown. */
  market: number | null;
}

export function drawnSeason({ from, to, minRaces, ranked, entries, benchmarks }: SeasonBoard): DrawnSeason {
  return {
    ...{ from, to, minRaces, hasMedals: ranked > 0 && minRaces >= MEDAL_RACES },
    entries: entries
      .slice(0, CARD_ENTRIES)
      .map(({ modelName, userName, rank, value, low, high }) => ({ modelName, userName, rank, value, low, high })),
    market: benchmarks.find(({ key }) => key === "market")?.value ?? null,
  };
}

export function drawnRanking(view: RankingFacts): DrawnRanking {
  const { key, from, to, status, participants, entries, baselines, luck } = view;
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
      .slice(0, PODIUM),
    luck: luck?.total ?? null,
    favourite: baselines.filter(({ modelId }) => modelId === favourite).flatMap(drawnEntry)[0] ?? null,
  };
}

function drawnEntry({ modelId, modelName, userName, tickets: { total } }: RankingEntry): DrawnEntry[] {
  if (total === null) return [];
  return [{ modelId, modelName, userName, rank: total.rank, returnRate: total.returnRate }];
}

/** Changes with its content, withdrawals, and the renderer. */
export function analysisImagePath({
  shareId,
  imageKey,
  horses,
}: Pick<SharedAnalysis, "shareId" | "imageKey" | "horses">): string {
  const withdrawn = placeShared(horses).flatMap(({ score, isOut }) => (isOut ? [`-${score.horseNum}`] : []));
  const version = RENDERER_VERSION.toString(16).padStart(2, "0");
  return `/share/analysis/${shareId}/${imageKey}${version}${withdrawn.join("")}.png`;
}

/** Names the period unless it is the newest, so that a missing image can be redrawn. */
export function rankingImagePath(view: RankingFacts): string {
  const path = RANKING_PERIODS.find(({ key }) => key === view.key)?.path ?? view.key;
  const hash = drawnHash(drawnRanking(view));
  const isNewest = view.periods[0] === undefined || view.periods[0].periodKey === view.periodKey;
  return `/share/rankings/${path}/${hash}.png${isNewest ? "" : `?period=${encodeURIComponent(view.periodKey)}`}`;
}

export function seasonImagePath(board: SeasonBoard): string {
  return `/share/rankings/season/${drawnHash(drawnSeason(board))}.png`;
}

export function drawnHash(drawn: unknown): string {
  return formatHash(hashContent(JSON.stringify([RENDERER_VERSION, drawn])));
}

/** Images of all rankings; deleted with an account that may be named in them. */
export const RANKING_IMAGES_PREFIX = "share-images/rankings/";

/** All versions of an analysis' images; deleted with it. */
export function analysisImagesPrefix(shareId: string): string {
  return `share-images/analysis/${shareId}/`;
}

export function imageObjectKey(imagePath: string): string {
  return imagePath.replace(/^\/share\//, "share-images/").replace(/\?.*$/, "");
}
