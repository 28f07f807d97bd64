import type { Proofs } from "./proofs.ts";

const JOURNEY =
  "e2e/journeys/race-bets: a fan forms tickets from an analysis, splits a budget, and takes them along as text";

/** The page of tickets on a race. */
export const proofs: Proofs = {
  "/races/{raceId}/bets: all eight kinds compared, one in detail by formation; state in the URL": [
    JOURNEY,
    "unit/betting/bet-pages: all kinds are compared by their usual tickets; without odds by points and chances alone",
  ],
  "From the newest own analysis of a chosen own model; another user's model is 404": [
    "integration/analyses/race-bets: tickets are formed from the newest own analysis, or that of the requested model, by its own exponents",
    "integration/analyses/race-bets: an own model without an analysis says so; another user's model or analysis is nowhere",
  ],
  "Returns only of chances that are mixed with the odds as the report measured; what such bets returned is a row beside":
    [
      "unit/betting/mixed-chances: mixes model and market by their exponents, and shares the result among the starters",
      "unit/betting/bet-pages: returns are expected by the chances that are mixed with the odds, beside what such bets have returned",
    ],
  "Chances by the same order model as elsewhere; ワイド and 複勝: at least one": [
    "unit/betting/ticket-chances: chances equal those of all orders of the field",
    "unit/betting/ticket-chances: single chances are those of places and pairs everywhere else",
  ],
  "Ranged odds: payout from the lower end, expectation from the middle; トリガミ": [
    "unit/betting/stakes: what stakes come to: payouts by the lower end, the expected one by the middle",
    "unit/betting/bet-pages: within a budget both splits are in the page, with what is left, the lowest payout and トリガミ",
  ],
  "Stakes sum to at most the budget in units of 100 yen; equal payout: the rest goes to the ticket with the lowest payout":
    [
      "unit/betting/stakes: equal payouts by hand: the rest goes to the ticket that pays least",
      "unit/betting/stakes: no other steps within the budget have a higher lowest payout",
    ],
  "「6点には600円から必要です」; no default budget beyond the last one typed": [
    JOURNEY,
    "unit/betting/bet-choice: a budget that is too small says what the points cost at least",
  ],
  "Up to 4 runners no 複勝, 5 to 7 two places; scratched horses in no ticket; too many combinations refused": [
    "unit/betting/bet-pages: up to four runners there is no place bet, up to seven it pays two places",
    "unit/betting/bet-choice: formations without tickets, with too many, or with three axis horses of a trio are refused at their field",
  ],
  "Without an analysis the way to one with its cost; without odds chances alone; 発走後 said": [
    "unit/betting/bet-pages: what stands instead of tickets: a way to an analysis with its cost, a cancelled race, one that was learnt from",
    "unit/betting/bet-pages: all kinds are compared by their usual tickets; without odds by points and chances alone",
  ],
  "The notification for under 20 and the way to help stand beside the tickets; nothing is sold, sent or promised":
    "unit/betting/bet-pages: the age, the help and that nothing is sold or promised stand beside the tickets",
  "/tickets: bought tickets by one tap or by hand, corrected until the start, settled with refunds, private, as CSV": [
    "e2e/journeys/race-day/tickets: a fan records a planned ticket as bought, corrects it, and types another by hand",
    "integration/own-records/own-tickets: a ticket is recorded once per form, changed and deleted until the start, and stays afterwards",
    "integration/own-records/own-tickets: the month settles with refunds, and its sums are those of the file to the yen",
  ],
};
