import { DEMO_MODELS, DEMO_WAVE } from "#app/demo/demo-models-list.ts";
import { fullChoice } from "#app/domain/features/catalogue.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { PRESETS } from "#app/domain/features/presets.ts";
import type { BetType } from "#app/domain/racing/race.ts";
import { SEED } from "#scripts/local-sample.mjs";
import { type SampleSize, sampleWindow } from "#scripts/sample/generate.ts";

import { type MarketFigures, measureModel, openMarket } from "./measure-market.ts";
import { soberness } from "./months.ts";
import type { TrueReturns } from "./true-returns.ts";

const CENTRAL = 1;

interface MarketResult extends MarketFigures {
  name: string;
}

/** Names all central demo models at once. */
const ALL_DEMO_MODELS = "demo-models";

/**
 * Measures models on a sample, beside favourite and lottery.
 *
 * @param only names to measure, of any demo model too; null = every preset, all features and the first ten demo models
 */
export async function measureMarket(
  size: SampleSize,
  only: readonly string[] | null,
  say: (line: string) => void,
): Promise<MarketResult[]> {
  const now = Math.floor(Date.now() / 1000);
  const market = openMarket({ seed: SEED, from: sampleWindow(now, size).from, now });
  const results: MarketResult[] = [];
  const wanted = only === null ? [...withoutDemo(), ...demoModels().slice(0, DEMO_WAVE)] : findNamed(only);
  if (wanted.length === 0) throw new RangeError(`there is none of ${only?.join(", ")}`);
  for (const { name, choice } of wanted) {
    const figures = await measureModel(market, choice);
    if (results.length === 0) sayBaselines(figures, say);
    results.push({ name, ...figures });
    say(
      `${name}: pseudo-R² ${figures.pseudoR2.toFixed(3)} on ${figures.races} races, adds ` +
        `${figures.secondStageGain.toFixed(4)} to the odds; ${formatReturns(figures.model)}`,
    );
  }
  if (size === "full") sayRange(results, say);
  const { soberShare, highestMedian } = soberness(results.flatMap(({ months }) => months));
  say(
    `months: ${percent(soberShare)} % of all returns between 65 and 95 %, the highest median of a month ` +
      `${percent(highestMedian)} %`,
  );
  return results;
}

interface NamedChoice {
  name: string;
  choice: FeatureChoice;
}

const withoutDemo = (): NamedChoice[] => [...PRESETS, { name: "all features", choice: fullChoice(CENTRAL) }];

const demoModels = (): NamedChoice[] => DEMO_MODELS.filter(({ venueType }) => venueType === CENTRAL);

function findNamed(names: readonly string[]): NamedChoice[] {
  const demo = demoModels().filter(({ name }) => names.includes(ALL_DEMO_MODELS) || names.includes(name));
  return [...withoutDemo().filter(({ name }) => names.includes(name)), ...demo];
}

/** Pseudo-R² that presets and all features have on the full sample. */
const USUAL_SKILL = { low: 0.14, high: 0.2 } as const;

function sayRange(results: readonly MarketResult[], say: (line: string) => void): void {
  const usual = new Set(withoutDemo().map(({ name }) => name));
  const judged = results.filter(({ name }) => usual.has(name));
  if (judged.length === 0) return;
  const missed = judged.filter(({ pseudoR2 }) => !(pseudoR2 >= USUAL_SKILL.low && pseudoR2 <= USUAL_SKILL.high));
  const outcome = missed.length === 0 ? "all" : `not ${missed.map(({ name }) => name).join(", ")}`;
  say(`pseudo-R² of ${USUAL_SKILL.low} to ${USUAL_SKILL.high}: ${outcome}`);
  if (missed.length > 0) process.exitCode = 1;
}

function sayBaselines({ marketPseudoR2, favourite, lottery }: MarketFigures, say: (line: string) => void): void {
  say(`the odds: pseudo-R² ${marketPseudoR2.toFixed(3)}`);
  say(`favourite: ${formatReturns(favourite)}`);
  say(`lottery: ${formatReturns(lottery)}`);
}

function formatReturns(returns: Record<BetType, TrueReturns>): string {
  return Object.entries(returns)
    .map(
      ([betType, { expected, realised, error }]) =>
        `${betType} worth ${percent(expected)} %, paid ${percent(realised)} ± ${percent(error)}`,
    )
    .join("; ");
}

const percent = (ratio: number): string => (100 * ratio).toFixed(1);
