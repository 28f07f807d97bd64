import { measureRace, type SkillFigures, startersOf, summariseSkill } from "#app/domain/evaluation/race-skill.ts";
import { calibrationErrorOf, tabulateReliability } from "#app/domain/evaluation/reliability.ts";
import { isFlat, type TrainingRaces } from "#app/domain/learning/training-races.ts";

export interface Skill
  extends Pick<SkillFigures, "races" | "logLoss" | "uniformLogLoss" | "pseudoR2" | "marketPseudoR2"> {
  /** Share of races won by the runner with the highest probability (ties: smaller number). */
  top1WinRate: number;
  /** Mean |mean p − share of winners| over 20 bins of equally many starters; null without starters. */
  calibrationError: number | null;
}

/**
 * Skill of win probabilities on flat races; null without races.
 *
 * @param probabilities per row; sum to 1 over the starters of a race
 */
export function measureSkill(races: TrainingRaces, probabilities: Float64Array): Skill | null {
  const measured = [];
  const forecasts: number[] = [];
  const won: number[] = [];
  for (let race = 0; race < races.raceCount; race++) {
    if (!isFlat(races, race)) continue;
    const starters = startersOf(races, race, probabilities);
    measured.push(measureRace(starters));
    for (const { probability, finishPosition } of starters) {
      forecasts.push(probability);
      won.push(finishPosition === 1 ? 1 : 0);
    }
  }
  if (measured.length === 0) return null;
  const { top, ...figures } = summariseSkill(measured);
  return {
    races: figures.races,
    logLoss: figures.logLoss,
    uniformLogLoss: figures.uniformLogLoss,
    pseudoR2: figures.pseudoR2,
    marketPseudoR2: figures.marketPseudoR2,
    top1WinRate: top.winRate,
    calibrationError: calibrationErrorOf(tabulateReliability(forecasts, won)),
  };
}
