import type { Proofs } from "./proofs.ts";

const PROGRESS_BAR =
  "unit/pages/spec-words: a bar of unknown progress reaches 95 % over three times its limit, 900 s for a model; finished is full";
const ANALYSIS_STATES =
  "e2e/pages/states: an analysis in progress has a bar and no deletion, a failed one says so, and a request is told as accepted";
const STORY = "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today";
const PLAN_TABLE = "unit/plans/plans-entitlements: the plan table matches the specification";
const ACCOUNT_CALLS =
  "integration/accounts/auth: a mailed link leads to an account, and its token opens the API and the pages until log-out";

/** States and transitions (spec §4). */
export const proofs: Proofs = {
  "Model status 1 = being created (progress bar, limit 900)": [
    "integration/models/models: a created model is a row in creation, one use of the month, and one woken job",
    PROGRESS_BAR,
  ],
  "Model status 2 = complete (usable, editable)":
    "integration/models/models: renaming accepts a trimmed name of one to fifteen code points, for a complete model of one's own",
  "Model status other = error 'AIモデル作成中にエラーが発生しました'": [
    "unit/pages/spec-words: texts of models and accounts match the specification to the letter",
    "e2e/pages/states: a failed model says so, can be made anew and deleted, and neither it nor one in the making can be renamed",
  ],
  "While any model is 1, the list refetches": [
    "unit/pages/page-words: a page refreshes every 3 s in an item's first minute, then every 60 s",
    "e2e/journeys/models: the list looks again by itself until the model is ready",
  ],
  "Opening the model list confirms each unconfirmed model and clears not_confirm_models":
    "integration/models/models: confirming marks finished models, one or all, and ignores those in creation",
  "Models are sorted newest first; those beyond plan limits are moved to the end": [
    "unit/plans/plans-entitlements: enabled models come first, each group newest first; ties within a second are decided by the id",
    "integration/models/models: the list shows models disabled by the plan last, with the report parsed",
  ],
  "Models beyond plan limits are marked disabled (greyed with overlay)":
    "e2e/journeys/model-copy: a copied model has the features of the first, and what the new plan cannot use is explained",
  "Only enabled models are offered for analysis":
    "unit/analyses/race-pages: complete, enabled models of the race's venue type are offered; those that must wait show why",
  "Analysis status 1 = in progress: no delete, refetch": [
    "integration/analyses/analyses: an analysis can be deleted only when finished, once, and is not found afterwards",
    ANALYSIS_STATES,
  ],
  "Analysis status 1 = in progress: progress bar limit 300": PROGRESS_BAR,
  "Analysis status 2 = complete (link to detail)":
    "e2e/requests/spec-texts: the analysis list shows race, course, day, model and time, and its dialog leads to the result",
  "Analysis status other = failed ('分析が失敗しました')": ANALYSIS_STATES,
  "Delete allowed when not in progress":
    "integration/analyses/analyses: an analysis can be deleted only when finished, once, and is not found afterwards",
  "Progress bar animates to 95 percent over about 3 times the limit in seconds; finished shows full": PROGRESS_BAR,
  "Confirming an analysis removes its id from not_confirm_analysis_results":
    "e2e/journeys/home: a filled home shows models, analyses and what is left; the bell counts, leads on and is emptied in place",
  "Analyze result returned: accept or complete": [
    "integration/api/api-analyses: an analysis is accepted with 202 once, and complete with 200 when it is finished",
    "integration/analyses/analyses: a double click is one analysis; a finished one is returned until an input of the race changes",
  ],
  "On acceptance the daily and monthly counters rise by one":
    "integration/analyses/analyses: an accepted analysis is a row, one use and one woken job, and stores the names of that time",
  "Creation flow: confirm modal, creating modal linking to the model list, success modal offering model list or race analysis":
    STORY,
  "Plan 0 admin/special (may search future races)":
    "integration/analyses/races: tomorrow opens at midnight in Japan, and earlier for the admin only",
  "Plan 1 Free; 2 Starter, 3 Standard, 4 PRO, 5 PREMIUM, 6 UNLIMITED": PLAN_TABLE,
  "Plan 102–106 restricted: behaves like Free": [
    "unit/plans/plans-entitlements: the lifetime limit applies to Free, restricted and unknown plans only, the parallel limit to everybody",
    "integration/analyses/quotas: a restricted payer who used none still has five",
  ],
  "Restricted mode costs nothing until payment completes; shows a warning banner and a modal; cancel not offered": [
    "e2e/journeys/plans: a failed renewal is shown after the log-in and on every page until the plan is paid again",
    "integration/api/api-plans: in restricted mode only the user's own plan can be paid again: the price at plan − 101",
  ],
  "Other ids are named Others and use Free limits": [
    PLAN_TABLE,
    "unit/plans/plans-entitlements: the lifetime limit applies to Free, restricted and unknown plans only, the parallel limit to everybody",
  ],
  "Choosing Free opens a cancel confirmation, then success 'changed to Free, monthly billing released'; cancelling sets plan to 1":
    [
      "e2e/journeys/plans: one downgrade a month leaves credit, the second is refused, and cancelling says what it takes",
      "integration/billing/billing-life: Choosing Free ends the subscription at once, without refund, and forfeits credit",
    ],
  "Selecting another plan shows a confirm modal (プラン変更 if plan above 1, else proceed to payment; unset plan treated as 9)":
    [
      "e2e/journeys/plans: a plan is bought after the final confirmation, a way back and a refused card",
      "unit/plans/plan-pages: the confirming button is プラン変更 on plans 2 to 99 and leads to the payment on all others",
    ],
  "Plans 4 and 5 are recommended":
    "e2e/journeys/home: the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones",
  "Downgrades once per month": [
    "e2e/journeys/plans: one downgrade a month leaves credit, the second is refused, and cancelling says what it takes",
    "integration/billing/billing-races: Of two concurrent downgrades exactly one happens",
  ],
  "Sign-up: e-mail registration, provisional-registration message, link in e-mail, set name and password, logged in": [
    STORY,
    ACCOUNT_CALLS,
  ],
  "Sign-up: prompt to choose a plan":
    "e2e/journeys/home: a newcomer's home welcomes, leads to the first model and has nothing to tell",
  "Sign-up: invalid code shows 'invalid URL'": [
    "e2e/journeys/accounts: a sign-up link works once, and an unknown one is a 404 with the way to a new one",
    "integration/accounts/auth: a sign-up code works once, for its address, for a day, and until a newer one",
  ],
  "A failed token fetch after sign-up redirects to login: here the account's answer is the session itself":
    ACCOUNT_CALLS,
  "Auth: sign-in stores the token in a cookie":
    "e2e/requests/page-sweep: the session's cookie is HttpOnly, SameSite=Lax, for the whole site and 30 days; log-out clears it",
  "Auth: sign-out removes it": [
    "e2e/journeys/accounts: log-out ends the session, also for a copy of its cookie",
    "e2e/requests/page-sweep: the session's cookie is HttpOnly, SameSite=Lax, for the whole site and 30 days; log-out clears it",
  ],
  "Auth: a 401 sends the user to login":
    "e2e/requests/page-sweep: the cookie of an ended session leads to the log-in with the way back, and is cleared",
  "Pager: previous enabled when page ≥ 2":
    "e2e/requests/spec-texts: a page of analyses that is not full leads back only, and one below the first is the first",
  "Pager: next enabled only when the page returned exactly 30 items":
    "e2e/pages/states: the next page is offered exactly when thirty analyses are on this one",
  "Ranking cards rotate among four positions (total, win, place, quinella)":
    "e2e/journeys/rankings: the cards turn by themselves, wait for who looks closer, stop at a button and stand for who wants no motion",
  "Tutorial automates checkbox toggling and fake creation and analysis with 1 s steps":
    "e2e/journeys/tutorial: the tutorial ticks the boxes and fakes a creation and an analysis in steps of one second",
};
