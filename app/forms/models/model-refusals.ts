import type { ModelRefusal } from "#app/domain/plans/entitlements.ts";
import { GENERIC_FAILURE, NETWORK_ERROR } from "#app/forms/messages.ts";

export interface RefusalText {
  text: string;
  detail?: string;
  /** Whether a higher plan would allow it. */
  canUpgrade: boolean;
  /** A link to continue with. */
  link?: { to: string; label: string };
}

export const MODEL_REFUSALS: Record<ModelRefusal | "already-deleted", RefusalText> = {
  "venue-not-in-plan": { text: "選んだ対象のレースは、現在のプランでは利用できません。", canUpgrade: true },
  "no-features": { text: "項目を1つ以上選択してください", canUpgrade: false },
  "too-many-features": { text: "項目が多すぎます。項目を減らしてください。", canUpgrade: true },
  "creations-per-month": { text: "今月のAIモデル作成数が上限に達しています。", canUpgrade: true },
  "models-held": {
    text: "AIモデルの所持数が上限に達しています。",
    detail: "使わないモデルを削除すると、つくれるようになります。",
    canUpgrade: true,
  },
  "already-deleted": {
    text: "このフォームでつくったモデルは、削除されています。",
    detail: "同じ内容でもう1つつくるときは、戻って、もう一度「作成する」を押してください。",
    canUpgrade: false,
  },
};

/** The site failed: the request can be repeated, and counts once. */
export const FAILED_REQUEST: RefusalText = { text: GENERIC_FAILURE, canUpgrade: false };

/** No response arrived, so the model may exist. Submitting the same form again creates no second one. */
export const CREATION_UNKNOWN: RefusalText = {
  text: NETWORK_ERROR,
  detail: "モデル作成の状況は一覧画面からご確認ください",
  canUpgrade: false,
  link: { to: "/models", label: "モデル一覧" },
};

/** Form errors for a creation that failed without a refusal of the service. */
export const CREATION_FAILED = "failed";
export const CREATION_LOST = "no-answer";

const CREATION_REFUSALS: Readonly<Record<string, RefusalText>> = {
  ...MODEL_REFUSALS,
  [CREATION_FAILED]: FAILED_REQUEST,
  [CREATION_LOST]: CREATION_UNKNOWN,
};

/** The refusal among the errors of a form; null if they are messages of the form itself. */
export function findCreationRefusal(errors: readonly string[] | null | undefined): RefusalText | null {
  const reason = errors?.find((error) => Object.hasOwn(CREATION_REFUSALS, error));
  return reason === undefined ? null : (CREATION_REFUSALS[reason] ?? null);
}
