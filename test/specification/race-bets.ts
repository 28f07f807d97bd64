import type { Proofs } from "./proofs.ts";

const JOURNEY =
  "e2e/journeys/race-bets: a fan forms tickets from an analysis, splits a budget, and takes them along as text";

/** The page of tickets on a race. */
export const proofs: Proofs = {
  "/races/{raceId}/bets: all eight kinds compared, one in detail by formation; state in the URL": [
    JOURNEY,
    "unit/betting/bet-pages: all kinds are compared by their usual tickets; without odds by points and chances alone",
    "unit/betting/formation: a formation has the tickets that its definition has, each once",
    "unit/betting/formation: an exacta has the axis first, マルチ both orders, a box every order",
    "unit/betting/formation: a trifecta has one axis first, two first and second, マルチ every order, and a formation its columns",
    "unit/betting/bet-choice: what is ticked is the formation, in any number of fields; an axis is not needed",
  ],
  "From the newest own analysis of a chosen own model; another user's model is 404": [
    "integration/analyses/race-bets: tickets are formed from the newest own analysis, or that of the requested model, by its own exponents",
    "integration/analyses/race-bets: an own model without an analysis says so; another user's model or analysis is nowhere",
    "e2e/requests/owner-matrix: another user and the admin get a 404 or a list without it, and never the name",
  ],
  "Returns only of chances that are mixed with the odds as the report measured; what such bets returned is a row beside":
    [
      JOURNEY,
      "unit/betting/mixed-chances: mixes model and market by their exponents, and shares the result among the starters",
      "unit/betting/mixed-chances: gives the winner the probability that the report measured its exponents by",
      "unit/betting/bet-pages: returns are expected by the chances that are mixed with the odds, beside what such bets have returned",
      "unit/betting/bet-pages: without exponents, or the odds of every horse, no return is printed, but how the model differs from the odds",
    ],
  "Chances by the same order model as elsewhere; ワイド and 複勝: at least one": [
    "unit/betting/ticket-chances: chances equal those of all orders of the field",
    "unit/betting/ticket-chances: single chances are those of places and pairs everywhere else",
    "unit/betting/ticket-chances: several wide or place tickets are hit together, so the chance of any is not their sum",
    "unit/betting/ticket-chances: all orders sum to 1, a trio is the sum of its orders, and 18 runners take at most 60 ms",
    "unit/betting/ticket-chances: chances are within 0 and 1, and no further ticket lowers that of any",
  ],
  "Ranged odds: payout from the lower end, expectation from the middle; トリガミ": [
    "unit/betting/stakes: what stakes come to: payouts by the lower end, the expected one by the middle",
    "unit/betting/bet-pages: within a budget both splits are in the page, with what is left, the lowest payout and トリガミ",
    "integration/analyses/race-bets: each kind of ticket has the newest odds of its records, ranges with both ends; unsold ones are left out",
    "unit/betting/bet-pages: the trifectas of 18 runners are read with their odds, priced and split in at most 60 ms",
  ],
  "Stakes sum to at most the budget in units of 100 yen; equal payout: the rest goes to the ticket with the lowest payout":
    [
      "unit/betting/stakes: stakes are steps of 100 yen within the budget, none without one",
      "unit/betting/stakes: equal payouts by hand: the rest goes to the ticket that pays least",
      "unit/betting/stakes: no other steps within the budget have a higher lowest payout",
    ],
  "「6点には600円から必要です」; no default budget beyond the last one typed": [
    JOURNEY,
    "unit/betting/bet-choice: a budget that is too small says what the points cost at least",
    "unit/betting/bet-choice: without a query the usual wide is shown, without a budget and without errors",
  ],
  "Up to 4 runners no 複勝, 5 to 7 two places; scratched horses in no ticket; too many combinations refused": [
    "unit/betting/bet-pages: up to four runners there is no place bet, up to seven it pays two places",
    "unit/betting/bet-pages: a withdrawn horse is in no ticket and cannot be chosen; sales stay those of the declared field",
    "unit/betting/bet-choice: formations without tickets, with too many, or with three axis horses of a trio are refused at their field",
  ],
  "Without an analysis the way to one with its cost; without odds chances alone; 発走後 said": [
    "unit/betting/bet-pages: what stands instead of tickets: a way to an analysis with its cost, a cancelled race, one that was learnt from",
    "unit/betting/bet-pages: all kinds are compared by their usual tickets; without odds by points and chances alone",
  ],
  "The notification for under 20 and the way to help stand beside the tickets; nothing is sold, sent or promised": [
    JOURNEY,
    "unit/betting/bet-pages: the age, the help and that nothing is sold or promised stand beside the tickets",
  ],
  "/tickets: bought tickets by one tap or by hand, corrected until the start, settled with refunds, private, as CSV": [
    "e2e/journeys/race-day/tickets: a fan records a planned ticket as bought, corrects it, and types another by hand",
    "integration/own-records/own-tickets: a ticket is recorded once per form, changed and deleted until the start, and stays afterwards",
    "integration/own-records/own-tickets: tickets count towards the own budget, also in parallel, and a pause refuses them",
    "integration/own-records/own-tickets: the month settles with refunds, and its sums are those of the file to the yen",
    "integration/own-records/own-tickets: another user's tickets are neither shown nor changed",
    "unit/own-records/ticket-month: from eight race days on, the model's return has its band of luck, and differences within it are said to be luck",
    "unit/own-records/ticket-month: each day has its amounts on one scale and the difference; a day without results waits",
    "unit/betting/settle-ticket: a bracket pair is refunded without a starter in a bracket, or with one for a bracket with itself",
    "integration/accounts/personal-data: the export contains everything stored about the user, nothing of others and no secret",
  ],
};
