import type { SpecificationRow } from "./specification-row.ts";

/** What the product does and for whom (spec §1). */
export const rows: readonly SpecificationRow[] = [
  {
    row: "Users sign up by e-mail",
    tests: [
      "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today",
      "integration/accounts/auth: a mailed link leads to an account, and its token opens the API and the pages until log-out",
    ],
  },
  {
    row: "Users log in",
    tests: [
      "e2e/journeys/accounts: a wrong password is refused in the specification's words and the asked page is reached by the right one",
    ],
  },
  {
    row: "Users choose a plan (monthly, card payment through an external checkout)",
    tests: [
      "e2e/journeys/plans: a plan is bought after the final confirmation, a way back and a refused card",
      "integration/billing/billing-life: A first plan is bought on the payment page, and takes effect with the payment",
    ],
  },
  {
    row: "Users manage a profile",
    tests: [
      "e2e/requests/spec-texts: the settings hold every field of the profile, and a blank one keeps what was there",
    ],
  },
  {
    row: "Users create AI models",
    tests: ["e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today"],
  },
  {
    row: "Users copy AI models",
    tests: ["e2e/requests/spec-texts: inheriting asks first, keeps the features and wants a name of its own"],
  },
  {
    row: "Users rename and delete AI models",
    tests: ["e2e/journeys/models: renaming and deleting a model are dialogs with a URL"],
  },
  {
    row: "Users run analyses on races; view analysis lists and details",
    tests: [
      "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today",
      "e2e/requests/spec-texts: the analysis list shows race, course, day, model and time, and its dialog leads to the result",
      "e2e/requests/spec-texts: an analysis shows its race and a bar per horse",
    ],
  },
  {
    row: "A model run on a race gives a score (index) per horse",
    tests: [
      "integration/analyses/scoring: an analysis gets an index and a probability per horse, with names from the card",
      "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today",
    ],
  },
  {
    row: "The product covers central and regional (Nankan) racing",
    tests: [
      "integration/analyses/races: a day's races are sorted by venue type, venue and number, without invisible and unoffered ones",
      "unit/analyses/race-pages: complete, enabled models of the race's venue type are offered; those that must wait show why",
    ],
  },
  {
    row: "Rankings of models exist for win (tan), place (fuku), quinella (umaren) and total return rates",
    tests: [
      "integration/api/api-rankings: a ranking has ranks 1–10 of the requested ticket type, ties included, in order",
    ],
  },
  {
    row: "Public share pages show rankings and analysis images",
    tests: [
      "integration/web/public-pages: new rankings show on every page at the same time, and in rankings.json",
      "integration/web/crawlers: the tags of a card, and its picture, are complete on every public page for",
    ],
  },
  {
    row: "Sharing goes to X and Facebook, by copying the share URL, or by download",
    tests: ["e2e/journeys/sharing: a result is shared, posted, copied, downloaded, seen by a visitor and taken back"],
  },
  {
    row: "A tutorial of 6 slides (tutorial, term explanation, model creation, race analysis, analysis result, registration) is available before sign-up",
    tests: [
      "e2e/requests/spec-texts: the tutorial has six slides, readable without script, and a form with its own e-mail field",
    ],
  },
  {
    row: "Only models of users on a paid plan take part in rankings",
    tests: [
      "integration/rankings/rankings-build: the plan of Tuesday 00:00 counts, to the second, and not that of the build",
    ],
  },
];
