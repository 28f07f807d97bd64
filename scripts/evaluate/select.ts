import { resampleRatios } from "#app/domain/evaluation/resample-days.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import type { Comparison, WalkLosses } from "./protocol.ts";
import { SETTINGS } from "./settings.ts";
import type { EvaluationWorker } from "./workerd.ts";

const SEEDS = [1, 2, 3];

/** Walks through the races up to a day with each setting and seed; the means of the seeds are compared, race by race. */
export async function compareSettings(
  worker: EvaluationWorker,
  task: { choice: FeatureChoice; trainUntil: string },
): Promise<Comparison[]> {
  const compared: Comparison[] = [];
  let product: WalkLosses | null = null;
  for (const setting of SETTINGS) {
    const walks: WalkLosses[] = [];
    for (const seed of SEEDS) walks.push(await worker.ask("/walk", { ...task, setting, seed }));
    const mean = meanOf(walks);
    product ??= mean;
    compared.push({ name: setting.name, ...compare(mean, product) });
    console.error(formatComparison(compared.at(-1)!));
  }
  return compared;
}

function meanOf(walks: readonly WalkLosses[]): WalkLosses {
  const { days = [], uniform = [] } = walks[0] ?? {};
  return {
    days,
    uniform,
    losses: days.map((_, race) => walks.reduce((sum, { losses }) => sum + (losses[race] ?? 0), 0) / walks.length),
  };
}

function compare(walk: WalkLosses, product: WalkLosses): Omit<Comparison, "name"> {
  const byDay = new Map<number, [gain: number, uniform: number]>();
  let [loss, gain, uniform] = [0, 0, 0];
  for (const [race, day] of walk.days.entries()) {
    const own = walk.losses[race] ?? 0;
    const difference = (product.losses[race] ?? 0) - own;
    const sums = byDay.get(day) ?? [0, 0];
    byDay.set(day, [sums[0] + difference, sums[1] + (walk.uniform[race] ?? 0)]);
    loss += own;
    gain += difference;
    uniform += walk.uniform[race] ?? 0;
  }
  const [interval] = resampleRatios([...byDay.values()]);
  const { low, high } = interval ?? { low: 0, high: 0 };
  return { races: walk.days.length, pseudoR2: 1 - loss / uniform, gain: gain / uniform, low, high };
}

export function formatComparison({ name, races, pseudoR2, gain, low, high }: Comparison): string {
  const signed = (value: number) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(4)}`;
  return `${name.padEnd(20)} ${pseudoR2.toFixed(4)}  ${signed(gain)} [${signed(low)}, ${signed(high)}]  ${races} races`;
}
