import type { SpecificationRow } from "./specification-row.ts";

/** Roles and permissions (spec §6). */
export const rows: readonly SpecificationRow[] = [
  {
    row: "Visitor: public pages only",
    tests: [
      "e2e/requests/page-sweep: without a cookie every page and form of a user leads to /?e=atnf, before anything is looked at",
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
    ],
  },
  {
    row: "Signed-in user: all else, limited by plan",
    tests: [
      "e2e/requests/page-sweep: every page answers a visitor and a user with its status, the security headers and no other site's rights",
      "unit/plans/plans-entitlements: the plan table matches the specification",
    ],
  },
  {
    row: "Data calls carry a bearer token",
    tests: [
      "integration/api/api-models: without a token every call is refused",
      "integration/accounts/auth: a mailed link leads to an account, and its token opens the API and the pages until log-out",
    ],
  },
  {
    row: "Free plan users do not see their own model recovery rates or ranking positions and are invited to change plan",
    tests: [
      "e2e/journeys/rankings: home shows a payer's own rankings; who does not pay is invited and sees no figure of their own",
    ],
  },
  {
    row: "Plan controls analyses per day",
    tests: [
      "integration/analyses/quotas: of 50 concurrent analyses with one left today, one is accepted",
      "e2e/journeys/races: the Starter plan's fourth analysis of a day is refused, the list deletes, and a learnt race says so",
    ],
  },
  {
    row: "Plan controls analyses per month",
    tests: ["integration/analyses/quotas: of 50 concurrent analyses with one left this month, one is accepted"],
  },
  {
    row: "Plan controls selectable features",
    tests: ["unit/models/model-form: the count is checked against the plan's limit"],
  },
  {
    row: "Plan controls models held",
    tests: [
      "integration/analyses/quotas: of 50 concurrent models with one place left, one is created",
      "e2e/journeys/model-form: the free plan's second model is refused and the form stays",
    ],
  },
  {
    row: "Plan controls simultaneous analyses",
    tests: [
      "integration/analyses/quotas: of 50 concurrent analyses with one parallel run left, one is accepted",
      "integration/analyses/quotas: a limit of 1000 is not enforced as a number; the parallel limit is",
    ],
  },
  {
    row: "Plan controls model creations per month",
    tests: ["integration/analyses/quotas: of 50 concurrent models with one creation left, one is created"],
  },
  {
    row: "Plan controls venues",
    tests: [
      "integration/api/api-models: a bad name, venue or choice of features is 400 with the reason, and nothing is written",
      "unit/plans/plans-entitlements: the plan table matches the specification",
    ],
  },
  {
    row: "Admin (plan 0, below 1) limits are all 1000",
    tests: [
      "unit/plans/plans-entitlements: the plan table matches the specification",
      "integration/analyses/quotas: a limit of 1000 is not enforced as a number; the parallel limit is",
    ],
  },
  {
    row: "Limit meter defaults to plan 9 when undefined; default model cap and feature cap when plan unknown",
    tests: ["unit/plans/plans-entitlements: the plan table matches the specification"],
  },
  {
    row: "Account deletion first cancels the subscription when plan is 2–99",
    tests: [
      "integration/billing/billing-renewal: An account's deletion ends the subscription first, and without Stripe nothing is deleted",
    ],
  },
  {
    row: "Account deletion",
    tests: [
      "integration/accounts/settings: a deleted account keeps its id for the ledger and nothing personal, also when deleted twice concurrently",
    ],
  },
  {
    row: "No admin screen shown",
    tests: ["e2e/requests/owner-matrix: another user and the admin get a 404 or a list without it, and never the name"],
  },
];
