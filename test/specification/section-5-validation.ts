import type { Proofs } from "./proofs.ts";

const EMPTY_FORMS = "unit/accounts/account-forms: an empty form shows 必須項目です at each required field";
const MODEL_DIALOGS = "e2e/journeys/models: renaming and deleting a model are dialogs with a URL";
const MODEL_NAME =
  "unit/models/model-form: the name: required, at most 15 code points after trimming and NFC, no invisible marks";
const REFUSED_FORM = "e2e/journeys/model-form: a refused model form says why at its place and keeps what was typed";

/** Validation rules (spec §5). */
export const proofs: Proofs = {
  "必須項目です: login e-mail and password": EMPTY_FORMS,
  "必須項目です: sign-up name, password, terms": [
    "e2e/journeys/accounts: the second step of the sign-up keeps the name and says what is wrong with the rest",
    EMPTY_FORMS,
  ],
  "必須項目です: reset e-mail": EMPTY_FORMS,
  "必須項目です: profile name":
    "e2e/journeys/settings: a profile is filled in, refused with what was typed, kept where a field is left blank, emptied on request",
  "必須項目です: model name on copy and edit": MODEL_DIALOGS,
  パスワードは8文字以上にしてください:
    "unit/accounts/account-forms: a new password has at least eight characters, counted as people count them",
  パスワードが一致しません:
    "unit/accounts/account-forms: a confirmation that differs is reported, beside a short password too",
  "Model name on create required '名前がありません'": MODEL_NAME,
  "AIモデル名は15文字以内にしてください (create)": MODEL_NAME,
  "モデル名は15文字以内にしてください (copy)": MODEL_DIALOGS,
  "1つ以上選択してください: each checked average kind needs a race_customize and a race_num option":
    "unit/models/model-form: each chosen kind needs a condition and a run count, reported at the question",
  "A multi-checkbox group suppresses its own message when the error type is atLeastOneRequired": REFUSED_FORM,
  "E-mail (or second e-mail) and terms required on top and tutorial forms": [
    "e2e/requests/spec-texts: the top page asks for e-mail and terms, says why the reader is there, and leads to the tutorial",
    EMPTY_FORMS,
  ],
  "Feature count = static features + for each chosen average kind, customize count × race-count count (each defaulting to 1)":
    [
      "unit/models/model-form: any combination of ticks is either refused or counted like the boxes",
      "unit/features/features-catalogue: the whole catalogue is 364 features at venue type 1 and 274 above",
    ],
  "Over the limit the bar turns red with 'N項目オーバー'": "unit/analyses/race-pages: the texts of the meter",
  "Under the limit: '残りN項目選択可能です'": "unit/analyses/race-pages: the texts of the meter",
  "Status bar shown when limit under 200":
    "e2e/requests/spec-texts: the create form offers every feature, kind, condition and count by name, the basic ones fixed",
  "Creation blocks with an upgrade prompt when the count exceeds the limit": [
    "unit/models/model-form: the count is checked against the plan's limit",
    REFUSED_FORM,
  ],
  "Models above the limit are disabled":
    "unit/plans/plans-entitlements: a model with too many features does not count, so an older smaller one stays enabled",
  "Horse weight and its change are optional: an index with them waits for the announcement":
    "e2e/journeys/races: a model with body weight waits for the announcement",
  "未来のレースは検索できません: future dates refused for plans other than 0": [
    "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
    "unit/plans/plans-entitlements: tomorrow is open to the admin only",
  ],
  "An invalid date query is ignored":
    "unit/analyses/race-pages: a date query that is no calendar day is ignored, which means today",
  "Years from 2018, months 1–12, days 1–31": [
    "e2e/requests/spec-texts: the race search offers the years that have races, twelve months and thirty-one days",
    "unit/analyses/race-pages: the search accepts an existing day of the offered years",
  ],
  "Models offered for a race: status 2, same venue type":
    "unit/analyses/race-pages: complete, enabled models of the race's venue type are offered; those that must wait show why",
  "Without acquired weight the model must not use weight":
    "e2e/journeys/races: a model with body weight waits for the announcement",
  "The first model is preselected":
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  "Analysis page: offset = 30 × (page−1); page below 1 gives 0": [
    "unit/analyses/race-pages: ids and pages are positive whole numbers",
    "integration/analyses/analyses: the list is newest first, in pages, without deleted ones, and with scores only on request",
  ],
  "Settings update falls back to existing values for blank fields":
    "unit/accounts/profile-forms: the profile requires a name only; a missing or blank field changes nothing",
  "Sex text maps to 0/1/2 (choices male, female)":
    "e2e/journeys/settings: a profile is filled in, refused with what was typed, kept where a field is left blank, emptied on request",
  "Message templates exist for required, min/max length and invalid e-mail": [
    "unit/accounts/account-forms: an address is trimmed and must look like one",
    "unit/accounts/account-forms: a new password has at least eight characters, counted as people count them",
  ],
  "Message template for uniqueness: an address already registered is told by mail only":
    "integration/accounts/auth: no response reveals to a stranger whether an address is registered",
  "Username hint: half-width alphanumeric":
    "e2e/journeys/accounts: the second step of the sign-up keeps the name and says what is wrong with the rest",
  "Display names containing common mail domains are masked with six asterisks":
    "integration/analyses/sharing: shared data contains nothing of the account, and mail addresses in names are masked",
  "Password and e-mail rule details for the settings form: a changed address asks for the password":
    "integration/accounts/settings: a new address requires the current password, and a refusal stores nothing",
};
