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

/** 馬連: quinella odds, pairs ascending from 01-02 to 17-18. */
export const O2 = layOut([
  ...ODDS_HEAD,
  ["UmarenFlag", 1],
  [
    "OddsUmarenInfo",
    [
      ["Kumi", 4],
      ["Odds", 6],
      ["Ninki", 3],
    ],
    153,
  ],
  ["TotalHyosuUmaren", 11],
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

/** 3連複: odds of the first three in any order. */
export const O5 = layOut([
  ...ODDS_HEAD,
  ["SanrenpukuFlag", 1],
  [
    "OddsSanrenInfo",
    [
      ["Kumi", 6],
      ["Odds", 6],
      ["Ninki", 3],
    ],
    816,
  ],
  ["TotalHyosuSanrenpuku", 11],
]);
