import type { Outlook } from "#app/domain/evaluation/outlook.ts";
import type { Returns } from "#app/domain/evaluation/returns.ts";
import type { Evaluation, ReturnsByBet } from "./protocol.ts";
import type { WalkForward } from "./walk-forward.ts";

export function formatEvaluation(evaluation: Evaluation): string {
  const { returns, baselines, seconds, peakMemoryBytes, walkForward } = evaluation;
  const lines = [
    `learner            ${evaluation.learner}`,
    `test races         ${evaluation.races}`,
    `log loss           ${decimal(evaluation.logLoss)}   (uniform ${decimal(evaluation.uniformLogLoss)})`,
    `pseudo-R²          ${decimal(evaluation.pseudoR2)}   (market ${decimal(evaluation.marketPseudoR2)})`,
    `top pick wins      ${percent(evaluation.top1WinRate)}`,
    `calibration error  ${decimal(evaluation.calibrationError)}`,
    `place error        ${decimal(evaluation.placeCalibrationError)}   (19 of 20 perfect forecasters: up to ${decimal(evaluation.placeCalibrationPerfect)})`,
    `quinella error     ${decimal(evaluation.quinellaCalibrationError)}   (19 of 20 perfect forecasters: up to ${decimal(evaluation.quinellaCalibrationPerfect)})`,
    `slope of log odds  ${decimal(evaluation.slope)}`,
    `beside the odds    ${formatSecondStage(evaluation.secondStage)}`,
    "",
    "returns            win                       place                     quinella",
    row("model", returns),
    row("favourite", baselines.favourite),
    row("random", baselines.random),
    "",
    ...(walkForward === null ? [] : formatWalkForward(walkForward)),
    `seconds            features ${seconds.features.toFixed(1)}, train ${seconds.train.toFixed(1)}, report ${seconds.report.toFixed(1)}`,
    `peak memory        ${peakMemoryBytes === null ? "–" : `${(peakMemoryBytes / 1e6).toFixed(0)} MB`}`,
  ];
  return lines.join("\n");
}

function formatSecondStage(stage: Evaluation["secondStage"]): string {
  if (stage === null) return "–";
  const { marketExponent, modelExponent, deltaR2, low, high } = stage;
  return `ΔR² ${decimal(deltaR2)} [${decimal(low)}–${decimal(high)}], market^${marketExponent.toFixed(2)} × model^${modelExponent.toFixed(2)}`;
}

function formatWalkForward(walk: WalkForward): string[] {
  const { low, high } = walk.pseudoR2Interval;
  return [
    `walk-forward       ${walk.races} races, ${walk.from} to ${walk.to}`,
    `log loss           ${decimal(walk.logLoss)}   (uniform ${decimal(walk.uniformLogLoss)})`,
    `pseudo-R²          ${decimal(walk.pseudoR2)} [${decimal(low)}–${decimal(high)}]   (market ${decimal(walk.marketPseudoR2)})`,
    ...(walk.outlook === null ? [] : [`next half-year     ${formatOutlook(walk.outlook)}`]),
    `top pick wins      ${percent(walk.top1WinRate)}, places ${percent(walk.placeRate)}`,
    `calibration error  ${decimal(walk.calibrationError)}`,
    "",
    "returns            win                       place                     quinella",
    row("model", walk.returns),
    row("favourite", walk.baselines.favourite),
    row("random", walk.baselines.random),
    "",
  ];
}

function formatOutlook({ nextHalfYear, trend }: Outlook): string {
  const interval = `[${decimal(nextHalfYear.low)}–${decimal(nextHalfYear.high)}]`;
  if (trend === null) return interval;
  return `${interval}; trend a year ${decimal(trend.perYear)} [${decimal(trend.low)}–${decimal(trend.high)}]`;
}

function row(name: string, { win, place, quinella }: ReturnsByBet): string {
  return `  ${name.padEnd(17)}${[win, place, quinella].map((returns) => cell(returns).padEnd(26)).join("")}`.trimEnd();
}

function cell({ returnRate, low, high, hitRate }: Returns): string {
  if (returnRate === null) return "–";
  return `${percent(returnRate)} [${percent(low)}–${percent(high)}] hit ${percent(hitRate)}`;
}

function decimal(value: number | null): string {
  return value === null ? "–" : value.toFixed(4);
}

function percent(value: number | null): string {
  return value === null ? "–" : (value * 100).toFixed(1);
}
