import type { Proofs } from "./proofs.ts";

const ACCOUNT_CALLS =
  "integration/accounts/auth: a mailed link leads to an account, and its token opens the API and the pages until log-out";
const RESULT_CALLS =
  "integration/api/api-analyses: results are listed newest first and read one by one, with the scores by wire names";
const MODEL_CALLS = "integration/api/api-models: a model is created, listed and read by its wire names";
const NEW_PASSWORD = "integration/accounts/auth: a new password ends every session and works once, for half an hour";

/** Calls (spec §7). */
export const proofs: Proofs = {
  "GET /users/me/": ACCOUNT_CALLS,
  "GET /analysis_results?offset&limit": RESULT_CALLS,
  "GET /analysis_result?analysis_result_id": RESULT_CALLS,
  "DELETE /analysis_results/{id}":
    "integration/analyses/analyses: an analysis can be deleted only when finished, once, and is not found afterwards",
  "GET /confirm_analyzed/{id}":
    "integration/api/api-sweep: any other user's id is 404 for every call with an id, also for an admin, and 401 for a visitor; nothing changes",
  "GET /confirm_model/{model_id}":
    "integration/api/api-models: confirming and deleting act on one's own model; a prefetch confirms nothing",
  "GET /models": MODEL_CALLS,
  "GET /models/{id}": MODEL_CALLS,
  "DELETE /models/{id}":
    "integration/api/api-models: confirming and deleting act on one's own model; a prefetch confirms nothing",
  "POST /models: name, user_id, feature, is_weight, venue_type": [
    MODEL_CALLS,
    "integration/api/api-models: a client's values of plan, weight, status and disabled have no effect",
  ],
  "PUT /models/{id}":
    "integration/api/api-models: PUT changes only the name, and only of a complete model of one's own",
  "GET /races?date=YYYY-MM-DD":
    "integration/api/api-analyses: races of a day are a plain array; without a date today's; invalid and future days are refused",
  "POST /analyze: includes model_id and race_id":
    "integration/api/api-analyses: an analysis is accepted with 202 once, and complete with 200 when it is finished",
  "PUT /users: the profile; returns updated user": [
    "integration/api/api-users: PUT /users stores the profile by its wire names and returns the updated user",
    "integration/api/api-users: PUT /users keeps what is blank or missing, and a refused field stores none of the others",
  ],
  "DELETE /users":
    "integration/accounts/settings: a deleted account keeps its id for the ledger and nothing personal, also when deleted twice concurrently",
  "GET /cancel_subscription: plan becomes 1":
    "integration/api/api-plans: GET cancel_subscription sets plan 1 at once, also when repeated",
  "POST /update_plan?price_id":
    "integration/api/api-plans: unknown prices, plans without a subscription and callers without a token are refused",
  "POST /create-checkout-session": [
    "integration/api/api-plans: a first subscription is bought on the payment page, whose URL is the whole response",
    "integration/api/api-plans: in restricted mode only the user's own plan can be paid again: the price at plan − 101",
  ],
  "GET /ranking?ranking_type=1..7&ticket_type=1..4: {rank, me}": [
    "integration/api/api-rankings: a ranking has ranks 1–10 of the requested ticket type, ties included, in order",
    "integration/api/api-rankings: invalid types are 400 with a reason, no token is 401, a trailing slash changes nothing",
  ],
  "GET /ranking/me?ranking_type=1..7": [
    "integration/api/api-rankings: ranking_type 1–7 are monthly, weekly and the five categories in the specification's order",
    "integration/api/api-rankings: me has the caller's entries of any rank with bets of that type, and nobody else's",
  ],
  "POST verification_email?email": ACCOUNT_CALLS,
  "POST verification_uuid?uuid (returns the e-mail)": ACCOUNT_CALLS,
  "POST /users (name, email, pw, icon, plan 1, profile …)": ACCOUNT_CALLS,
  "POST /token form {username, password} returns access_token": ACCOUNT_CALLS,
  "POST reset_password?email": NEW_PASSWORD,
  "POST validate_token_password?token": NEW_PASSWORD,
  "POST change_password?password&token": NEW_PASSWORD,
  "GET rankings.json": [
    "integration/rankings/rankings-file: the public file may be cached for a minute and read by other sites, supports 304 and HEAD, and no other method",
    "integration/rankings/rankings-file: new rankings are in the public file within a second; repeated requests read R2 once a second and D1 never",
  ],
  "GET /api/share/analysis?id":
    "integration/api/api-share: a shared analysis has the shape of analysis_result, with the masked name and both addresses, and no more",
  "POST /api/share/image (user name and analysis)":
    "integration/api/api-share: the image can be requested by id in any of its fields; names and scores of the body have no effect",
  "Sign-up information posted form-encoded to a spreadsheet script endpoint (email, name, user id, query, referer, user agent)":
    "integration/accounts/sign-up-notice: a sign-up is posted to the operator's address by a job of its transaction, and nowhere without one",
  "Share files are fetched by URL and downloaded as blobs":
    "e2e/journeys/sharing: a result is shared, posted, copied, downloaded, seen by a visitor and taken back",
};
