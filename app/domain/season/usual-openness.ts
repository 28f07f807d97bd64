import { groupBy } from "#app/domain/racing/group-by.ts";
import { type CrowdForecast, measureOpenness, quantileOf } from "./crowd.ts";

/** The lowest tenth of thirty ends at the third. */
const FEWEST_RACES = 30;

export interface UsualOpenness {
  /** Null: of all races. */
  raceClass: string | null;
  races: number;
  /** Eight of ten races have a degree (crowd.ts) between these. */
  low: number;
  high: number;
  /** Median share of members with the same first horse. */
  firsts: number;
}

/** For all races and each class with thirty races or more; all first, then by class. */
export function measureUsualOpenness(
  forecasts: readonly (Pick<CrowdForecast, "runners"> & { raceClass: string | null })[],
): UsualOpenness[] {
  const races = forecasts.map(({ raceClass, runners }) => ({
    raceClass,
    degree: measureOpenness(runners.map(({ chance }) => chance)).degree,
    firsts: runners[0]?.firsts ?? 0,
  }));
  const classes = [...groupBy(races, ({ raceClass }) => raceClass)].sort(([a], [b]) =>
    (a ?? "") < (b ?? "") ? -1 : 1,
  );
  const groups = [[null, races] as const, ...classes.filter(([raceClass]) => raceClass !== null)];
  return groups.flatMap(([raceClass, group]): UsualOpenness[] => {
    if (group.length < FEWEST_RACES) return [];
    const degrees = group.map(({ degree }) => degree).sort((a, b) => a - b);
    const firsts = group.map((race) => race.firsts).sort((a, b) => a - b);
    return [
      {
        ...{ raceClass, races: group.length },
        ...{ low: quantileOf(degrees, 0.1), high: quantileOf(degrees, 0.9), firsts: quantileOf(firsts, 0.5) },
      },
    ];
  });
}

/** For the race's class, else for all races; null: neither is known. */
export function findUsualOpenness(usual: readonly UsualOpenness[], raceClass: string | null): UsualOpenness | null {
  const ofClass = raceClass === null ? undefined : usual.find((each) => each.raceClass === raceClass);
  return ofClass ?? usual.find((each) => each.raceClass === null) ?? null;
}
