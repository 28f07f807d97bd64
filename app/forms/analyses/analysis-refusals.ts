import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";
import { NO_SUCH_RACE } from "#app/forms/messages.ts";
import { MODEL_MESSAGES } from "#app/forms/models/model-messages.ts";
import { FAILED_REQUEST, type RefusalText } from "#app/forms/models/model-refusals.ts";

export const ANALYSIS_REFUSALS: Record<AnalysisRefusal, RefusalText> = {
  "race-not-found": { text: NO_SUCH_RACE, canUpgrade: false },
  "race-cancelled": { text: "このレースは中止になったため分析できません。", canUpgrade: false },
  "race-without-runners": { text: "出走馬が発表されていないため、まだ分析できません。", canUpgrade: false },
  "race-without-starters": { text: "出走する馬がいないため分析できません。", canUpgrade: false },
  "model-not-found": { text: "AIモデルを選択してください", canUpgrade: false },
  "model-not-usable": { text: "このモデルはまだ使えません。作成が終わるまでお待ちください。", canUpgrade: false },
  "model-disabled": { text: MODEL_MESSAGES.disabled, canUpgrade: true },
  "model-of-other-venue": { text: "ほかの競馬場用のモデルのため、このレースには使えません。", canUpgrade: false },
  "weight-not-announced": { text: "このモデルは、馬体重の発表後から使えます。", canUpgrade: false },
  paused: {
    text: "自分で決めた休みの期間中のため、分析できません。",
    detail: "いつまでかは、設定の「自分の上限と休み」で確かめられます。",
    canUpgrade: false,
  },
  "own-per-month": {
    text: "自分で決めた今月の分析の上限に達しています。",
    detail: "翌月の1日に、また分析できるようになります。",
    canUpgrade: false,
  },
  "per-day": { text: "本日の分析回数が上限に達しています。", canUpgrade: true },
  "at-once": {
    text: "同時分析数が上限に達しました。分析が終わるまで少々お待ちください！",
    canUpgrade: false,
  },
  "per-month": { text: "今月の分析回数が上限に達しています。", canUpgrade: true },
  "per-lifetime": {
    text: "今月の分析回数が上限に達しています。",
    detail: "無料プランの分析は全5回です。",
    canUpgrade: true,
  },
};

/** In restricted mode only the dialog requests analyses. */
export const RESTRICTED_HERE =
  "制限モードのため、ここからの分析は止めています。無料プランの回数は、レースの一覧と出馬表から1レースずつ使えます。";

/** A failure of the site. */
export const ANALYSIS_FAILED = "failed";

export function findAnalysisRefusal(errors: readonly string[] | null | undefined): RefusalText | null {
  const texts: Readonly<Record<string, RefusalText>> = { ...ANALYSIS_REFUSALS, [ANALYSIS_FAILED]: FAILED_REQUEST };
  const reason = errors?.find((error) => Object.hasOwn(texts, error));
  return reason === undefined ? null : (texts[reason] ?? null);
}

export const ANALYSIS_MESSAGES = {
  /** 「11R 翠風ステークス」の分析を受け付けました。 */
  accepted: ({ raceNum, name }: Pick<RaceInfo, "raceNum" | "name">) =>
    `「${raceNum}R ${name}」の分析を受け付けました。`,
  deleted: "分析結果を削除しました",
  deleteFailed: "分析結果を削除できませんでした",
  shared: "共有しました",
  shareFailed: "共有できませんでした",
  unshared: "共有をやめました",
  unshareFailed: "共有をやめられませんでした",
  failed: "分析が失敗しました",
  loadFailed: "ページを再度読み込んでください。",
  notFound: "analysis result does not exist",
  noModelChosen: "AIモデルを選択してください",
} as const;
