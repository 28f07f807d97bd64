// @module-tag full
import { expect, test } from "vitest";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import { PRESETS } from "#app/domain/features/presets.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { SEED } from "#scripts/local/sample.mjs";
import { sampleWindow } from "#scripts/sample/generate.ts";
import { type MarketFigures, measureModel, openMarket } from "#test/unit/support/market/measure-market.ts";

/**
 * The small sample of a local start, trained and tested as for a model's report. The bets' worth by the true chances
 * shows, independently of luck, whether the odds can be beaten.
 */
const now = Date.parse("2026-11-28T10:00:00+09:00") / 1000;
const market = openMarket({ seed: SEED, from: sampleWindow(now, "small").from, now });
const choices = [...PRESETS, { name: "all features", choice: fullChoice(1) }];
const measured: { name: string; figures: MarketFigures }[] = [];
for (const { name, choice } of choices) measured.push({ name, figures: await measureModel(market, choice) });

/** Approximate return rates in Japan: of the favourite's picks and of a draw by lot. */
const USUAL = {
  favourite: { win: 0.8, place: 0.85, quinella: 0.77 },
  lottery: { win: 0.77, place: 0.75, quinella: 0.6 },
};
const ABOUT = 0.025;
/**
 * Standard errors between worth and result. One sample in eight exceeds two by luck, so after a change of the generator
 * try another day before believing a failure: on 21 November one of fifteen is at 2.5, on the 14th and the 28th none.
 */
const SPREAD = 2;

test("the favourite's bets and a lottery's are worth as much as in reality", () => {
  const [{ figures } = { figures: null }] = measured;
  for (const picker of ["favourite", "lottery"] as const) {
    for (const betType of BET_TYPES) {
      const worth = figures?.[picker][betType].expected ?? Number.NaN;
      expect(Math.abs(worth - USUAL[picker][betType]), `${picker} ${betType} ${worth}`).toBeLessThan(ABOUT);
    }
  }
});

test.each(measured)("no model of $name beats the market", ({ figures }) => {
  expect(figures.races).toBeGreaterThan(400);
  for (const betType of BET_TYPES) {
    const { expected, realised, error } = figures.model[betType];
    expect(expected, betType).toBeLessThanOrEqual(0.86);
    expect(expected, betType).toBeGreaterThan(figures.lottery[betType].expected);
    expect(Math.abs(realised - expected), betType).toBeLessThan(SPREAD * error);
  }
});

/**
 * How far a model of these few months tells horses apart (0.090 to 0.097 here, the odds 0.240); over three years it was
 * 0.14 to 0.20.
 */
test.each(measured)("the model of $name knows something, and far less than the odds", ({ figures }) => {
  expect(figures.pseudoR2).toBeGreaterThan(0.08);
  expect(figures.pseudoR2).toBeLessThan(0.11);
  expect(figures.marketPseudoR2).toBeGreaterThan(0.23);
  expect(figures.marketPseudoR2).toBeLessThan(0.25);
});

test.each(measured)("the model of $name adds nothing to the odds", ({ figures }) => {
  expect(figures.secondStageGain).toBeLessThan(0.002);
});
