import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { OwnRanking, RankingView } from "#app/domain/rankings/ranking-entry.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Rankings as `Services` gives them. */
export interface RankingServices {
  /**
   * What everybody sees of one ranking, at its newest period without `periodKey`: from R2, no query. Null: that period
   * is not kept. Before the first build all seven are `counting`.
   */
  read(input: { ranking: RankingKey; periodKey?: string }): Promise<RankingView | null>;
  /** All seven at their newest period, in the order of RANKING_PERIODS: from R2, no query. */
  list(): Promise<RankingView[]>;
  /** Version of what stands, for caches, which ask at most once a second; null before the first build. */
  readVersion(): Promise<string | null>;
  /** The public document rankings.json, as bytes of UTF-8. */
  readFile(): Promise<{ version: string; body: Uint8Array }>;
  /**
   * The user's entries, of any rank, in one ranking or in all seven, at the newest period or at `periodKey`; those
   * without an entry are left out. One round trip to D1, none for those who do not pay now, who have no entries.
   */
  listOwn(input: { user: PlanHolder; ranking?: RankingKey; periodKey?: string }): Promise<OwnRanking[]>;
}

/** Sharing of analyses as `Services` gives it. */
export interface SharingServices {
  /** Makes a finished analysis of the user's public; again gives the same address. */
  share(input: {
    user: PlanHolder;
    analysisId: number;
  }): Promise<{ kind: "shared"; shareId: string } | { kind: "refused"; reason: "not-found" | "not-finished" }>;
  /** False when it is unknown or not the user's; again does nothing. */
  unshare(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
  /** From R2, no query. `shareId` = hashid. Null: unknown, not shared, deleted. */
  find(input: { shareId: string }): Promise<SharedView | null>;
  /** The same by either name of an analysis: its hashid or its plain number, as the API's calls take both. */
  resolve(input: { reference: string }): Promise<SharedView | null>;
}

/** A shared analysis as everybody sees it. */
export interface SharedView extends SharedAnalysis {
  /** Of its page, absolute. */
  url: string;
  /** Of its image for cards of other sites (share-image-address.ts). */
  imagePath: string;
}
