import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";

/** The report on the model's page: all races before the cut-off that a refit was tested on. */
export type WalkForward = ReturnType<typeof readWalkForward>;

export function readWalkForward({ report, importance, importanceRaces }: ModelDetails) {
  const { skill, returns } = report;
  return {
    races: skill.races,
    from: skill.from,
    to: skill.to,
    logLoss: skill.logLoss,
    uniformLogLoss: skill.uniformLogLoss,
    pseudoR2: skill.pseudoR2,
    pseudoR2Interval: skill.pseudoR2Interval,
    marketPseudoR2: skill.marketPseudoR2,
    top1WinRate: skill.top.winRate,
    placeRate: skill.top.placeRate,
    calibrationError: skill.calibrationError,
    reliability: skill.reliability,
    returns: returns.model,
    baselines: { favourite: returns.favourite, random: returns.random },
    /** By year, surface, distance band, going, field and venue. */
    conditions: { skill: skill.conditions, returns: returns.conditions },
    /** For the coming half-year; null with too few race days. */
    outlook: report.outlook,
    importance,
    importanceRaces,
  };
}
