import { layOut, RACE_HEAD } from "./layout.ts";

const ODDS_HEAD = [...RACE_HEAD, ["HappyoTime", 8], ["TorokuTosu", 2], ["SyussoTosu", 2]] as const;

/** 単複枠: win, place and bracket odds. */
export const O1 = layOut([
  ...ODDS_HEAD,
  ["TansyoFlag", 1],
  ["FukusyoFlag", 1],
  ["WakurenFlag", 1],
  ["FukuChakuBaraiKey", 1],
  [
    "OddsTansyoInfo",
    [
      ["Umaban", 2],
      ["Odds", 4],
      ["Ninki", 2],
    ],
    28,
  ],
  [
    "OddsFukusyoInfo",
    [
      ["Umaban", 2],
      ["OddsLow", 4],
      ["OddsHigh", 4],
      ["Ninki", 2],
    ],
    28,
  ],
  [
    "OddsWakurenInfo",
    [
      ["Kumi", 2],
      ["Odds", 5],
      ["Ninki", 2],
    ],
    36,
  ],
  ["TotalHyosuTansyo", 11],
  ["TotalHyosuFukusyo", 11],
  ["TotalHyosuWakuren", 11],
]);

/** ワイド: odds that two horses are among the first three, as a range. */
export const O3 = layOut([
  ...ODDS_HEAD,
  ["WideFlag", 1],
  [
    "OddsWideInfo",
    [
      ["Kumi", 4],
      ["OddsLow", 5],
      ["OddsHigh", 5],
      ["Ninki", 3],
    ],
    153,
  ],
  ["TotalHyosuWide", 11],
]);

/** Odds of combinations in ascending order, with the lengths of their numbers, odds and popularity. */
function layOutCombinations<const Pool extends string, const Group extends string>(
  pool: Pool,
  group: Group,
  [numbers, odds, popularity]: readonly [number, number, number],
  count: number,
) {
  return layOut([
    ...ODDS_HEAD,
    [`${pool}Flag`, 1],
    [
      `Odds${group}Info`,
      [
        ["Kumi", numbers],
        ["Odds", odds],
        ["Ninki", popularity],
      ],
      count,
    ],
    [`TotalHyosu${pool}`, 11],
  ]);
}

/** 馬連: quinella odds, pairs from 01-02 to 17-18. */
export const O2 = layOutCombinations("Umaren", "Umaren", [4, 6, 3], 153);
/** 馬単: exacta odds, pairs from 01-02 to 18-17. */
export const O4 = layOutCombinations("Umatan", "Umatan", [4, 6, 3], 306);
/** 3連複: odds of the first three in any order. */
export const O5 = layOutCombinations("Sanrenpuku", "Sanren", [6, 6, 3], 816);
/** 3連単: odds of the first three in order. */
export const O6 = layOutCombinations("Sanrentan", "Sanrentan", [6, 7, 4], 4896);
