import { expect, test } from "vitest";
import { allColumns, BASE_COLUMNS } from "#app/domain/features/catalogue.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { RATING_COLUMNS, ratingColumnsOf } from "#app/domain/features/ratings/rating-columns.ts";
import { makeCanaryRaces, shuffleResults } from "#test/unit/support/canaries/canary-races.ts";
import { walkCodes } from "#test/unit/support/canaries/canary-training.ts";
import { buildRows } from "#test/unit/support/features/feature-rows.ts";
import { buildFeatures } from "#test/unit/support/market/features.ts";

/** Ratings need careers and winners of a course, which the small generated races of the other properties lack. */
const RACES = makeCanaryRaces({ races: 480, seed: 8, lasting: 0.5 });
const DAYS = [...new Set(RACES.map(({ date }) => date))];
const OF_OTHERS = BASE_COLUMNS.map(({ id }) => id).filter((id) =>
  /\.(rating|hindsight|form|trainer_form|slope)$/.test(id),
);
const OF_HORSES = RATING_COLUMNS.map(({ id }) => id);
const COLUMNS = [...OF_HORSES, ...OF_OTHERS];
/** These depend on cards alone: which races a horse has run in, whatever its results. */
const OF_CARDS = ["strength.sd", "hindsight.starts", "class.step", "class.starts", "class.first"].map(
  (id) => `rating.${id}`,
);
const isOfClass = (id: string) => id.startsWith("rating.class.");
/** Fields of equal size have few differences of places. */
const leastValues = (id: string, usual: number) => (isOfClass(id) ? 1 : id.startsWith("rating.gain.") ? 10 : usual);

const built = buildFeatures(RACES);
const codesOf = ({ codes }: Pick<typeof built, "codes">, id: string) => Array.from(codes.get(id)!);
const rowsOf = (races: readonly SourceRace[]) => races.reduce((sum, { runners }) => sum + runners.length, 0);

test("every column of ratings has many values here, and the first day has none of its own", () => {
  const firstDay = rowsOf(RACES.filter(({ date }) => date === DAYS[0]));
  for (const id of COLUMNS) {
    const codes = codesOf(built, id);
    expect(new Set(codes.filter((code) => code !== MISSING_CODE)).size, id).toBeGreaterThan(leastValues(id, 200));
    if (!isOfClass(id)) expect(new Set(codes.slice(0, firstDay)).size, id).toBe(1);
  }
});

test.each([0.3, 0.5, 0.9])("without the races after the first %f of the days, earlier codes are the same", (share) => {
  const last = DAYS[Math.floor(share * DAYS.length)]!;
  const early = buildFeatures(RACES.filter(({ date }) => date <= last));
  for (const id of COLUMNS) {
    const codes = codesOf(early, id);
    expect(codesOf(built, id).slice(0, codes.length), id).toEqual(codes);
  }
});

test("other results from a day on change every column of later days, and none up to that day", () => {
  const day = DAYS[Math.floor(DAYS.length / 2)]!;
  const before = RACES.filter(({ date }) => date < day);
  const changed = buildFeatures([...before, ...shuffleResults(RACES.slice(before.length), 1)]);
  const known = rowsOf(RACES.filter(({ date }) => date <= day));
  for (const id of COLUMNS) {
    const [now, then] = [codesOf(changed, id), codesOf(built, id)];
    expect(now.slice(0, known), id).toEqual(then.slice(0, known));
    expect(now.slice(known).join() === then.slice(known).join(), id).toBe(OF_CARDS.includes(id));
  }
});

test("a day that entered its own past would change every rating of horses", () => {
  const leaking = { codes: walkCodes(RACES, "before its rows") };
  // Written for each day before the rows are: the other tests of this file would find the day's own results in it.
  const early = (id: string) => id.startsWith("rating.hindsight.");
  for (const id of OF_HORSES.filter((id) => !early(id)))
    expect(codesOf(leaking, id), id).not.toEqual(codesOf(built, id));
});

/** The same careers on regional courses: horses go to and fro between venue types 2 and 3. */
const VENUES: Record<string, Pick<SourceRace, "venue" | "venueType">> = {
  東京: { venue: "大井", venueType: 2 },
  中山: { venue: "川崎", venueType: 2 },
  阪神: { venue: "門別", venueType: 3 },
};
const REGIONAL = makeCanaryRaces({ races: 540, seed: 9, lasting: 0.5 }).map(
  (race): SourceRace => ({ ...race, ...VENUES[race.venue]!, surface: "dirt" }),
);
const REGIONAL_KINDS = [
  [2, "all"],
  [2, "own"],
  [3, "all"],
  [3, "own"],
] as const;
const rowsOfType = (races: readonly SourceRace[], venueType: number) =>
  races
    .filter((race) => race.venueType === venueType)
    .flatMap(({ raceId, date, runners }) => runners.map(({ horseNum }) => ({ raceId, date, horseNum })));

test.each(REGIONAL_KINDS)(
  "regional ratings of venue type %i, starts %s, have values, and none of later races",
  (venueType, scope) => {
    const columns = [...ratingColumnsOf(venueType).map(({ id }) => id), "static.jockey.rating"].filter(
      (id) => !isOfClass(id),
    );
    expect(columns).toHaveLength(22);
    const rows = rowsOfType(REGIONAL, venueType);
    const full = buildRows(REGIONAL, venueType, scope);
    for (const id of columns) {
      const place = allColumns(venueType).findIndex((column) => column.id === id);
      const codes = rows.map(({ raceId, horseNum }) => full.codes(raceId, horseNum)[place]!);
      const known = codes.filter((code) => code !== MISSING_CODE);
      expect(known.length, id).toBeGreaterThan(rows.length / 3);
      expect(new Set(known).size, id).toBeGreaterThan(leastValues(id, 100));
    }
    const days = [...new Set(REGIONAL.map(({ date }) => date))];
    const day = days[Math.floor(days.length / 2)]!;
    const early = REGIONAL.filter(({ date }) => date <= day);
    const before = REGIONAL.filter(({ date }) => date < day);
    const places = new Set(columns.map((id) => allColumns(venueType).findIndex((column) => column.id === id)));
    const ratings = (built: typeof full, kept: typeof rows) =>
      kept.map(({ raceId, horseNum }) =>
        built
          .codes(raceId, horseNum)
          .filter((_, at) => places.has(at))
          .join(),
      );
    const known = rows.filter(({ date }) => date <= day);
    expect(ratings(buildRows(early, venueType, scope), known)).toEqual(ratings(full, known));
    const changed = buildRows([...before, ...shuffleResults(REGIONAL.slice(before.length), 1)], venueType, scope);
    expect(ratings(changed, known)).toEqual(ratings(full, known));
    const later = rows.filter(({ date }) => date > day);
    expect(ratings(changed, later)).not.toEqual(ratings(full, later));
  },
);

test("ratings of a model's own venue type use its starts alone", () => {
  const ids = ["rating.strength.total", "rating.time.last", "rating.final.decayed"];
  const places = ids.map((id) => allColumns(2).findIndex((column) => column.id === id));
  const read = (races: readonly SourceRace[], scope: "all" | "own") => {
    const built = buildRows(races, 2, scope);
    const rows = rowsOfType(races, 2).map(({ raceId, horseNum }) => built.codes(raceId, horseNum));
    return new Map(ids.map((id, at) => [id, rows.map((codes) => codes[places[at]!]).join()]));
  };
  const [own, all] = [read(REGIONAL, "own"), read(REGIONAL, "all")];
  for (const id of ids) expect(own.get(id), id).not.toEqual(all.get(id));
  // The last furlongs of the other type's races say nothing of them.
  const others = REGIONAL.map((race) =>
    race.venueType === 2
      ? race
      : { ...race, runners: race.runners.map((runner) => ({ ...runner, last600mS: 30 + (runner.horseNum % 7) })) },
  );
  const final = "rating.final.decayed";
  expect(read(others, "own").get(final)).toEqual(own.get(final));
  expect(read(others, "all").get(final)).not.toEqual(all.get(final));
});
