import { formatCount } from "#app/components/parts/numbers.ts";
import { DIMENSION_NAMES, groupName } from "#app/components/reports/report-words.ts";
import type { RecordDimension } from "#app/domain/own-records/slices.ts";

/** −1,160 with U+2212; a gain has its sign. */
export function formatNet(yen: number): string {
  if (yen === 0) return "±0";
  return `${yen < 0 ? "−" : "+"}${formatCount(Math.abs(yen))}`;
}

export const RECORD_DIMENSION_NAMES: Record<RecordDimension, string> = {
  ...DIMENSION_NAMES,
  month: "月",
  odds: "◎の確定オッズ",
};

const ODDS_NAMES: Record<string, string> = {
  "under-3": "3倍未満",
  "3-6": "3–6倍",
  "6-12": "6–12倍",
  "over-12": "12倍以上",
};

export function sliceName(dimension: RecordDimension, key: string): string {
  switch (dimension) {
    case "month":
      return monthName(key);
    case "odds":
      return ODDS_NAMES[key] ?? key;
    default:
      return groupName(dimension, key);
  }
}

/** 2026年11月, from YYYY-MM. */
export function monthName(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return `${year}年${number}月`;
}

/** Yen on the axis of a curve: −3万, +5,000, 0, −500. */
export function formatAxisYen(yen: number): string {
  if (yen === 0) return "0";
  const sign = yen < 0 ? "−" : "+";
  const amount = Math.abs(yen);
  return `${sign}${amount >= 10_000 ? `${amount / 10_000}万` : formatCount(amount)}`;
}

export const DEMO_RECORD =
  "見本のアカウントです。過去の成績は、それぞれのレースより前の結果だけを使って計算し直したもので、封の証明はありません。";
