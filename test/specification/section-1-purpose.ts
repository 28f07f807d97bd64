import type { Proofs } from "./proofs.ts";

const STORY = "e2e/journeys/story: a newcomer signs up, makes a model and reads a race of today";

/** What the product does and for whom (spec §1). */
export const proofs: Proofs = {
  "Users sign up by e-mail": STORY,
  "Users log in":
    "e2e/journeys/accounts: a wrong password is refused in the specification's words and the asked page is reached by the right one",
  "Users choose a plan (monthly, card payment through an external checkout)":
    "e2e/journeys/plans: a plan is bought after the final confirmation, a way back and a refused card",
  "Users manage a profile":
    "unit/accounts/profile-forms: the profile requires a name only; a missing or blank field changes nothing",
  "Users create AI models": STORY,
  "Users copy AI models": "e2e/journeys/model-copy: a model is inherited under a new name, within the plan's limits",
  "Users rename and delete AI models": "e2e/journeys/models: renaming and deleting a model are dialogs with a URL",
  "Users run analyses on races; view analysis lists and details": STORY,
  "A model run on a race gives a score (index) per horse":
    "integration/analyses/scoring: an analysis gets an index and a probability per horse, with names from the card",
  "The product covers central and regional (Nankan) racing":
    "integration/analyses/races: a day's races are sorted by venue type, venue and number, without invisible and unoffered ones",
  "Rankings of models exist for win (tan), place (fuku), quinella (umaren) and total return rates":
    "integration/api/api-rankings: a ranking has ranks 1–10 of the requested ticket type, ties included, in order",
  "Public share pages show rankings and analysis images": [
    "integration/web/public-pages: new rankings show on every page at the same time, and in rankings.json",
    "integration/web/crawlers: the tags of a card, and its picture, are complete on every public page for",
  ],
  "Sharing goes to X and Facebook, by copying the share URL, or by download":
    "e2e/journeys/sharing: a result is shared, posted, copied, downloaded, seen by a visitor and taken back",
  "A tutorial of 6 slides (tutorial, term explanation, model creation, race analysis, analysis result, registration) is available before sign-up":
    "e2e/journeys/tutorial: the tutorial's six slides stand one after another without JavaScript, examples done, and its form registers",
  "Only models of users on a paid plan take part in rankings":
    "integration/rankings/rankings-build: the plan of Tuesday 00:00 counts, to the second, and not that of the build",
};
