import { FAILED_REQUEST } from "#app/forms/models/model-refusals.ts";
import { ANALYSIS_REFUSALS, RESTRICTED_HERE } from "./analysis-refusals.ts";

const OVER = "残りの回数より多いため、分析していません。レースを選び直してください。";

/** Shown beside the new figures. */
const DAY_REFUSALS: Record<string, string> = {
  changed: "選んだ内容か、レースの状況が変わりました。回数をたしかめて、もう一度押してください。",
  "race-not-found": ANALYSIS_REFUSALS["race-not-found"].text,
  "model-not-usable": "このモデルは使えません。モデルを選び直してください。",
  restricted: RESTRICTED_HERE,
  paused: ANALYSIS_REFUSALS.paused.text,
  "own-per-month": "自分で決めた今月の残りの回数より多いため、分析していません。レースを選び直してください。",
  "per-day": OVER,
  "per-month": OVER,
  "per-lifetime": OVER,
  failed: FAILED_REQUEST.text,
};

export function findDayRefusal(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(DAY_REFUSALS, reason) ? (DAY_REFUSALS[reason] ?? null) : null;
}
