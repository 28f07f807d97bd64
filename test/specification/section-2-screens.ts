import type { Proofs } from "./proofs.ts";

const FRAME =
  "e2e/requests/spec-texts: the frame leads to every room, and the logo home: inside to /home, outside to the top";
const ANALYSIS_LIST =
  "e2e/requests/spec-texts: the analysis list shows race, course, day, model and time, and its dialog leads to the result";
const ANALYSIS_PAGE = "e2e/requests/spec-texts: an analysis shows its race and a bar per horse";

/** What each screen holds (spec §2). */
export const proofs: Proofs = {
  "Login: e-mail, password, links to reset and sign-up":
    "e2e/requests/spec-texts: the log-in has both fields and the ways to reset and sign-up",
  "Top/registration: e-mail, terms checkbox, tutorial banner":
    "e2e/requests/spec-texts: the top page asks for e-mail and terms, says why the reader is there, and leads to the tutorial",
  "Sign-up after verification: user name, password, terms":
    "e2e/journeys/accounts: the second step of the sign-up keeps the name and says what is wrong with the rest",
  "Password reset in two steps: e-mail; then new password and confirmation":
    "e2e/journeys/accounts: a forgotten password is changed by mail, once, and the old one is over",
  "Home: the user's own model rankings":
    "e2e/journeys/rankings: home shows a payer's own rankings; who does not pay is invited and sees no figure of their own",
  "Home: the user's models":
    "e2e/journeys/home: a filled home shows models, analyses and what is left; the bell counts, leads on and is emptied in place",
  "Home: a welcome empty state with a create-model button":
    "e2e/journeys/home: a newcomer's home welcomes, leads to the first model and has nothing to tell",
  "Side menu: AI models, analysis results, races, rankings, plans": FRAME,
  "Model list: cards with detail, inherit, delete":
    "e2e/requests/spec-texts: a model's card offers detail, inherit and delete, and its name the renaming",
  "Model list: rename by clicking the name (only status 2)": [
    "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
    "e2e/pages/states: a failed model says so, can be made anew and deleted, and neither it nor one in the making can be renamed",
  ],
  "Model list: buttons to analyse races and create a model":
    "e2e/requests/spec-texts: a model's card offers detail, inherit and delete, and its name the renaming",
  "Model create":
    "e2e/requests/spec-texts: the create form offers every feature, kind, condition and count by name, the basic ones fixed",
  "Model copy (inherit)": "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  "Model edit (name only)": "e2e/journeys/models: the edit page renames a complete model, at both of its addresses",
  "Race search: year, month, day selects":
    "e2e/requests/spec-texts: the race search offers the years that have races, twelve months and thirty-one days",
  "Race search: cards grouped by course title, sorted by venue type":
    "integration/analyses/races: a day's races are sorted by venue type, venue and number, without invisible and unoffered ones",
  "Race search: each race shows number, name and whether horse weight is acquired":
    "integration/analyses/races: weights count as announced once half of the declared runners have one",
  "Race search: click opens the model selection modal":
    "e2e/requests/spec-texts: the choice of a model names the race, has 戻る and 分析する, and wants a model",
  "Analysis list: columns race, course, date, model, created time": ANALYSIS_LIST,
  "Analysis list: delete":
    "e2e/journeys/analyses: an analysis is accepted, comes back complete uncounted, and is deleted from its page",
  "Analysis list: pager": [
    "e2e/requests/spec-texts: a page of analyses that is not full leads back only, and one below the first is the first",
    "e2e/pages/states: the next page is offered exactly when thirty analyses are on this one",
  ],
  "Analysis list: button to analyse races": ANALYSIS_LIST,
  "Analysis detail: race info": ANALYSIS_PAGE,
  "Analysis detail: score bar per horse": ANALYSIS_PAGE,
  "Analysis detail: share (X, Facebook, copy URL, download)":
    "e2e/journeys/sharing: a result is shared, posted, copied, downloaded, seen by a visitor and taken back",
  "Plans: table of plans, current plan, commercial-law link":
    "e2e/journeys/home: the table of plans: every limit, ∞ from 1000, 全5回, the present plan and the recommended ones",
  "Plans: success page after a plan change":
    "e2e/journeys/plans: an upgrade shows what it charges by the second and charges that",
  "Settings/profile":
    "unit/accounts/profile-forms: the profile requires a name only; a missing or blank field changes nothing",
  "Rankings list and detail with tabs per ticket type": [
    "e2e/journeys/rankings: cards list the first five of every ticket type, one line each, and lead to the details",
    "e2e/journeys/rankings: a detail has tabs, medals, comparisons, past periods, and after a gap the reader's own beyond 10",
  ],
  "Public share pages with a header sign-up link":
    "e2e/requests/spec-texts: the share pages of rankings lead to the sign-up",
  "404: page not found, URL wrong or removed, return-home button":
    "e2e/pages/pages: an unknown address is a 404 with the way home, for visitors and inside",
  "Side bar: profile, contact chat, official X account link": [
    "e2e/journeys/home: back button, logo, menu and tab bar lead where they say",
    "e2e/journeys/home: contact and official account are links where the operator has set them, and nowhere else",
  ],
  "Side bar: logout (to login)": "e2e/journeys/accounts: log-out ends the session, also for a copy of its cookie",
  "Footer: copyright and terms link": FRAME,
  "/days/{date}/analyze: one confirmation analyses a day's races of the chosen courses; stated before: how many count, are left, wait for weights":
    "e2e/journeys/days: a fan has a day analysed by one confirmation, which says what it costs, and reads the board",
  "/days/{date}/analyze over the limit: 「残り10回では24レースを分析できません」, the main ones ticked, a link to the plans":
    "integration/analyses/day-pages: beyond the limit the races are named and the main ones ticked; more than are left are not taken",
  "A day's uses are taken in one guarded statement and given back for what is stopped, fails, is cancelled or never weighed":
    [
      "integration/analyses/days: of 50 concurrent confirmations of other races, no more are accepted than the day's limit holds",
      "integration/analyses/days: stopping keeps what is made and gives the rest back, once, and to its owner only",
    ],
  "/days/{date}: race by ◎○▲, ◎'s chance and state, ◎'s finish and payout, the day's sum beside the favourite's; another user's is 404":
    [
      "unit/pages/days: a row has the marks with number and name and ◎'s chance, and after the race what became of ◎",
      "integration/analyses/day-boards: another user's model has no board, and analyses of others are on none",
    ],
};
