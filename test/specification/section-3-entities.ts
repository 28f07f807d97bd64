import type { Proofs } from "./proofs.ts";

const MODEL_CALLS = "integration/api/api-models: a model is created, listed and read by its wire names";
const CREATE_FORM =
  "e2e/requests/spec-texts: the create form offers every feature, kind, condition and count by name, the basic ones fixed";
const RESULT_CALLS =
  "integration/api/api-analyses: results are listed newest first and read one by one, with the scores by wire names";

/** Entities and their fields (spec §3). */
export const proofs: Proofs = {
  "User: id, name, email, plan, and the fields of the profile":
    "integration/api/api-users: PUT /users stores the profile by its wire names and returns the updated user",
  "User: id is -1 when signed out: no call answers without a token":
    "integration/api/api-sweep: the session cookie opens no call of the API, and a call from another site is refused before it",
  "User: sex 0 unknown, 1 male, 2 female":
    "integration/api/api-users: PUT /users stores the profile by its wire names and returns the updated user",
  "User: analyzes_day, analyzes_month, create_model_month":
    "integration/accounts/auth: the counters of /users/me restart with the day and the month of Japan",
  "User: not_confirm_models (list of model ids), not_confirm_analysis_results (list of ids)":
    "integration/api/api-models: confirming and deleting act on one's own model; a prefetch confirms nothing",
  "Model: model_id, name, user_id, created_at (unix seconds), status, venue_type": MODEL_CALLS,
  "Model: venue_type 1 central, 2 Nankan, 3 Monbetsu": MODEL_CALLS,
  "Model: is_weight (true when horse weight or its change is chosen)":
    "integration/models/models: a choice with weight is marked, and above venue type 1 the scope of averages is stored",
  "Model: disabled (derived)":
    "integration/models/models: the list shows models disabled by the plan last, with the report parsed",
  "Model: feature {isAllVenue, static, average}": MODEL_CALLS,
  "Model: isAllVenue 0 or 1, only when venue type above 1": [
    "unit/models/model-form: isAllVenue is 0 if the box is empty, and absent in a central model",
    "integration/models/models: a choice with weight is marked, and above venue type 1 the scope of averages is stored",
  ],
  "Static features: 騎手, 枠番, 出走間隔, 出走頭数, 馬体重, 馬体重変化, 斤量, 血統, コースの長さ, 天気": CREATE_FORM,
  "Static features: 芝/ダートの識別, 不利があったか (venue type 1 only)": [
    "unit/models/model-form: features not offered above venue type 1 are removed, and a kind left empty by that is reported",
    CREATE_FORM,
  ],
  "Basic info is always checked and disabled": CREATE_FORM,
  "Average kinds: prize, margin, rank, first_corner, final_corner, first_to_rank, first_to_final, final_to_rank":
    CREATE_FORM,
  "4 target kinds × 11 counts = 44 options in one view":
    "unit/features/features-catalogue: the whole catalogue is 364 features at venue type 1 and 274 above",
  "race_customize: all, course_len, venue, race_type":
    "unit/features/features-catalogue: an average feature is one column; features a venue type does not offer are left out",
  "race_type only when venue type 1; removed when venue type above 1":
    "unit/models/model-form: features not offered above venue type 1 are removed, and a kind left empty by that is reported",
  "Race-count options: -1 (all) and 1 to 10": CREATE_FORM,
  "Form fields: name, venueType, isAllVenue, per-kind checkbox with _customize and _num selections":
    "unit/models/model-form: a complete form gives a choice in the catalogue's order",
  "Analysis: analysis_result_id, model_name, venue_type, created_at, status, result": RESULT_CALLS,
  "Analysis: result with race_info (race_num, name, title, date) and scores (uma_num, name, score)": RESULT_CALLS,
  "Analysis: an older shape holds race_num, name, title, date directly in result: this product writes race_info only":
    RESULT_CALLS,
  "Race: race_id, name, race_num, title, venue_type, is_acquired_weight":
    "integration/api/api-analyses: races of a day are a plain array; without a date today's; invalid and future days are refused",
  "Ranking: payload {rank, me}; entries and their fields": [
    "integration/api/api-rankings: me has the caller's entries of any rank with bets of that type, and nobody else's",
    "integration/api/api-contract: every call returns what the document promises, on success and on refusal",
  ],
  "Public rankings file holds all seven rankings": [
    "integration/rankings/rankings-file: before the first rankings the public file has all seven keys, counting the periods of the date, and keeps its tag until the next is due",
    "integration/rankings/rankings-file: the public file is what the build wrote: seven rankings with period, status, entries by wire names and baselines",
  ],
  "Plan: planId, priceId": [
    "unit/plans/plan-list: a listed plan has the specification's fields, with its price, limits and items",
    "unit/plans/plan-list: only paid plans have a price; a user's current one is plan − 1, in restricted mode plan − 101",
  ],
  "Plan: price, items, recommend, featuresLimit, modelsLimit, analyzesDailyLimit, analyzesMonthlyLimit, createModelLimit":
    "unit/plans/plans-entitlements: the plan table matches the specification",
  "Analysis progress item: createdAt, status, limit":
    "unit/pages/spec-words: a bar of unknown progress reaches 95 % over three times its limit, 900 s for a model; finished is full",
  "Sign-up fields: email, name, password, terms":
    "e2e/journeys/accounts: the second step of the sign-up keeps the name and says what is wrong with the rest",
  "Reset fields: email, uuid, password, confirmPassword":
    "e2e/journeys/accounts: a forgotten password is changed by mail, once, and the old one is over",
};
