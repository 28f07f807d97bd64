import { formatCount, formatPercent, formatSkill } from "#app/components/parts/numbers.ts";
import { FEWEST_VALUE_BETS } from "#app/domain/evaluation/value-returns.ts";
import type { ValueGrade } from "#app/domain/settlement/win-value.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";

export const GRADE_WORDS: Record<ValueGrade, string> = { high: "オッズ高い", fair: "妥当", low: "オッズ低い" };

const HIGHEST_ODDS = 100;
export const SCALE_TICKS = [1, 2, 5, 10, 20, 50, HIGHEST_ODDS] as const;

/** Per cent of the scale's width, clipped to its ends. */
export function onOddsScale(odds: number): number {
  const share = Math.log(Math.min(HIGHEST_ODDS, Math.max(1, odds))) / Math.log(HIGHEST_ODDS);
  return Math.round(1000 * share) / 10;
}

export function formatFair(probability: number): string {
  if (probability <= 0) return "–";
  const odds = 1 / probability;
  return odds < HIGHEST_ODDS - 0.05 ? odds.toFixed(1) : formatCount(Math.round(odds));
}

/** A bold statement and the figures; null without a report. */
export function skillWords({
  name,
  report,
}: Pick<RaceModel, "name" | "report">): { claim: string; figures: string } | null {
  if (report === null) return null;
  const { pseudoR2, marketPseudoR2 } = report;
  const own = `予測力は${name}${formatSkill(pseudoR2)}`;
  if (marketPseudoR2 === null) return { claim: "", figures: `${own}です。` };
  return {
    claim:
      pseudoR2 < marketPseudoR2
        ? "オッズより当たるモデルではありません。"
        : "オッズと同じくらいか、それより当たってきたモデルです。",
    figures: `${own}、オッズ${formatSkill(marketPseudoR2)}です。`,
  };
}

/** In the model's unseen races; null if they are too few or were not measured. */
export function pastReturn({ value }: Pick<RaceModel, "value">): { rate: string; basis: string } | null {
  if (value === null) return null;
  const { bets, races, returnRate, low, high, favouriteReturnRate } = value;
  if (bets < FEWEST_VALUE_BETS || returnRate === null || low === null || high === null) return null;
  const favourite =
    favouriteReturnRate === null ? "" : `。同じレースの1番人気は${formatPercent(favouriteReturnRate * 100)}`;
  return {
    rate: formatPercent(returnRate * 100),
    basis: `学習に使っていない${formatCount(races)}レース・${formatCount(bets)}点、95%区間 ${(low * 100).toFixed(1)}〜${formatPercent(high * 100)}${favourite}`,
  };
}

/** {@link pastReturn} in a sentence, or the number of bets if they are too few. */
export function valueReturnWords({ value }: Pick<RaceModel, "value">): string {
  if (value === null)
    return "「オッズ高い」の単勝の過去の回収率は、それを測る前につくったモデルなのでありません。つくり直すと出ます。";
  const past = pastReturn({ value });
  if (past === null)
    return `学習に使っていないレースで「オッズ高い」になった単勝は${formatCount(value.bets)}点と少ないので、回収率は出しません。`;
  const { low, high } = value;
  const doubt =
    high === null || low === null || high < 1
      ? ""
      : low <= 1
        ? "100%を超えるとは言えません。"
        : "過去のことで、これからも同じとは限りません。";
  return `「オッズ高い」の単勝を確定オッズで買った場合、同じ買い方の回収率は${past.rate}でした（${past.basis}）。${doubt}`;
}
