import type { TrainingRaces } from "./training-races.ts";

/** Code of jump races in RowIndex.raceSurface; headline figures are of flat races. */
const JUMP = 3;
const CALIBRATION_BINS = 20;

export interface Skill {
  races: number;
  /** Mean of −ln p(winner), a dead heat counting the mean over its winners. */
  logLoss: number;
  /** Mean of ln(starters). */
  uniformLogLoss: number;
  /** 1 − logLoss / uniformLogLoss. */
  pseudoR2: number;
  /** The same of p ∝ 1 / win odds, on the races where all starters have odds; null where there is none. */
  marketPseudoR2: number | null;
  /** Share of races won by the runner with the highest probability (ties: smaller number). */
  top1WinRate: number;
  /** Mean |mean p − share of winners| over 20 bins of equally many starters; null without starters. */
  calibrationError: number | null;
}

/**
 * Skill of win probabilities on flat races (design.md §3, Evaluate); null without races.
 *
 * @param from first race measured
 * @param probabilities per row; the starters of a race sum to 1
 */
export function measureSkill(races: TrainingRaces, from: number, probabilities: Float64Array): Skill | null {
  const measured: number[] = [];
  for (let race = from; race < races.raceCount; race++) if (races.raceSurface[race] !== JUMP) measured.push(race);
  if (measured.length === 0) return null;

  const losses = measured.map((race) => raceLoss(races, race, probabilities));
  const uniform = measured.map((race) => Math.log(startersOf(races, race).length));
  const market = marketLosses(races, measured);
  const logLoss = mean(losses);
  const uniformLogLoss = mean(uniform);
  return {
    races: measured.length,
    logLoss,
    uniformLogLoss,
    pseudoR2: 1 - logLoss / uniformLogLoss,
    marketPseudoR2: market.losses.length === 0 ? null : 1 - mean(market.losses) / mean(market.uniform),
    top1WinRate: mean(measured.map((race) => (isTopWinner(races, race, probabilities) ? 1 : 0))),
    calibrationError: calibrationError(races, measured, probabilities),
  };
}

/** Rows of a race's starters. */
function startersOf(races: TrainingRaces, race: number): number[] {
  const rows: number[] = [];
  for (let row = races.raceStart[race]!; row < races.raceStart[race + 1]!; row++) {
    if (races.isStarter[row] === 1) rows.push(row);
  }
  return rows;
}

function raceLoss(races: TrainingRaces, race: number, probabilities: Float64Array): number {
  const winners = startersOf(races, race).filter((row) => races.isWinner[row] === 1);
  return mean(winners.map((row) => -Math.log(probabilities[row]!)));
}

function marketLosses(races: TrainingRaces, measured: readonly number[]): { losses: number[]; uniform: number[] } {
  const losses: number[] = [];
  const uniform: number[] = [];
  const probabilities = new Float64Array(races.rowCount);
  for (const race of measured) {
    const rows = startersOf(races, race);
    if (!rows.every((row) => races.winOdds[row]! > 0)) continue;
    const sum = rows.reduce((total, row) => total + 1 / races.winOdds[row]!, 0);
    for (const row of rows) probabilities[row] = 1 / races.winOdds[row]! / sum;
    losses.push(raceLoss(races, race, probabilities));
    uniform.push(Math.log(rows.length));
  }
  return { losses, uniform };
}

function isTopWinner(races: TrainingRaces, race: number, probabilities: Float64Array): boolean {
  const top = startersOf(races, race).reduce((best, row) => (probabilities[row]! > probabilities[best]! ? row : best));
  return races.isWinner[top] === 1;
}

function calibrationError(
  races: TrainingRaces,
  measured: readonly number[],
  probabilities: Float64Array,
): number | null {
  const rows = measured.flatMap((race) => startersOf(races, race));
  rows.sort((a, b) => probabilities[a]! - probabilities[b]! || a - b);
  if (rows.length === 0) return null;
  let error = 0;
  for (let bin = 0; bin < CALIBRATION_BINS; bin++) {
    const from = Math.floor((bin * rows.length) / CALIBRATION_BINS);
    const to = Math.floor(((bin + 1) * rows.length) / CALIBRATION_BINS);
    let gap = 0;
    for (let i = from; i < to; i++) gap += probabilities[rows[i]!]! - races.isWinner[rows[i]!]!;
    error += Math.abs(gap);
  }
  return error / rows.length;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
