import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import type { VenueScope } from "#app/domain/features/matrix.ts";

/** The fields of a runner that are known only after its race. */
export type Outcome = Pick<
  SourceRunner,
  | "status"
  | "finishPosition"
  | "timeS"
  | "marginS"
  | "last600mS"
  | "cornerPositions"
  | "winOdds"
  | "prizeYen"
  | "trouble"
>;

/** The whole catalogue's codes of a venue type's rows. */
interface CatalogueRows {
  columnIds: readonly string[];
  /** In the order of `columnIds`. */
  codes(raceId: string, horseNum: number): ArrayLike<number>;
}
export type ReadRows = (races: readonly SourceRace[], venueType: number, scope: VenueScope) => CatalogueRows;

const KINDS: readonly [venueType: number, scope: VenueScope][] = [
  [1, "all"],
  [2, "all"],
  [2, "own"],
  [3, "own"],
];

/**
 * Searches the whole catalogue for columns of which a code, in any row of a race's day, changes when the facts known
 * only after that race are rewritten. There must be none.
 *
 * @param outcomes one for each of the race's runners
 */
export function findColumnsKnownAfterwards(
  readRows: ReadRows,
  races: readonly SourceRace[],
  rewritten: SourceRace,
  outcomes: readonly Outcome[],
): string[] {
  const after = races.map(
    (race): SourceRace =>
      race !== rewritten
        ? race
        : {
            ...race,
            status: race.status === "result" ? "scheduled" : "result",
            runners: race.runners.map((runner, index) => ({ ...runner, ...outcomes[index] })),
          },
  );
  // Every race of that day, as no result of a day may be seen on that day.
  const sameDay = races.filter(({ date, venueType }) => date === rewritten.date && venueType === rewritten.venueType);
  const found = new Set<string>();
  for (const [venueType, scope] of KINDS) {
    if (rewritten.venueType !== venueType) continue;
    const [old, renewed] = [readRows(races, venueType, scope), readRows(after, venueType, scope)];
    for (const { raceId, runners } of sameDay) {
      for (const { horseNum } of runners) {
        const before = old.codes(raceId, horseNum);
        const now = renewed.codes(raceId, horseNum);
        if (before.length !== old.columnIds.length)
          throw new Error(`${before.length} codes of ${old.columnIds.length}`);
        old.columnIds.forEach((id, column) => {
          if (before[column] !== now[column]) found.add(id);
        });
      }
    }
  }
  return [...found];
}
