import { formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { ModelReport } from "#app/domain/evaluation/model-report.ts";
import type { ReturnsByBet } from "#app/domain/evaluation/returns.ts";
import { DISTANCE_BANDS, type Dimension, FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";

/** With fewer races a figure is grey (少ない), and supports no conclusion. */
export const FEW_RACES = 100;

export const BET_NAMES: Record<BetType, string> = { win: "単勝", place: "複勝", quinella: "馬連" };

/** The picks that each bet is placed on. */
export const BET_PICKS: Record<BetType, string> = { win: "1位と2位", place: "1位", quinella: "5位までの7点" };

export const DIMENSION_NAMES: Record<Dimension, string> = {
  year: "年",
  surface: "馬場",
  distance: "距離",
  going: "馬場状態",
  field: "頭数",
  venue: "競馬場",
};

/** One sentence a line: beside the odds, ◎ beside the favourite, the returns. The intervals decide. */
export function verdictOf({ skill, returns }: Pick<ModelReport, "skill" | "returns">): string[] {
  const { top, favourite, random } = skill;
  const beside = favourite === null ? "くじ引き" : "1番人気";
  const picks = `◎の勝率${formatRate(top.winRate)}、${beside}は${formatRate((favourite ?? random).winRate)}。`;
  if (skill.races < FEW_RACES || skill.days < FEWEST_DAYS) return ["レースが少なく、まだ判断できません。", picks];
  return [readingWords(skill), picks, returnWords(returns.model)].filter((sentence) => sentence !== "");
}

function readingWords({ pseudoR2, pseudoR2Interval: { low, high }, marketPseudoR2 }: ForecastSkill): string {
  if (high < 0) return "くじ引きに届いていません。";
  if (low <= 0) return "くじ引きとの差は、まだはっきりしません。";
  if (marketPseudoR2 === null) return "くじ引きより、はっきり上です。";
  if (low > marketPseudoR2) return "勝ち馬を、オッズより読めています。";
  if (high >= marketPseudoR2) return "オッズとの差は、まだはっきりしません。";
  return `勝ち馬を、オッズの${Math.round((100 * pseudoR2) / marketPseudoR2)}%まで読めています。`;
}

function returnWords(model: ReturnsByBet): string {
  const sold = BET_TYPES.filter((type) => model[type].returnRate !== null);
  const namesOf = (types: readonly BetType[]) => types.map((type) => BET_NAMES[type]).join("・");
  const above = sold.filter((type) => (model[type].low ?? 0) > 1);
  if (above.length > 0) return `${namesOf(above)}の回収率は、100%を超えました。`;
  const even = sold.filter((type) => (model[type].returnRate ?? 0) >= 1);
  if (even.length > 0) return `${namesOf(even)}の100%超えは、運の幅の中です。`;
  return sold.length === 0 ? "" : "回収率は100%に届いていません。";
}

export function besideFavourite({ model, favourite }: Record<"model" | "favourite", ReturnsByBet>): string {
  const known = BET_TYPES.flatMap((type) => {
    const { low, high, races } = model[type];
    const { returnRate } = favourite[type];
    return low === null || high === null || returnRate === null || races < FEW_RACES
      ? []
      : [{ type, isLuck: low <= returnRate && returnRate <= high }];
  });
  const others = known.filter(({ isLuck }) => !isLuck).map(({ type }) => BET_NAMES[type]);
  if (known.length === 0) return "レースが少なく、1番人気との差はまだ分かりません。";
  return others.length === 0
    ? "どの券種も、1番人気との差は運の幅の中です。"
    : `${others.join("・")}は、1番人気との差を運だけでは説明できません。`;
}

/** Beside the actual winners, with the runners that were given the best chances as an example. */
export function calibrationWords({
  calibrationError,
  reliability,
}: Pick<ForecastSkill, "calibrationError" | "reliability">) {
  const error = `勝率の誤差は平均${(calibrationError * 100).toFixed(1)}ポイント。`;
  const best = reliability.at(-1);
  if (best === undefined) return error;
  const [said, won] = [best.probability, best.winners / best.runners].map((share) => formatPercent(100 * share, 0));
  return `${error}${said}と見た馬は、${won}が勝ちました。`;
}

export function yearWords({ year }: ForecastSkill["conditions"]): string {
  const known = year.flatMap(({ skill }) =>
    skill?.marketPseudoR2 == null ? [] : [skill.pseudoR2 > skill.marketPseudoR2],
  );
  const won = known.filter(Boolean).length;
  if (known.length === 0) return "オッズとくらべられる年が、まだありません。";
  return `${known.length}年のうち、オッズに勝った年は${won === 0 ? "ありません" : `${won}年です`}。`;
}

const GROUP_NAMES: Record<string, string> = {
  turf: "芝",
  dirt: "ダート",
  jump: "障害",
  firm: "良",
  good: "稍重",
  heavy: "重・不良",
  "to-9": "9頭以下",
  "10-13": "10–13頭",
  "14-15": "14–15頭",
  "from-16": "16頭以上",
};

/** 2025年, 芝, 1400m以下, 重・不良, 9頭以下, 中山 */
export function groupName(dimension: Dimension, key: string): string {
  if (dimension === "year") return `${key}年`;
  if (dimension !== "distance") return GROUP_NAMES[key] ?? key;
  const band = DISTANCE_BANDS.find((each) => each.band === key);
  if (band === undefined) return key;
  if (band.fromM === 0) return `${band.toM}m以下`;
  return band.toM === Number.POSITIVE_INFINITY ? `${band.fromM}m以上` : `${band.fromM}–${band.toM}m`;
}

/** A ratio as per cent; – if null. */
export function formatRate(rate: number | null): string {
  return rate === null ? "–" : formatPercent(rate * 100);
}

/** 69.4–86.8, from ratios; "" if null. */
export function formatRateRange(low: number | null, high: number | null): string {
  return low === null || high === null ? "" : `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}`;
}

/** 15.1–17.3, from pseudo-R². */
export function formatSkillRange({ low, high }: { low: number; high: number }, to: "–" | "〜" = "–"): string {
  return `${formatSkill(low)}${to}${formatSkill(high)}`;
}

export const BETS_CAPTION = "券種ごとの的中率と回収率";

export const TOO_FEW = "少ないため出しません";
