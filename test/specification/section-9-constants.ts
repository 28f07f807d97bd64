import type { Proofs } from "./proofs.ts";

const PLAN_TABLE = "unit/plans/plans-entitlements: the plan table matches the specification";
const LEGAL_PAGES = "e2e/requests/spec-texts: the legal pages say the terms' points, at both of their addresses";

/** Business constants and limits (spec §9). */
export const proofs: Proofs = {
  "Page size 30": "e2e/pages/states: the next page is offered exactly when thirty analyses are on this one",
  "Refetch 60000 ms while in progress":
    "unit/pages/page-words: a page refreshes every 3 s in an item's first minute, then every 60 s",
  "Model name max 15": [
    "unit/models/model-form: the name: required, at most 15 code points after trimming and NFC, no invisible marks",
    "integration/models/models: renaming accepts a trimmed name of one to fifteen code points, for a complete model of one's own",
  ],
  "Password min 8":
    "unit/accounts/account-forms: a new password has at least eight characters, counted as people count them",
  "Model progress limit 900, analysis 300": [
    "unit/pages/spec-words: a bar of unknown progress reaches 95 % over three times its limit, 900 s for a model; finished is full",
    "e2e/pages/states: an analysis in progress has a bar and no deletion, a failed one says so, and a request is told as accepted",
  ],
  "Model creation takes as long as it takes: the page says what is true now":
    "e2e/journeys/models: the list looks again by itself until the model is ready",
  "Max features shown 50": "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  "Limit of 1000 or more shows as infinity": "unit/pages/page-words: a limit of 1,000 and more shows as ∞",
  "Auth cookie 2592000 s (30 days), path /": [
    "e2e/requests/page-sweep: the session's cookie is HttpOnly, SameSite=Lax, for the whole site and 30 days; log-out clears it",
    "integration/accounts/auth: a session ends after 30 days",
  ],
  "Free 0 yen, 50 features, 1 model, 5 a day, 5 a month, 2 creations": PLAN_TABLE,
  "Starter 980, 50, 1, 3, 30, 2": PLAN_TABLE,
  "Standard 4,980, 65, 2, 10, 60, 4": PLAN_TABLE,
  "PRO 9,800, 100, 3, 30, 90, 10": PLAN_TABLE,
  "PREMIUM 29,800, 160, 5, 60, 1000, 1000": PLAN_TABLE,
  "UNLIMITED 49,800, 1000, 10, 1000, 1000, 1000": PLAN_TABLE,
  "Free shows '全5回' analyses over all time":
    "integration/analyses/quotas: Free has five in a lifetime, over the months, and only those accepted under Free limits count",
  "Upgrade cost prorated by seconds over the month": [
    "e2e/journeys/plans: an upgrade shows what it charges by the second and charges that",
    "integration/billing/billing-life: An upgrade after 10 of 30 days charges exactly what its preview showed",
  ],
  "Free cancel erases credit; failed renewal puts plan into restricted mode and cancels": [
    "integration/billing/billing-life: Choosing Free ends the subscription at once, without refund, and forfeits credit",
    "integration/billing/billing-renewal: A failed renewal restricts the plan at once and ends the subscription at Stripe",
  ],
  "Rankings: participation as of Tuesday 00:00":
    "integration/rankings/rankings-build: the plan of Tuesday 00:00 counts, to the second, and not that of the build",
  "Weekly: races 7–12 of the latest weekend, updated Wednesday": [
    "unit/rankings/rankings-calendar: a week is due on Wednesday at six, with the plans of the day before",
    "integration/rankings/rankings-build: a due weekend is shown as counting, and switches at once when its ledger is complete",
  ],
  "Monthly: previous month's races 7–12, updated the 5th; straddling races; 4 or more race days": [
    "unit/rankings/rankings-calendar: a month is due on the 5th at six, with the plans of the last Tuesday before",
    "integration/rankings/rankings-build: a month has its categories, includes a weekend over its end whole, and requires four race days",
  ],
  "Niigata special meeting uses races 6, 7, 12":
    "unit/rankings/rankings-settlement: the built-in list makes Niigata's days of 2024 special, and no other course's",
  "Cards show top 5; a user's entries beyond rank 10 are appended": [
    "unit/rankings/ranking-pages: a card lists the first five of a type, and the reader's best entry below where none of them is theirs",
    "unit/rankings/ranking-pages: a detail lists ranks 1 to 10 with ties, and the reader's own beyond 10 once, each type by its own ranks",
  ],
  "Return rates: win buys top 2 at 100 yen each; place buys top 1 at 100":
    "integration/analyses/race-bets: an index's bets are its first two to win, its first to place and seven quinellas, paid by the official rows",
  "Return rates: quinella buys 7 combinations (top 2 with top 5) at 100 each":
    "unit/rankings/settlement: the seven quinellas contain the first or the second of the first five picks",
  "Return rates: total is equal stakes on the three":
    "unit/rankings/rankings-tally: rates, hit rates and the total of two races by hand",
  "Venue categories: Dirt 1216, 17; Turf 1216, 1724, 2532":
    "integration/rankings/rankings-build: a month has its categories, includes a weekend over its end whole, and requires four race days",
  "Score bar: width score/3.5 when positive": "e2e/requests/spec-texts: an analysis shows its race and a bar per horse",
  "Score bar: colours minus (<0), plus (<2), good (over 2)":
    "unit/pages/page-words: the index changes colour at 0 and at 2",
  "Ranking bar maps score to 1 − score²/62500 when under 250, else 0":
    "unit/rankings/ranking-pages: a ranking's bar is empty by 1 − rate² / 62500 under 250 % and full from there on",
  "Rank styles gold, silver, bronze for 1–3; rank cell width 40px":
    "unit/rankings/ranking-pages: ranks 1 to 3 are gold, silver and bronze, by rank and not by position; others and baselines have no medal",
  "Bell badge shows count if under 10, else '!'":
    "unit/pages/frame: the bell counts from 1 to 9, shows ! from 10 on and nothing at 0",
  "Terms: account may be removed after 1 year unused or 30 days without reply": LEGAL_PAGES,
  "Terms: liability cap equals fees of past 6 months": LEGAL_PAGES,
  "Share hash built from id, 2023 and 9 with minimum length 0":
    "unit/web/share-ids: a share id is the hashid of the analysis, 2023 and 9, without a minimum length",
  "Social share text is fixed":
    "unit/web/share-ids: posts go to the two networks only, name race and favourite, and keep the page's URL unchanged",
};
