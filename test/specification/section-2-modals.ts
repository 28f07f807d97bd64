import type { Proofs } from "./proofs.ts";

/** The dialogs (spec §2). */
export const proofs: Proofs = {
  "Model selection: title モデルの選択; lists models, one selectable": [
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  ],
  "Model selection: buttons 戻る and 分析する": [
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  ],
  "Model selection: AIモデルを選択してください": [
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  ],
  "Model selection: 使用可能なAIモデルがありません": [
    "e2e/journeys/races: without a usable model the race's dialog leads to making one",
  ],
  "Model selection shows venue, race number, name": [
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  ],
  "Loading: a pending form is told by its own navigation and the bar of progress": [
    "e2e/pages/pending: every form answers a tap at once with a busy button and a bar, and a second tap sends nothing",
  ],
  "Message: what was done or refused is said on the page": [
    "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  ],
  "Delete model: {name}を削除しますか？ with キャンセル / モデルを削除": [
    "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  ],
  "Rename: 名称変更, 新しい名前を入力してください": [
    "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  ],
  "Copy: {name}の特徴量を引き継いで新しいAIモデルを作成しますか？, button 引き継ぎ to the copy route": [
    "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  ],
  "Feature list: name, created date YYYY/MM/DD, selected count n/50": [
    "e2e/requests/spec-texts: the feature list shows name, day, count, plain and average features, and the note of a Nankan model",
    "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  ],
  "Feature list: static features, average features as customize × race count": [
    "e2e/requests/spec-texts: the feature list shows name, day, count, plain and average features, and the note of a Nankan model",
  ],
  "Feature list: note 南関のレースだけを参照する when isAllVenue is 0": [
    "e2e/requests/spec-texts: the feature list shows name, day, count, plain and average features, and the note of a Nankan model",
  ],
  "Accepted: 分析結果は一覧画面からご確認ください。 with link to /analyses": [
    "e2e/pages/states: an analysis in progress has a bar and no deletion, a failed one says so, and a request is told as accepted",
  ],
  "Completed: link by analysis id": [
    "e2e/requests/spec-texts: the analysis list shows race, course, day, model and time, and its dialog leads to the result",
    "e2e/journeys/analyses: an analysis is accepted, comes back complete uncounted, and is deleted from its page",
  ],
  "Notifications: お知らせ; 通知がありません": [
    "e2e/pages/pages: a new user's empty pages are good and say what comes next",
    "e2e/journeys/home: a newcomer's home welcomes, leads to the first model and has nothing to tell",
  ],
  "Notifications: AIモデル作成が完了しました linking to models": [
    "unit/pages/frame: notifications are sorted newest first, each with its target",
    "e2e/journeys/home: a filled home shows models, analyses and what is left; the bell counts, leads on and is emptied in place",
  ],
  "Notifications: 分析が完了しました。結果を見てみましょう linking to /analyses/{id}": [
    "unit/pages/frame: notifications are sorted newest first, each with its target",
    "e2e/journeys/home: a filled home shows models, analyses and what is left; the bell counts, leads on and is emptied in place",
  ],
  "Plan-change confirmation": [
    "e2e/journeys/plans: an upgrade shows what it charges by the second and charges that",
    "e2e/journeys/plans: one downgrade a month leaves credit, the second is refused, and cancelling says what it takes",
    "unit/plans/plan-pages: the final confirmation names contract, sums now and later, method, start, period of the offer and cancellation",
  ],
  Tutorial: [
    "e2e/journeys/tutorial: with JavaScript the tutorial shows one slide at a time, by buttons, dots, keys and the browser's back",
  ],
  "Disabled model: current plan cannot use it, offers plan change": [
    "e2e/journeys/model-copy: a copied model has the features of the first, and what the new plan cannot use is explained",
  ],
};
