import fc from "fast-check";
import { expect, test } from "vitest";
import { listSegments } from "#app/domain/features/half-years.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import type { VenueScope } from "#app/domain/features/matrix.ts";
import { type BuiltSegment, buildSegments, segmentSourceBytes } from "#app/domain/features/segments.ts";
import { outcomeFields, racesArbitrary } from "#test/unit/support/features/feature-arbitraries.ts";
import { buildHistory, gatherFacts } from "#test/unit/support/features/feature-history.ts";
import { buildRows, readCatalogue } from "#test/unit/support/features/feature-rows.ts";
import { findColumnsKnownAfterwards } from "#test/unit/support/known-afterwards.ts";

const RUNS = { numRuns: 60 };
const KINDS: [venueType: number, scope: VenueScope][] = [
  [1, "all"],
  [2, "all"],
  [2, "own"],
  [3, "own"],
];

/** Codes of all columns of all rows, by "race horse", as text for fast comparison. */
function readAll(races: readonly SourceRace[], venueType: number, scope: VenueScope): Map<string, string> {
  const rows = buildRows(races, venueType, scope);
  const codes = new Map<string, string>();
  for (const race of races) {
    if (race.venueType !== venueType) continue;
    for (const { horseNum } of race.runners) {
      codes.set(`${race.raceId} ${horseNum}`, rows.codes(race.raceId, horseNum).join());
    }
  }
  return codes;
}

/** A segment as text, including all its bytes. */
function describe({ name, index, codes }: BuiltSegment): string {
  return `${name} ${JSON.stringify(index)} ${[...codes].map(([scope, values]) => `${scope} ${values.join()}`).join(" ")}`;
}

/** Each while it is there: its codes are emptied at the next step. */
function describeSegments(steps: ReturnType<typeof buildSegments>): string[] {
  const described: string[] = [];
  for (const step of steps) if (step.kind === "segment") described.push(describe(step.segment));
  return described;
}

test("adding later races changes no code of an earlier row", () => {
  fc.assert(
    fc.property(racesArbitrary, fc.nat(), (races, pick) => {
      const days = [...new Set(races.map(({ date }) => date))].sort();
      const lastDay = days[pick % days.length] ?? "";
      const early = races.filter(({ date }) => date <= lastDay);
      for (const [venueType, scope] of KINDS) {
        const all = readAll(races, venueType, scope);
        for (const [row, codes] of readAll(early, venueType, scope)) expect(all.get(row)).toBe(codes);
      }
    }),
    RUNS,
  );
});

test("adding later races changes no stored byte of an earlier half year", () => {
  fc.assert(
    fc.property(racesArbitrary, (races) => {
      const early = races.filter(({ date }) => date <= "2024-06-30");
      for (const venueType of [1, 2]) {
        const stored = (source: readonly SourceRace[]) =>
          describeSegments(buildSegments(gatherFacts(buildHistory(source)), venueType, (name) => name === "2024-1"));
        expect(stored(races)).toEqual(stored(early));
      }
      const sourceOf = (source: readonly SourceRace[]) => {
        const history = buildHistory(source);
        const segment = listSegments(history).find(({ name }) => name === "2024-1");
        return segment === undefined ? null : segmentSourceBytes(history, segment).join();
      };
      expect(sourceOf(races)).toEqual(sourceOf(early));
    }),
    RUNS,
  );
});

test("facts known only after a race change no column of that race's own rows", () => {
  fc.assert(
    fc.property(
      racesArbitrary,
      fc.nat(),
      fc.array(outcomeFields, { minLength: 8, maxLength: 8 }),
      (races, pick, outcomes) => {
        const rewritten = races[pick % races.length];
        if (rewritten === undefined) return;
        expect(findColumnsKnownAfterwards(readCatalogue, races, rewritten, outcomes)).toEqual([]);
      },
    ),
    RUNS,
  );
});

test("the order of the given races and runners changes nothing", () => {
  fc.assert(
    fc.property(
      racesArbitrary.chain((races) =>
        fc.tuple(fc.constant(races), fc.shuffledSubarray(races, { minLength: races.length }), fc.boolean()),
      ),
      ([races, shuffled, isReversed]) => {
        const permuted = shuffled.map((race) => ({
          ...race,
          runners: isReversed ? [...race.runners].reverse() : race.runners,
        }));
        for (const [venueType, scope] of KINDS) {
          expect(readAll(permuted, venueType, scope)).toEqual(readAll(races, venueType, scope));
        }
      },
    ),
    RUNS,
  );
});

test("skipped segments leave the others unchanged", () => {
  fc.assert(
    fc.property(racesArbitrary, (races) => {
      const facts = gatherFacts(buildHistory(races));
      const collect = (wanted: (name: string) => boolean) => describeSegments(buildSegments(facts, 1, wanted));
      const all = collect(() => true);
      expect(collect((name) => name === "2024-2")).toEqual(all.filter((segment) => segment.startsWith("2024-2 ")));
    }),
    RUNS,
  );
});

test("races or runners out of order, or given twice, are refused", () => {
  const race = (raceId: string, date: string): SourceRace => ({
    raceId,
    date,
    venue: "東京",
    venueType: 1,
    surface: null,
    distanceM: null,
    weather: null,
    going: null,
    status: "result",
    runners: [],
  });
  expect(() => buildHistory([race("a", "2024-01-06"), race("a", "2024-01-06")])).toThrow(RangeError);
});
