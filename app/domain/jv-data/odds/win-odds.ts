import { readOrder, type StoredOdds } from "./odds-snapshot.ts";
import { unpackPools } from "./packed-odds.ts";

export interface WinOdds {
  /** Final, or announced at `2026-11-22T14:35`, Japan (null if that is unknown). */
  isFinal: boolean;
  announcedAt: string | null;
  horses: { horseNum: number; odds: number; popularity: number | null; isCapped: boolean }[];
}

/** Win odds of stored O1 odds; null if there are none. */
export function readWinOdds({ order, odds }: Pick<StoredOdds, "order" | "odds">): WinOdds | null {
  const [win] = unpackPools(odds, ["win"]);
  const { isFinal, announcedAt } = readOrder(order);
  const horses = (win?.entries ?? []).flatMap(({ combination, odds, popularity, isCapped }) =>
    odds === null ? [] : [{ horseNum: Number(combination), odds, popularity, isCapped }],
  );
  return horses.length === 0 ? null : { isFinal, announcedAt, horses };
}
