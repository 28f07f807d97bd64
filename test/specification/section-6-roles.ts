import type { Proofs } from "./proofs.ts";

const ANSWERS =
  "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights";
const PLAN_TABLE = "unit/plans/plans-entitlements: the plan table matches the specification";

/** Roles and permissions (spec §6). */
export const proofs: Proofs = {
  "Visitor: public pages only": [
    "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
    ANSWERS,
  ],
  "Signed-in user: all else, limited by plan": [ANSWERS, PLAN_TABLE],
  "Data calls carry a bearer token":
    "integration/accounts/auth: a mailed link leads to an account, and its token opens the API and the pages until log-out",
  "Free plan users do not see their own model recovery rates or ranking positions and are invited to change plan":
    "e2e/journeys/rankings: home shows a payer's own rankings; who does not pay is invited and sees no figure of their own",
  "Plan controls analyses per day":
    "integration/analyses/quotas: of 50 concurrent analyses with one left today, one is accepted",
  "Plan controls analyses per month":
    "integration/analyses/quotas: of 50 concurrent analyses with one left this month, one is accepted",
  "Plan controls selectable features": "unit/models/model-form: the count is checked against the plan's limit",
  "Plan controls models held":
    "integration/analyses/quotas: of 50 concurrent models with one place left, one is created",
  "Plan controls simultaneous analyses":
    "integration/analyses/quotas: of 50 concurrent analyses with one parallel run left, one is accepted",
  "Plan controls model creations per month":
    "integration/analyses/quotas: of 50 concurrent models with one creation left, one is created",
  "Plan controls venues": PLAN_TABLE,
  "Admin (plan 0, below 1) limits are all 1000": [
    PLAN_TABLE,
    "integration/analyses/quotas: a limit of 1000 is not enforced as a number; the parallel limit is",
  ],
  "Limit meter defaults to plan 9 when undefined; default model cap and feature cap when plan unknown": PLAN_TABLE,
  "Account deletion first cancels the subscription when plan is 2–99":
    "integration/billing/billing-renewal: An account's deletion ends the subscription first, and without Stripe nothing is deleted",
  "Account deletion":
    "integration/accounts/settings: a deleted account keeps its id for the ledger and nothing personal, also when deleted twice concurrently",
  "No admin screen shown":
    "e2e/requests/owner-matrix: another user and the admin get a 404 or a list without it, and never the name",
};
