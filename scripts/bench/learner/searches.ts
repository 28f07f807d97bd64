import { pairedDifference } from "#app/domain/comparing/paired-difference.ts";
import { PRESETS } from "#app/domain/features/presets.ts";
import { selectTrainingRaces, type TrainingRaces } from "#app/domain/learning/training-races.ts";
import { addDays, dayNumber, dayOfNumber } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { changedChoice, listCandidates } from "#app/domain/suggestions/candidate-changes.ts";
import { judgeChanges, pairLosses } from "#app/domain/suggestions/judge-changes.ts";
import { raceProbabilities } from "#app/domain/training/train-artifact.ts";
import { dayLosses, LEARN_DAYS, lossesOf } from "#app/services/models/search-changes.server.ts";
import { readFeatures, trainOurs } from "./quality.ts";

const SEARCHES = 40;
const HALF_YEAR = 182;
/** The first search has two years to learn from. */
const FIRST_DAYS = 730;
const FEATURE_LIMIT = 100;
/** Error allowed at each end, as in the judgement. */
const SHARE = 0.025;

export interface RealSearches {
  searches: number;
  /** Changes judged on the newest races, and those whose gain in the next half-year lay within the outlook. */
  judged: number;
  within: number;
  confirmed: number;
  confirmedWithin: number;
}

/**
 * Searches at 40 dates, with the presets in turn; each judged change is measured on the following half-year.
 * @param until last day that is read
 */
export async function searchRealRaces(
  paths: readonly string[],
  until: string,
  say: (figures: RealSearches) => void,
): Promise<RealSearches> {
  const { index, codes } = await readFeatures(paths);
  const first = index.raceDay[0]! + FIRST_DAYS;
  const last = dayNumber(until) - HALF_YEAR;
  const figures: RealSearches = { searches: 0, judged: 0, within: 0, confirmed: 0, confirmedWithin: 0 };
  for (let at = 0; at < SEARCHES; at++) {
    // In steps of seven, so that the first figures already cover all years.
    const day = Math.round(first + (((at * 7) % SEARCHES) / (SEARCHES - 1)) * (last - first));
    const cutoffDay = dayOfNumber(day);
    const test = selectTrainingRaces(index, { fromDay: day, toDay: day + HALF_YEAR, maxRows: Infinity });
    const { choice } = PRESETS[at % PRESETS.length]!;
    const search = 1 + Math.floor(at / PRESETS.length);
    const venueType = VenueType.central;
    const changes = listCandidates(choice, { venueType, featureLimit: FEATURE_LIMIT, search });
    const trained = [];
    for (const each of [choice, ...changes.map((change) => changedChoice(choice, change, venueType))])
      trained.push(
        await trainOnce({ index, codes, test, choice: each, cutoffDay, learnFrom: addDays(cutoffDay, -LEARN_DAYS) }),
      );
    const [base, ...changed] = trained;
    if (base === undefined) continue;
    const { confirmFrom } = base.walk;
    const judgement = judgeChanges(
      base.walk.losses,
      changed.map(({ walk }) => walk.losses),
      { confirmFrom, search },
    );
    figures.searches += 1;
    for (const [place, { outlook, verdict }] of (judgement?.changes ?? []).entries()) {
      const later = pairedDifference(pairLosses(base.later, changed[place]!.later), SHARE);
      if (outlook === null || later === null) continue;
      const isWithin = outlook.low <= later.difference && later.difference <= outlook.high ? 1 : 0;
      figures.judged += 1;
      figures.within += isWithin;
      if (verdict !== "confirmed") continue;
      figures.confirmed += 1;
      figures.confirmedWithin += isWithin;
    }
    say(figures);
  }
  return figures;
}

async function trainOnce(task: Parameters<typeof trainOurs>[1] & { test: TrainingRaces }) {
  const { outputs, ...trained } = await trainOurs("boosted-trees", task);
  const { temperature } = trained.artifact;
  return {
    walk: lossesOf(trained),
    later: dayLosses(task.test, 0, raceProbabilities(task.test, 0, outputs, temperature)),
  };
}

export function describeSearches({ searches, judged, within, confirmed, confirmedWithin }: RealSearches): string {
  return `${searches} searches: next half-year within the outlook for ${within} of ${judged} judged changes, ${confirmedWithin} of ${confirmed} confirmed ones`;
}
