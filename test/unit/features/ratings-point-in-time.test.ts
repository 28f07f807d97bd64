import { expect, test } from "vitest";
import { BASE_COLUMNS } from "#app/domain/features/catalogue.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import { MISSING_CODE } from "#app/domain/features/matrix.ts";
import { RATING_COLUMNS } from "#app/domain/features/ratings/rating-columns.ts";
import { buildFeatures } from "#scripts/bench/market/features.ts";
import { makeCanaryRaces, shuffleResults } from "#test/unit/support/canaries/canary-races.ts";
import { walkCodes } from "#test/unit/support/canaries/canary-training.ts";

/** Ratings need careers and winners of a course, which the small generated races of the other properties lack. */
const RACES = makeCanaryRaces({ races: 480, seed: 8, lasting: 0.5 });
const DAYS = [...new Set(RACES.map(({ date }) => date))];
const OF_JOCKEYS = BASE_COLUMNS.map(({ id }) => id).filter((id) => id.endsWith(".rating"));
const OF_HORSES = RATING_COLUMNS.map(({ id }) => id);
const COLUMNS = [...OF_HORSES, ...OF_JOCKEYS];

const built = buildFeatures(RACES);
const codesOf = ({ codes }: Pick<typeof built, "codes">, id: string) => Array.from(codes.get(id)!);
const rowsOf = (races: readonly SourceRace[]) => races.reduce((sum, { runners }) => sum + runners.length, 0);

test("every column of ratings has many values here, and the first day has none of its own", () => {
  const firstDay = rowsOf(RACES.filter(({ date }) => date === DAYS[0]));
  for (const id of COLUMNS) {
    const codes = codesOf(built, id);
    expect(new Set(codes.filter((code) => code !== MISSING_CODE)).size, id).toBeGreaterThan(200);
    expect(new Set(codes.slice(0, firstDay)).size, id).toBe(1);
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
    // How sure a rating is depends on who started, not on how they did.
    const isSame = id === "rating.strength.sd";
    expect(now.slice(known).join() === then.slice(known).join(), id).toBe(isSame);
  }
});

test("a day that entered its own past would change every rating of horses", () => {
  const leaking = { codes: walkCodes(RACES, "before its rows") };
  for (const id of OF_HORSES) expect(codesOf(leaking, id), id).not.toEqual(codesOf(built, id));
});
