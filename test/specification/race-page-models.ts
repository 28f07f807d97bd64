import type { Proofs } from "./proofs.ts";

/** A race's page: 出馬表 and 結果, then 指数 with own models side by side. */
export const proofs: Proofs = {
  "/races/{raceId}: runners with their last five starts, odds, own analysis; rows that open on phones, a table from 1,100 px":
    [
      "e2e/journeys/race-page: a fan reads a card with its past runs, analyses the race, and sees how it ended",
      "e2e/journeys/race-page: the wide card is one table of the same horses",
      "integration/analyses/race-cards: the card has each horse's last five starts before its day, the newest first, with gaps as racing states them",
    ],
  "/races/{raceId}/result: the result, payouts and how each own analysis did; steps to the races around it": [
    "e2e/journeys/race-page: a fan reads a card with its past runs, analyses the race, and sees how it ended",
    "integration/analyses/race-cards: neighbours are the visible races of the same day and course",
  ],
  "/races/{raceId}/models shows two to five own models' newest analyses in columns: mark, index, win %": [
    "e2e/journeys/race-day/race-models: a fan compares two models on a race, sorts them, and reads what values have been worth",
    "e2e/journeys/race-day/race-models: five models hold on a phone, and on a wide screen in one line a horse",
  ],
  "How many models mark each horse, the mean of their chances, and where they agree":
    "unit/analyses/race-models: marks and means of two models by hand",
  "A model without an analysis shows 分析する with its cost; one that cannot score the race is named with the reason": [
    "unit/analyses/race-models: models without an analysis show the way to one with its cost, or why there is none",
    "integration/analyses/race-models: a cancelled race refuses every model, and a race that is unknown, hidden or in the future is nobody's",
  ],
  "The free plan shows one model and names the plan that has more; another user's models are as unknown ones": [
    "unit/analyses/race-models: a plan shows as many models as it holds, at most five, and names the one that shows more",
    "unit/analyses/race-models: the requested models are the reader's own, each once and as many as the plan shows",
  ],
  "Chances sum to 100 over the runners left; a scratch after the analysis recomputes them and moves no mark": [
    "unit/analyses/race-models: a withdrawn horse has no mark and no chance, and none moves up; the others' sum to 1, their mean too",
    "integration/analyses/race-models: chances go to the horses that are left, and marks stay",
  ],
  "Fair odds (1 ÷ p) and the market's with their time on one log scale 1–100; expected value of the p that is mixed with the odds, else none; by chances first":
    [
      "unit/analyses/race-models: values are of the chances mixed with the odds, by hand; the order is by chances unless another is requested",
      "unit/analyses/race-models: a model without exponents, a mean of models and a race with a horse without odds have no value",
      "unit/analyses/race-models: the scale is logarithmic from 1 to 100, and fair odds are written as odds are",
    ],
  "オッズ高い from 1.00 times the model's own fair odds, 妥当 from 0.80, オッズ低い below":
    "unit/evaluation/value-returns: expected values by hand, with their words at the edges of what is printed",
  "What オッズ高い has returned in the model's unseen races, with n, interval and the favourite; under 100 bets no rate":
    [
      "unit/evaluation/value-returns: bets on high value return what the official payouts say, beside the favourite of the same races",
      "unit/analyses/race-models: what bets on high value have returned is said of each model from its own report, never a rate of few",
    ],
  "指数 leads to 買い目 with the model and an axis in the address, and 買い目 back to the model's chances":
    "unit/analyses/race-models: one of a model's first horses leads to the tickets with it as the axis",
};
