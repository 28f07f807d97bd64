import { formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import { DISTANCE_BANDS, type Dimension, FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import type { BetType } from "#app/domain/racing/race.ts";

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

/** At most two sentences: compared with a lottery and with the odds. The interval decides. */
export function verdictOf(
  skill: Pick<ForecastSkill, "races" | "days" | "pseudoR2" | "pseudoR2Interval" | "marketPseudoR2">,
): string[] {
  const { low, high } = skill.pseudoR2Interval;
  if (skill.races < FEW_RACES || skill.days < FEWEST_DAYS) return ["レースが少なく、まだ判断できません。"];
  const lottery =
    low > 0
      ? "くじ引きよりはっきり上。"
      : high < 0
        ? "くじ引きに届いていません。"
        : "くじ引きとの差は、まだはっきりしません。";
  if (skill.marketPseudoR2 === null) return [lottery];
  const market =
    high < skill.marketPseudoR2
      ? "オッズにはまだ届きません。"
      : low > skill.marketPseudoR2
        ? "オッズよりも上です。"
        : "オッズとの差は、まだはっきりしません。";
  return [lottery, market];
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
export function formatSkillRange({ low, high }: { low: number; high: number }): string {
  return `${formatSkill(low)}–${formatSkill(high)}`;
}

export const BETS_CAPTION = "券種ごとの的中率と回収率";

/** Replaces figures from too few races. */
export const TOO_FEW = "少ないため出しません";
