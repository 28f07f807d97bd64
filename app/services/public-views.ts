import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import type { RankingKey } from "#app/domain/rankings/periods.ts";
import type { OwnRanking, RankingView } from "#app/domain/rankings/ranking-entry.ts";
import type { SharedAnalysis } from "#app/domain/scoring/shared-analysis.ts";

/** Reading rankings, as part of `Services`. */
export interface RankingServices {
  /**
   * One ranking for everybody, at its newest period unless `periodKey` is given: from R2, no query. Null if the period
   * is not stored. Before the first build all seven are `counting`.
   */
  read(input: { ranking: RankingKey; periodKey?: string }): Promise<RankingView | null>;
  /** All seven rankings at their newest period, in the order of RANKING_PERIODS: from R2, no query. */
  list(): Promise<RankingView[]>;
  /** Version of the current rankings, for caches, which read it at most once a second; null before the first build. */
  readVersion(): Promise<string | null>;
  /** The public document rankings.json, as UTF-8 bytes. */
  readFile(): Promise<{ version: string; body: Uint8Array }>;
  /**
   * The user's entries, of any rank, in one ranking or in all seven, at the newest period or at `periodKey`; rankings
   * without an entry are left out. One round trip to D1; none for users without a paid plan, who have no entries.
   */
  listOwn(input: { user: PlanHolder; ranking?: RankingKey; periodKey?: string }): Promise<OwnRanking[]>;
}

/** Sharing analyses, as part of `Services`. */
export interface SharingServices {
  /** Publishes a finished analysis of the user; repeating it returns the same address. */
  share(input: {
    user: PlanHolder;
    analysisId: number;
  }): Promise<{ kind: "shared"; shareId: string } | { kind: "refused"; reason: "not-found" | "not-finished" }>;
  /** False if it is unknown or not the user's. Idempotent. */
  unshare(input: { user: PlanHolder; analysisId: number }): Promise<boolean>;
  /** From R2, no query. `shareId` = hashid. Null if unknown, not shared or deleted. */
  find(input: { shareId: string }): Promise<SharedView | null>;
  /** Like `find`, by hashid or plain number, as the API's calls accept both. */
  resolve(input: { reference: string }): Promise<SharedView | null>;
}

/** The public view of a shared analysis. */
export interface SharedView extends SharedAnalysis {
  /** Absolute URL of its page. */
  url: string;
  /** Path of its image for link previews on other sites (share-image-address.ts). */
  imagePath: string;
}
