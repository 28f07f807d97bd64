import { expect, test } from "vitest";
import { averageColumn } from "#app/domain/features/catalogue.ts";
import type { AverageKind, RaceCustomize, RaceNum } from "#app/domain/features/choice.ts";
import type { SourceRace, SourceRunner } from "#app/domain/features/history.ts";
import type { VenueScope } from "#app/domain/features/matrix.ts";
import { buildRows, type FeatureRows } from "#test/unit/support/features/feature-rows.ts";
import { makeSourceRace, makeSourceRunner } from "#test/unit/support/racing-factories.ts";

/**
 * The career of horse H, worked by hand. 1–8 are starts; a scratch lies between 5 and 6. All on dirt at 東京 over
 * 1600 m but where said otherwise.
 *
 * | # | day        | course            | rank | margin | corners | prize yen | of | trouble |
 * | 1 | 2024-01-06 |                   | 5    | 1.2    | 9-8-8   | 0         | 3  | no      |
 * | 2 | 2024-02-03 | 中山 turf 2000    | 3    | 0.4    | 2-2-2   | 1,000,000 | 3  |         |
 * | 3 | 2024-03-02 |                   | did not finish, corners 4-4-4        | 3  | yes     |
 * | 4 | 2024-04-06 | 大井 (Nankan)     | 1    | 0      | 1-1-1-1 | 3,000,000 | 3  |         |
 * | 5 | 2024-05-04 | 新潟 turf 1000 straight | 2 | 0.1 |         | 2,000,000 | 3  |         |
 * | s | 2024-06-01 | scratched                                                        |
 * | 6 | 2024-07-06 |                   | disqualified, corners 3-3, prize 0   | 3  | no      |
 * | 7 | 2024-08-03 | 1400 m            | 4    | 0.9    | 6-5     | 500,000   | 3  |         |
 * | 8 | 2024-09-07 |                   | 2    | 0.2    | 7-5-3   | 4,000,000 | 3  | yes     |
 */
const CAREER: [date: string, race: Partial<SourceRace>, runner: Partial<SourceRunner>][] = [
  ["2024-01-06", {}, { finishPosition: 5, marginS: 1.2, cornerPositions: "9-8-8", prizeYen: 0, trouble: false }],
  [
    "2024-02-03",
    { venue: "中山", surface: "turf", distanceM: 2000 },
    { finishPosition: 3, marginS: 0.4, cornerPositions: "2-2-2", prizeYen: 1_000_000 },
  ],
  ["2024-03-02", {}, { status: "did_not_finish", cornerPositions: "4-4-4", trouble: true }],
  [
    "2024-04-06",
    { venue: "大井", venueType: 2 },
    { finishPosition: 1, marginS: 0, cornerPositions: "1-1-1-1", prizeYen: 3_000_000 },
  ],
  [
    "2024-05-04",
    { venue: "新潟", surface: "turf", distanceM: 1000 },
    { finishPosition: 2, marginS: 0.1, cornerPositions: "3", prizeYen: 2_000_000 },
  ],
  ["2024-06-01", {}, { status: "scratched" }],
  [
    "2024-07-06",
    {},
    { status: "disqualified", finishPosition: 1, marginS: 0, cornerPositions: "3-3", prizeYen: 0, trouble: false },
  ],
  ["2024-08-03", { distanceM: 1400 }, { finishPosition: 4, marginS: 0.9, cornerPositions: "6-5", prizeYen: 500_000 }],
  ["2024-09-07", {}, { finishPosition: 2, marginS: 0.2, cornerPositions: "7-5-3", prizeYen: 4_000_000, trouble: true }],
];

function makeCareer(last: Partial<SourceRace>): SourceRace[] {
  const past = CAREER.map(([date, race, runner], index) =>
    makeSourceRace({
      raceId: `r${index}`,
      date,
      ...race,
      runners: [
        makeSourceRunner({ horseNum: 1, horseId: `other-${index}-1`, status: "did_not_finish" }),
        makeSourceRunner({ horseNum: 2, horseId: `other-${index}-2`, status: "did_not_finish" }),
        makeSourceRunner({ horseNum: 3, horseId: "H", ...runner }),
      ],
    }),
  );
  const next = makeSourceRace({
    raceId: "next",
    date: "2024-10-05",
    status: "scheduled",
    runners: [makeSourceRunner({ horseNum: 1, horseId: "H", status: "entered" })],
    ...last,
  });
  return [...past, next];
}

function readAverage(rows: FeatureRows, kind: AverageKind, customize: RaceCustomize, raceNum: RaceNum): number {
  return rows.value("next", 1, averageColumn(kind, customize, raceNum).id);
}

function buildNext(last: Partial<SourceRace> = {}, scope: VenueScope = "all"): FeatureRows {
  return buildRows(makeCareer(last), last.venueType ?? 1, scope);
}

test("averages over all starts skip missing values, and a scratching is no start", () => {
  const rows = buildNext();
  // Ranks of 1, 2, 4, 5, 7, 8 (3 did not finish, 6 disqualified): (5 + 3 + 1 + 2 + 4 + 2) / 6.
  expect(readAverage(rows, "rank", "all", -1)).toBeCloseTo(17 / 6, 3);
  expect(readAverage(rows, "margin", "all", -1)).toBeCloseTo((1.2 + 0.4 + 0 + 0.1 + 0.9 + 0.2) / 6, 3);
  // First corners of 1, 2, 3, 4, 6, 7, 8 (5 is straight): (9 + 2 + 4 + 1 + 3 + 6 + 7) / 7.
  expect(readAverage(rows, "first_corner", "all", -1)).toBeCloseTo(32 / 7, 3);
  // Final corners: (8 + 2 + 4 + 1 + 3 + 5 + 3) / 7.
  expect(readAverage(rows, "final_corner", "all", -1)).toBeCloseTo(26 / 7, 3);
  // 9−5, 2−3, 1−1, 6−4, 7−2.
  expect(readAverage(rows, "first_to_rank", "all", -1)).toBeCloseTo((4 - 1 + 0 + 2 + 5) / 5, 3);
  // 9−8, 2−2, 4−4, 1−1, 3−3, 6−5, 7−3.
  expect(readAverage(rows, "first_to_final", "all", -1)).toBeCloseTo(6 / 7, 3);
  // 8−5, 2−3, 1−1, 5−4, 3−2.
  expect(readAverage(rows, "final_to_rank", "all", -1)).toBeCloseTo((3 - 1 + 0 + 1 + 1) / 5, 3);
  // Yen of 1, 2, 4, 5, 6, 7, 8 (none known of 3), stored as ln(1 + mean).
  expect(readAverage(rows, "prize", "all", -1)).toBeCloseTo(Math.log1p(10_500_000 / 7), 3);
});

test("the last n starts include those whose value is missing", () => {
  const rows = buildNext();
  expect(readAverage(rows, "rank", "all", 1)).toBe(2);
  expect(readAverage(rows, "rank", "all", 2)).toBe(3);
  // 8, 7 and 6, which was disqualified.
  expect(readAverage(rows, "rank", "all", 3)).toBe(3);
  // 8, 7, 6, 5.
  expect(readAverage(rows, "rank", "all", 4)).toBeCloseTo(8 / 3, 3);
  // 8 to 3: 4 is a win, 3 did not finish.
  expect(readAverage(rows, "rank", "all", 6)).toBeCloseTo(9 / 4, 3);
  // Ten requested, eight exist.
  expect(readAverage(rows, "rank", "all", 10)).toBeCloseTo(17 / 6, 3);
  // 8 and 7: 7−3, 6−5.
  expect(readAverage(rows, "first_to_final", "all", 2)).toBe(2.5);
});

test("same distance, venue and surface use only matching starts", () => {
  const rows = buildNext();
  // 1600 m: 1, 3, 4, 6, 8, at 大井 too.
  expect(readAverage(rows, "rank", "course_len", -1)).toBeCloseTo((5 + 1 + 2) / 3, 3);
  expect(readAverage(rows, "rank", "course_len", 1)).toBe(2);
  expect(readAverage(rows, "rank", "course_len", 3)).toBe(1.5);
  // 東京: 1, 3, 6, 7, 8.
  expect(readAverage(rows, "margin", "venue", -1)).toBeCloseTo((1.2 + 0.9 + 0.2) / 3, 3);
  expect(readAverage(rows, "margin", "venue", 2)).toBeCloseTo(0.55, 3);
  // Turf: 2 and 5.
  const turf = buildNext({ surface: "turf" });
  expect(readAverage(turf, "rank", "race_type", -1)).toBe(2.5);
  expect(readAverage(turf, "rank", "race_type", 1)).toBe(2);
  expect(readAverage(turf, "first_corner", "race_type", 1)).toBeNaN();
  expect(readAverage(turf, "first_corner", "race_type", 2)).toBe(2);
});

test("without a matching start, or with unknown distance or surface, an average is missing", () => {
  const far = buildNext({ distanceM: 3000, venue: "京都" });
  expect(readAverage(far, "rank", "course_len", -1)).toBeNaN();
  expect(readAverage(far, "rank", "venue", 10)).toBeNaN();
  const unknown = buildNext({ distanceM: null, surface: null });
  expect(readAverage(unknown, "rank", "course_len", -1)).toBeNaN();
  expect(readAverage(unknown, "rank", "race_type", -1)).toBeNaN();
  expect(readAverage(unknown, "rank", "all", 1)).toBe(2);
});

test("above venue type 1, the own scope uses only starts at venues of that type", () => {
  const race = { venue: "川崎", venueType: 2 } as const;
  expect(readAverage(buildNext(race, "all"), "rank", "all", -1)).toBeCloseTo(17 / 6, 3);
  expect(readAverage(buildNext(race, "own"), "rank", "all", -1)).toBe(1);
  expect(readAverage(buildNext({ ...race, venueType: 3 }, "own"), "rank", "all", -1)).toBeNaN();
});

test("不利 is that of the previous start, not of the race itself", () => {
  const rows = buildNext();
  expect(rows.value("next", 1, "static.trouble.last")).toBe(1);
  // Start 8 itself was hampered; the start before it, 7, says nothing of trouble, and 6 was not hampered.
  expect(rows.value("r8", 3, "static.trouble.last")).toBeNaN();
  expect(rows.value("r7", 3, "static.trouble.last")).toBe(0);
  // The scratched race r5 lies between: the previous start of r6 is r4, of which nothing is known.
  expect(rows.value("r6", 3, "static.trouble.last")).toBeNaN();
  // Start 3 was hampered: known at r3's next start, which was at 大井, so not a row here; start 1 was not.
  expect(rows.value("r1", 3, "static.trouble.last")).toBe(0);
});

test("interval, starts and changes refer to the last start", () => {
  const rows = buildNext({ distanceM: 1800 });
  // 7 September to 5 October.
  expect(rows.value("next", 1, "static.interval.days")).toBe(28);
  expect(rows.value("next", 1, "basic.starts")).toBe(8);
  expect(rows.value("next", 1, "static.distance.change")).toBe(200);
  expect(rows.value("next", 1, "static.surface.is_switch")).toBe(0);
  expect(rows.value("next", 1, "static.surface.starts")).toBe(6);
  expect(rows.value("r0", 3, "basic.starts")).toBe(0);
  expect(rows.value("r0", 3, "static.interval.days")).toBeNaN();
  expect(rows.value("r0", 3, averageColumn("rank", "all", -1).id)).toBeNaN();
});

test("a jockey's ratio is earlier days' wins over chance, shrunk towards 1", () => {
  const race = (raceId: string, date: string, positions: number[]) =>
    makeSourceRace({
      raceId,
      date,
      runners: positions.map((finishPosition, index) =>
        makeSourceRunner({
          horseNum: index + 1,
          horseId: `${raceId}-${index}`,
          jockeyId: index === 0 ? "武田" : `j${index}`,
          finishPosition,
        }),
      ),
    });
  const rows = buildRows(
    [
      race("a", "2024-01-06", [1, 2, 3, 4]),
      race("b", "2024-01-06", [1, 2, 3, 4]),
      race("c", "2024-01-07", [4, 1, 2, 3]),
      race("d", "2024-01-13", [1, 2, 3, 4]),
    ],
    1,
    "all",
  );
  // Before any ride, and on the day of the first two wins.
  expect(rows.value("b", 1, "static.jockey.win")).toBe(1);
  // Two wins in two rides against four: chance gives half a win; prior six.
  expect(rows.value("c", 1, "static.jockey.win")).toBeCloseTo((2 + 6) / (0.5 + 6), 3);
  expect(rows.value("d", 1, "static.jockey.win")).toBeCloseTo((2 + 6) / (0.75 + 6), 3);
  expect(rows.value("d", 1, "static.jockey.place")).toBeCloseTo((2 + 8) / (2.25 + 8), 3);
  expect(rows.value("d", 1, "static.jockey.rides")).toBeCloseTo(Math.log1p(3), 3);
});
