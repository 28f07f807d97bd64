import type { Proofs } from "./proofs.ts";

const UNREADABLE_LISTS =
  "e2e/pages/states: lists that cannot be read say so in the specification's words, inside the frame, with the way to try again";
const LOST_CREATION =
  "e2e/journeys/model-form: a creation whose answer is lost keeps the form and leads to the list of models";
const MODEL_TEXTS = "unit/pages/spec-words: texts of models and accounts match the specification to the letter";
const ANALYSIS_LIMITS =
  "integration/api/api-analyses: exceeded limits return the words that clients match on, in their order";
const ANALYSIS_TEXTS =
  "unit/analyses/analysis-pages: texts of races and analyses match the specification to the letter";
const EMPTY_PAGES = "e2e/pages/pages: a new user's empty pages are good and say what comes next";
const FAILED_CHANGES =
  "e2e/requests/spec-texts: renaming and deleting what is not there fail in the specification's words";
const MODEL_DIALOGS = "e2e/journeys/models: renaming and deleting a model are dialogs with a URL";
const ANALYSIS_JOURNEY =
  "e2e/journeys/analyses: an analysis is accepted, comes back complete uncounted, and is deleted from its page";

/** The error catalogue (spec §8). */
export const proofs: Proofs = {
  "エラーが発生しました。 もう一度やりなおしてください": [
    "unit/pages/spec-words: an error not caused by input shows the generic sentence, and a lost response the network's",
    UNREADABLE_LISTS,
  ],
  "No response: ネットワークエラーが発生しました / もう一度やりなおしてください": [
    LOST_CREATION,
    "e2e/pages/lost-page: without a network a tap shows the specification's error, and what was typed comes back",
  ],
  "Server errors show a message with back or close":
    "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  "If toSubscription is true a plan-change button appears":
    "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  "Status 503 shows a link to the model list (model pages) or analysis list (race page)": [
    LOST_CREATION,
    "e2e/pages/pending: an analysis whose answer is lost says so, and leads to the list of analyses",
  ],
  "Login: メールアドレスかパスワードが違います":
    "e2e/journeys/accounts: a wrong password is refused in the specification's words and the asked page is reached by the right one",
  "Sign-up: 登録できませんでした": MODEL_TEXTS,
  "Invalid link: Not found / 不正なURLです。URLをもう一度ご確認ください": [
    "e2e/journeys/accounts: a sign-up link works once, and an unknown one is a 404 with the way to a new one",
    "e2e/journeys/accounts: a forgotten password is changed by mail, once, and the old one is over",
  ],
  "Reset: パスワードが変更できません": MODEL_TEXTS,
  "Model create 400, modelCreateCount: 今月のAIモデル作成数が上限に達しています。 with upgrade offer": [
    "integration/api/api-models: exceeded limits return the words that clients match on",
    MODEL_TEXTS,
  ],
  "Model create, other 400: AIモデルの所持数が上限に達しています。 with upgrade":
    "integration/api/api-models: exceeded limits return the words that clients match on",
  "Model create, network error: モデル作成の状況は一覧画面からご確認ください": LOST_CREATION,
  "Analyze 400, 'The number of analysis has reached the limit.': 本日の分析回数が上限に達しています。 with upgrade":
    ANALYSIS_LIMITS,
  "Analyze 400, parallel: 同時分析数が上限に達しました。分析が終わるまで少々お待ちください！": [
    ANALYSIS_LIMITS,
    ANALYSIS_TEXTS,
  ],
  "Analyze 400, month: 今月の分析回数が上限に達しています。 with upgrade": [ANALYSIS_LIMITS, ANALYSIS_TEXTS],
  "Races 404 or none: an empty list":
    "integration/api/api-analyses: races of a day are a plain array; without a date today's; invalid and future days are refused",
  "Races, other: レースを取得する際にエラーが発生しました": [ANALYSIS_TEXTS, UNREADABLE_LISTS],
  "Models 404 or none: an empty list": EMPTY_PAGES,
  "Models, other: モデルが取得できません": [
    "unit/pages/spec-words: a model list that cannot be loaded shows an error and offers a retry",
    UNREADABLE_LISTS,
  ],
  "Rename failure: AIモデルの名前を変更できませんでした": FAILED_CHANGES,
  "Delete model: AIモデルを削除できませんでした": FAILED_CHANGES,
  "Delete analysis: 分析結果を削除できませんでした": FAILED_CHANGES,
  "Analyses load failure: ページを再度読み込んでください。": [ANALYSIS_TEXTS, UNREADABLE_LISTS],
  "Plan change 400: プランを変更できませんでした。プランのダウングレードは１ヶ月に1回までとなります。":
    "e2e/journeys/plans: one downgrade a month leaves credit, the second is refused, and cancelling says what it takes",
  "Model over plan: このモデルは現在のプランでは利用できません":
    "e2e/journeys/model-copy: a copied model has the features of the first, and what the new plan cannot use is explained",
  "Analysis not found: analysis result does not exist":
    "e2e/pages/pages: an unknown address is a 404 with the way home, for visitors and inside",
  "Profile error with status 404 is shown as neutral, others as error":
    "e2e/requests/spec-texts: a choice of the profile that does not exist is told in a neutral note with 404, another fault as an error",
  "Renewal failure banner: プランの更新に失敗しました。再度プラン料金の支払いをお願いします。 with button to payment screen":
    "e2e/journeys/plans: a failed renewal is shown after the log-in and on every page until the plan is paid again",
  "Renewal failure modal explains restricted mode (制限モード), with close and proceed-to-payment buttons":
    "e2e/journeys/plans: a failed renewal is shown after the log-in and on every page until the plan is paid again",
  "Redirects /?e=atnf (no token) and /?e=umae (user load failure)": [
    "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
    "integration/web/web-door: redirects pages, fails calls and reports bad health while the database is unavailable",
  ],
  "A 401 goes to login": [
    "e2e/requests/page-sweep: the cookie of an ended session leads to the log-in with the way back, and is cleared",
    "e2e/pages/lost-page: a form of an ended session is kept for its user, without its password, until it is sent",
  ],
  "Copying a share URL alerts that it was copied":
    "e2e/journeys/sharing: a result is shared, posted, copied, downloaded, seen by a visitor and taken back",
  "Empty: まだレースを分析していません": EMPTY_PAGES,
  "Empty: no models": EMPTY_PAGES,
  "Empty: 本日のレースはありません": ANALYSIS_TEXTS,
  "Empty: 該当するレースが見つかりません":
    "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
  "Empty: ランキングがありません":
    "unit/rankings/ranking-pages: a page shows ランキングを準備中です while counting and ランキングがありません if nobody took part, to the letter",
  "ランキングを準備中です while tallying":
    "integration/web/public-pages: before the first rankings every public page of them shows ランキングを準備中です",
  "Success: AIモデルの名前を変更しました": MODEL_DIALOGS,
  "Success: AIモデルを削除しました": MODEL_DIALOGS,
  "Success: 分析結果を削除しました": ANALYSIS_JOURNEY,
  "Success: 「{n}R {name}」の分析を受け付けました。": ANALYSIS_JOURNEY,
  "A warning on leaving a page with unsaved input exists":
    "e2e/journeys/settings: leaving the profile with unsaved input asks first",
};
