import type { SpecificationRow } from "./specification-row.ts";

/** Race day: what the race list, the search by name and the home page have beside the specification's sentences. */
export const rows: readonly SpecificationRow[] = [
  {
    row: "Race list: a month's calendar with the letters of each day's venues, other months by links",
    tests: [
      "e2e/journeys/races: the date panel has a month with the letters of its venues, other months by links, and any day in one tap",
      "integration/analyses/races: the calendar has a month's venue days up to today, with the highest grade of each",
      "unit/analyses/race-pages: a month is weeks from Monday to Sunday, with every one of its days once",
    ],
  },
  {
    row: "Race list: the state of every race, with minutes before the start, the winner and the newest own marks",
    tests: [
      "e2e/journeys/races: a settled race names its winner and says where the own favourite came in",
      "integration/analyses/races: a day shows its winners and the first three of the reader's newest analysis, as they ended",
      "unit/analyses/race-pages: minutes to a start are those of today's races still to start",
    ],
  },
  {
    row: "Race list: a day without racing shows the nearest day's list",
    tests: [
      "e2e/journeys/races: the race search ignores what is no date, refuses the future and leads from an empty day to the nearest",
      "integration/analyses/races: a day without racing gives the next day's races up to today, else the last day's, only where that is asked for",
    ],
  },
  {
    row: "Search: a horse, race or jockey by the beginning of its name, in any kana",
    tests: [
      "e2e/journeys/race-day/name-search: a horse, a race and a jockey are found from the race list by the beginning of their name in any kana",
      "e2e/journeys/race-day/name-search: an empty, a too short and an unknown name are answered in words, and signs are no wildcards",
      "integration/imports/search-names: horses, races and jockeys are found by the beginning of their name in any kana, with their newest visible race",
      "integration/imports/search-names: a search scans no table: names by their primary key, races and runners by their indexes",
      "integration/imports/search-names: every import notes the races it touched, and one that changes nothing notes none",
      "unit/analyses/name-key: a name has one key in any kana, width, size and case",
    ],
  },
  {
    row: "Model list: a star makes one model the default",
    tests: [
      "e2e/journeys/race-day/home-day: the star in the list of models decides which one analyses the next race",
      "e2e/journeys/race-day/home-day: nobody stars another's model",
      "integration/models/models: the star is the user's own complete model, one at a time, however often and however many at once",
    ],
  },
  {
    row: "Home: the next race, and its index by one tap with the default model",
    tests: [
      "e2e/journeys/race-day/home-day: from home the next race's index is one tap away, and is shown in the button's place afterwards",
      "unit/analyses/home-day: one tap takes the starred model if it fits the race, else the newest that can be used now",
      "unit/analyses/home-day: the next race is the first to start that a usable model may analyse",
    ],
  },
  {
    row: "Home: a spent limit and restricted mode turn the button off with the reason",
    tests: [
      "e2e/journeys/race-day/home-day: a spent limit and restricted mode turn the button off and say why",
      "unit/analyses/home-day: the button says why it is off: restricted, a limit that is spent, no model, no card, no weights",
    ],
  },
  {
    row: "Home: the day so far with misses as plainly as hits; without racing the next day and the last one's sum",
    tests: [
      "e2e/journeys/race-day/home-day: on a day without racing home says when the next one is and how the last one went, misses included",
      "unit/analyses/home-day: a day is summed with its misses: win bets on ◎ beside the favourite of the same races",
    ],
  },
  {
    row: "Home: own ranks on one line each",
    tests: [
      "e2e/journeys/rankings: home shows a payer's own rankings; who does not pay is invited and sees no figure of their own",
    ],
  },
  {
    row: "A race's changes stand above its tabs with their times: withdrawals, jockeys, start time, course, going",
    tests: [
      "unit/jv-data/announced-changes: what was announced since the card is told with its time, the newest first",
      "unit/jv-data/announced-changes: a horse that does not run is named without an announcement; what the race's rows do not bear out is not told",
      "integration/analyses/race-cards: every tab of a race has the changes that its records announced, with their times",
      "e2e/journeys/race-page: a race with a withdrawn horse says so above its tabs, on each of them",
    ],
  },
  {
    row: "An open card or 指数 page counts the minutes down and takes new odds and state in place; hidden, it asks nothing",
    tests: [
      "e2e/journeys/race-day/live-race: an open card counts the minutes down and takes what is new into its places, while nothing in use moves",
      "unit/analyses/live-race: an open page of a race asks each minute around its start, less often before and after, and not without a reason",
      "unit/analyses/live-race: each failure doubles the time until the next try, up to a quarter of an hour",
      "integration/analyses/race-cards: every tab of a race has the changes that its records announced, with their times",
    ],
  },
  {
    row: "Race list: the venues' tabs follow the scroll; near graded races, of a week before and as far ahead as may be seen",
    tests: [
      "e2e/journeys/races: the venues' tabs follow the scroll, and the graded races near today lead to their cards",
      "integration/analyses/races: graded races of a week around today are near, as far as the reader may see, by their start",
    ],
  },
  {
    row: "A day's confirmation: without script the shown counts follow the ticked courses by counters; the server's decides",
    tests: [
      "e2e/journeys/days: a fan has a day analysed by one confirmation, which says what it costs, and reads the board",
      "e2e/journeys/days: a choice that was not stated is not taken, but stated anew",
    ],
  },
];
