import type { History, SourceRace } from "#app/domain/features/history.ts";
import { HistoryBuilder, sortRaces } from "#app/domain/features/history-builder.ts";
import { type Facts, gatherFactsInSteps } from "#app/domain/features/past.ts";

export function buildHistory(races: readonly SourceRace[]): History {
  const builder = new HistoryBuilder();
  for (const race of sortRaces(races)) builder.add(race);
  return builder.finish();
}

export function gatherFacts(history: History): Facts {
  const steps = gatherFactsInSteps(history);
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  return step.value;
}
