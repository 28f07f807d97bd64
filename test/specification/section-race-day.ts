import type { Proofs } from "./proofs.ts";

/** Race day: what the race list, the search by name and the home page have beside the specification's sentences. */
export const proofs: Proofs = {
  "Race list: a month's calendar with the letters of each day's venues, other months by links": [
    "e2e/journeys/races: the date panel has a month with the letters of its venues, other months by links, and any day in one tap",
    "integration/analyses/races: the calendar has a month's venue days up to today, with the highest grade of each",
  ],
  "Race list: the state of every race, with minutes before the start, the winner and the default model's marks": [
    "e2e/journeys/races: a settled race names its winner and says where the own favourite came in",
    "integration/analyses/races: a day shows its winners and the first three of the best model's analysis, as they ended",
  ],
  "Race list: a day without racing shows the nearest day's list": [
    "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
    "integration/analyses/races: a day without racing returns the next day's races up to today, else the last day's, only if requested",
  ],
  "Search: a horse, race or jockey by the beginning of its name, in any kana": [
    "e2e/journeys/race-day/name-search: a horse, a race and a jockey are found from any page by the beginning of their name in any kana",
    "integration/imports/search-names: horses, races and jockeys are found by the beginning of their name in any kana, with their newest visible race",
  ],
  "Model list: a star makes one model the default": [
    "e2e/journeys/race-day/home-day: the star in the list of models decides which one analyses the next race",
    "integration/models/models: the star is the user's own complete model, one at a time, however often and however many at once",
  ],
  "Home: the next race, and its index by one tap with the default model": [
    "e2e/journeys/race-day/home-day: from home the next race's index is one tap away, and is shown in the button's place afterwards",
    "unit/analyses/home-day: one tap takes the starred model if it fits the race, else the best that can be used now",
  ],
  "Home: a spent limit and restricted mode turn the button off with the reason": [
    "e2e/journeys/race-day/home-day: a spent limit and restricted mode turn the button off and say why",
    "unit/analyses/home-day: the button says why it is off: restricted, a limit that is spent, no model, no card, no weights",
  ],
  "Home: the day so far with misses as plainly as hits; without racing the next day and the last one's sum": [
    "e2e/journeys/race-day/home-day: on a day without racing home says when the next one is and how the last one went, misses included",
    "unit/analyses/home-day: a day is summed with its misses: win bets on ◎ beside the favourite of the same races",
  ],
  "Home: own ranks on one line each":
    "e2e/journeys/rankings: home shows a payer's own rankings; who does not pay is invited and sees no figure of their own",
  "A race's changes stand above its tabs with their times: withdrawals, jockeys, start time, course, going": [
    "unit/jv-data/announced-changes: what was announced since the card is listed with its time, the newest first",
    "e2e/journeys/race-page: a race with a withdrawn horse says so above its tabs, on each of them",
  ],
  "An open card or 指数 page counts the minutes down and takes new odds and state in place; hidden, it asks nothing": [
    "e2e/journeys/race-day/live-race: an open card counts the minutes down and takes what is new into its places, while nothing in use moves",
    "unit/analyses/live-race: an open page of a race polls every minute around its start, less often before and after, and not without a reason",
  ],
  "Race list: the venues' tabs follow the scroll; near graded races, of a week before and as far ahead as may be seen":
    [
      "e2e/journeys/races: the venues' tabs follow the scroll, and the graded races near today lead to their cards",
      "integration/analyses/races: graded races of a week around today are near, as far as the reader may see, by their start",
    ],
  "A day's confirmation: without script the shown counts follow the ticked courses by counters; the server's decides":
    "e2e/journeys/days: a fan has a day analysed by one confirmation, which says what it costs, and reads the board",
  "An open page takes the movement of the odds and the order by value in place, too; nothing is sorted unasked":
    "e2e/journeys/odds: how odds moved, and the order by value, come into open pages with the odds, and what is unfolded stays so",
  "/days/{date}/analyze: what a confirmation costs is stated before, and all its uses are taken by one guarded statement":
    [
      "e2e/journeys/days: a fan has a day analysed by one confirmation, which says what it costs, and reads the board",
      "integration/analyses/days: of 50 concurrent confirmations of other races, no more are accepted than the day's limit holds",
    ],
  "A day takes no place of 同時分析数; what is stopped, fails or is cancelled is given back": [
    "integration/analyses/days: a day takes no place of the analyses at once, and a single request of its race is that analysis, made first",
    "integration/analyses/days: stopping keeps what is made and gives the rest back, once, and to its owner only",
  ],
  "Races whose weights come later follow by themselves; 指数 offers the same for one race": [
    "integration/analyses/day-scoring: races whose body weights come later are made by themselves, once their features are built",
    "unit/analyses/race-models: an analysis by a model that reads body weights can wait for those of a race that is to be run",
  ],
  "In restricted mode what takes uses by one tap is off: home, a whole day, waiting for weights; モデルの選択 has Free's":
    [
      "integration/analyses/days: a restricted plan has no day analysed, and keeps Free's single requests",
      "integration/analyses/day-pages: in restricted mode the confirmation says why its button is off, and takes nothing",
    ],
  "/days/{date}: the board's marks, chance, state and result of each race, and the day's sum beside the favourite's": [
    "integration/analyses/day-boards: rows hold marks and results, the sums those of before the start, beside the favourite",
    "unit/pages/days: the sums stand beside the favourite's with stake, return and interval, and the sentence that nothing can be concluded",
  ],
  "/duel: the main model's ◎ against the favourite by weeks, with losses, the streak, and that a week is mostly luck": [
    "e2e/journeys/race-day/duel: a fan finds the weeks of the main model against the favourite from the record",
    "unit/days/favourite-duel: a week is won by the higher return on the same races, losses included",
  ],
  "/leagues: private seasons by invitation, weekly duels that are drawn unless the difference is more than luck, no stakes":
    [
      "e2e/journeys/leagues: two fans play a league by an invitation: the duel of a week, the table, and one who leaves",
      "integration/leagues/leagues: a league is closed to everybody without an invitation, which expires, ends and is stored as a hash",
      "unit/leagues/league: two equal models draw all their duels, and the season, in at least 95 % of the seasons",
    ],
  "A day's indices as CSV, a race's indices as text for messengers": [
    "unit/analyses/indices-csv: a line per horse in the order of the index, with marks, chances and fair odds",
    "unit/analyses/analysis-text: the text for messengers has the race, the model and the first six horses",
  ],
  "A day's indices of a model as TARGET's external index file, with the settings to choose in TARGET": [
    "unit/days/target-index: three days for TARGET: 18 runners, scratched horses without a line, index × 10 + 100, the sealed ranks",
    "e2e/journeys/race-bets: a fan forms tickets from an analysis, splits a budget, and takes them along as text",
  ],
  "A day's bought tickets as TARGET's buy list (買い目CSV形式)": [
    "unit/own-records/target-bets: each combination is a line of twelve fields with TARGET's number of its kind",
    "integration/own-records/own-tickets: another user's tickets are neither shown nor changed",
  ],
  "Taps from home to each task of a Saturday, as written down":
    "e2e/journeys/race-day/taps: each task of a Saturday takes the taps that are written down",
  "Suggestions: up to twelve changes within the plan's limit, other ones in the next search": [
    "unit/suggestions/candidate-changes: changes of every sort in turn, at most twelve, each once and unlike the model",
    "unit/suggestions/candidate-changes: no change exceeds the plan's limit, leaves nothing, or makes analyses wait for the weights",
  ],
  "Chosen on the earlier test periods, confirmed once on the newest, with the error budget of the account": [
    "unit/suggestions/judge-changes: a change is chosen on the earlier periods and confirmed on the newest: gains in pseudo-R²",
    "unit/suggestions/judge-changes: the outlook is wider than a 95 % interval, the confirming interval widens with the searches",
  ],
  "In the background, behind everything that a user waits for":
    "integration/models/suggestions: the job trains the model and each change once, yields to users between them, and ends with a judgement and a notification",
  "Limits per plan and month: 1, 2, 4, 10, 30": [
    "integration/models/suggestions: ten searches at once of a plan with one a month start one, with one job; the same form starts no second",
    "integration/models/suggestions: one search of an account runs at a time; a failed one returns its use and keeps its number",
  ],
  "/models/{id}/suggestions, with and without script":
    "e2e/journeys/model-copy: a search for better features says how far it is, what it has confirmed, and fills the form with it",
  "The end of a search is notified by the channel of finished models; a running one can be stopped": [
    "integration/models/suggestions: the job trains the model and each change once, yields to users between them, and ends with a judgement and a notification",
    "integration/models/suggestions: a stopped search ends its job, keeps its use, and is stopped by its owner only",
  ],
  "The card shows the index of each earlier start by scores that had not seen it, and each horse's six views": [
    "integration/analyses/scoring: an analysis keeps the indexes of earlier starts, each by the refit that had not seen it, and the card has them",
    "unit/races/race-card-tab: an analysed card has the model's index of each earlier start that it had not seen, and the six views of a horse",
  ],
  "GET /models/{id}/suggestions":
    "integration/api/api-contract: every call returns what the document promises, on success and on refusal",
};
