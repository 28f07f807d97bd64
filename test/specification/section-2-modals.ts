import type { Proofs } from "./proofs.ts";

const CHOICE_OF_MODEL =
  "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model";
const MODEL_DIALOGS = "e2e/journeys/models: renaming and deleting a model are dialogs with a URL";
const FEATURE_LIST =
  "e2e/requests/spec-texts: the feature list shows name, day, count, plain and average features, and the note of a Nankan model";
const NOTIFICATIONS = "unit/pages/frame: notifications are sorted newest first, each with its target";

/** The dialogs (spec §2). */
export const proofs: Proofs = {
  "Model selection: title モデルの選択; lists models, one selectable": CHOICE_OF_MODEL,
  "Model selection: buttons 戻る and 分析する": CHOICE_OF_MODEL,
  "Model selection: AIモデルを選択してください": CHOICE_OF_MODEL,
  "Model selection: 使用可能なAIモデルがありません":
    "e2e/journeys/races: without a usable model the race's dialog leads to making one",
  "Model selection shows venue, race number, name": CHOICE_OF_MODEL,
  "Loading: a pending form is told by its own navigation and the bar of progress":
    "e2e/pages/pending: every form answers a tap at once with a busy button and a bar, and a second tap sends nothing",
  "Message: what was done or refused is said on the page": MODEL_DIALOGS,
  "Delete model: {name}を削除しますか？ with キャンセル / モデルを削除": MODEL_DIALOGS,
  "Rename: 名称変更, 新しい名前を入力してください": MODEL_DIALOGS,
  "Copy: {name}の特徴量を引き継いで新しいAIモデルを作成しますか？, button 引き継ぎ to the copy route":
    "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  "Feature list: name, created date YYYY/MM/DD, selected count n/50": FEATURE_LIST,
  "Feature list: static features, average features as customize × race count": FEATURE_LIST,
  "Feature list: note 南関のレースだけを参照する when isAllVenue is 0": FEATURE_LIST,
  "Accepted: 分析結果は一覧画面からご確認ください。 with link to /analyses":
    "e2e/pages/states: an analysis in progress has a bar and no deletion, a failed one says so, and a request is told as accepted",
  "Completed: link by analysis id":
    "e2e/requests/spec-texts: the analysis list shows race, course, day, model and time, and its dialog leads to the result",
  "Notifications: お知らせ; 通知がありません":
    "e2e/pages/pages: a new user's empty pages are good and say what comes next",
  "Notifications: AIモデル作成が完了しました linking to models": NOTIFICATIONS,
  "Notifications: 分析が完了しました。結果を見てみましょう linking to /analyses/{id}": NOTIFICATIONS,
  "Plan-change confirmation": [
    "e2e/journeys/plans: an upgrade shows what it charges by the second and charges that",
    "e2e/journeys/plans: one downgrade a month leaves credit, the second is refused, and cancelling says what it takes",
  ],
  Tutorial:
    "e2e/journeys/tutorial: with JavaScript the tutorial shows one slide at a time, by buttons, dots, keys and the browser's back",
  "Disabled model: current plan cannot use it, offers plan change":
    "e2e/journeys/model-copy: a copied model has the features of the first, and what the new plan cannot use is explained",
};
