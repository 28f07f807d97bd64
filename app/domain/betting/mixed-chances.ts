import { SMALLEST_PROBABILITY, winProbabilities } from "#app/domain/learning/calibration/probabilities.ts";

/** Weights of odds and model, measured on races that the model was not trained on (evaluation's second stage). */
export interface MixExponents {
  market: number;
  model: number;
}

/**
 * A model whose own exponent is not above 0 counts nothing: a negative weight would prefer the horses that it rejects.
 */
export function exponentsOfMix(measured: {
  marketExponent: number;
  modelExponent: number;
  marketAlone: number;
}): MixExponents {
  const { marketExponent, modelExponent, marketAlone } = measured;
  return modelExponent > 0 ? { market: marketExponent, model: modelExponent } : { market: marketAlone, model: 0 };
}

interface PricedStarter {
  probability: number;
  odds: number | null;
}

/**
 * Win probabilities by model and market: p ∝ market^a × model^b over the starters. The market's probability is 1 /
 * odds; the track's share cancels. Null if the odds of a starter are unknown.
 */
export function mixChances(starters: readonly PricedStarter[], { market, model }: MixExponents): number[] | null {
  const strengths: number[] = [];
  for (const { probability, odds } of starters) {
    if (odds === null) return null;
    strengths.push(model * Math.log(Math.max(SMALLEST_PROBABILITY, probability)) - market * Math.log(odds));
  }
  const everyone = strengths.map(() => true);
  return Array.from(winProbabilities(strengths, everyone, 1));
}

const MARKET_ALONE: MixExponents = { market: 1, model: 0 };

export function ratiosToMarket(starters: readonly PricedStarter[]): number[] | null {
  const market = mixChances(starters, MARKET_ALONE);
  return market === null ? null : starters.map(({ probability }, place) => probability / market[place]!);
}
