import type { AverageKind, RaceCustomize, RaceNum, StaticFeature } from "#app/domain/features/choice.ts";

/** The meaning of a static feature, or when it is known. */
export const STATIC_HINTS: Record<StaticFeature, string> = {
  騎手: "過去の成績から",
  枠番: "前日までに発表",
  出走間隔: "前走からの日数",
  出走頭数: "多頭数か少頭数か",
  馬体重: "発走約60分前",
  馬体重変化: "発走約60分前",
  斤量: "背負う重さ",
  血統: "父・母父の成績",
  コースの長さ: "距離",
  "芝/ダートの識別": "中央のみ",
  不利があったか: "前走の不利・中央のみ",
  天気: "当日の発表",
};

export const KIND_WORDS: Record<AverageKind, { name: string; hint: string }> = {
  prize: { name: "獲得賞金", hint: "強さの目安。昇級・降級もふくむ" },
  margin: { name: "着差", hint: "勝ち馬との差。タイム・上がり・相手の強さもふくむ" },
  rank: { name: "着順", hint: "何着だったか" },
  first_corner: { name: "最初のコーナーの順位", hint: "先行できるか。コースとの相性もふくむ" },
  final_corner: { name: "最終コーナーの順位", hint: "勝負どころの位置" },
  first_to_rank: { name: "序盤から着順への上げ幅", hint: "全体でどれだけ上げたか。ペースもふくむ" },
  first_to_final: { name: "最初から最終コーナー", hint: "道中でどれだけ動いたか" },
  final_to_rank: { name: "最終コーナーから着順", hint: "直線でどれだけ伸びたか" },
};

export const CUSTOMIZE_WORDS: Record<RaceCustomize, { name: string; short: string }> = {
  all: { name: "すべてのレース", short: "すべて" },
  course_len: { name: "同じ距離", short: "同距離" },
  venue: { name: "同じ競馬場", short: "同場" },
  race_type: { name: "同じ芝・ダート", short: "芝ダ" },
};

/** The end of a sentence. */
export const CREATION_TIME = "ふつう10〜30秒で終わります。";

export const CREATION_IS_FINAL = "つくったあとに変えられるのは名前だけです。";

export function formatRaceNums(nums: readonly RaceNum[]): string {
  return `${nums.map((num) => (num === -1 ? "全" : String(num))).join("・")}走`;
}
