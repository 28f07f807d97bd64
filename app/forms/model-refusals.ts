/** What the pages say when a model may not be created or changed (spec §8). */

export interface RefusalText {
  text: string;
  /** A second line with what to know about it. */
  detail?: string;
  /** A bigger plan would allow it. */
  canUpgrade: boolean;
}

export type ModelRefusal =
  | "venue-not-in-plan"
  | "no-features"
  | "too-many-features"
  | "creations-per-month"
  | "models-held";

export const MODEL_REFUSALS: Record<ModelRefusal, RefusalText> = {
  "venue-not-in-plan": { text: "選んだ対象のレースは、現在のプランでは利用できません。", canUpgrade: true },
  "no-features": { text: "項目を1つ以上選択してください", canUpgrade: false },
  "too-many-features": { text: "項目が多すぎます。項目を減らしてください。", canUpgrade: true },
  "creations-per-month": { text: "今月のAIモデル作成数が上限に達しています。", canUpgrade: true },
  "models-held": {
    text: "AIモデルの所持数が上限に達しています。",
    detail: "使わないモデルを削除すると、つくれるようになります。",
    canUpgrade: true,
  },
};

export const MODEL_MESSAGES = {
  renamed: "AIモデルの名前を変更しました",
  renameFailed: "AIモデルの名前を変更できませんでした",
  deleted: "AIモデルを削除しました",
  deleteFailed: "AIモデルを削除できませんでした",
  failed: "AIモデル作成中にエラーが発生しました",
  disabled: "このモデルは現在のプランでは利用できません",
} as const;
