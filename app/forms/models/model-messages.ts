/** What a form of the list has done. On their own, as only the server has them. */
export const MODEL_DONE: Readonly<Record<string, string>> = {
  renamed: "AIモデルの名前を変更しました",
  deleted: "AIモデルを削除しました",
  starred: "メインモデルにしました",
  unstarred: "メインモデルから外しました",
};

export const MODEL_MESSAGES = {
  renameFailed: "AIモデルの名前を変更できませんでした",
  deleteFailed: "AIモデルを削除できませんでした",
  starFailed: "メインモデルを変更できませんでした",
  failed: "AIモデル作成中にエラーが発生しました",
  failedUncounted: "今月の作成回数には数えていません。",
  loadFailed: "モデルが取得できません",
  remake: "同じ項目でつくり直す",
  newName: "新しい名前を入力してください",
  disabled: "このモデルは現在のプランでは利用できません",
} as const;
