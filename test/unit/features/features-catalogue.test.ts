import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import {
  allColumns,
  BASE_COLUMNS,
  CATALOGUE_VERSION,
  columnsOf,
  fullChoice,
  scopeOf,
} from "#app/domain/features/catalogue.ts";
import {
  type AverageKind,
  countFeatures,
  type FeatureChoice,
  STATIC_FEATURES,
  timeFeatures,
  usesWeight,
} from "#app/domain/features/choice.ts";
import { featureKeyOf, isCounted } from "#app/domain/features/chosen-features.ts";
import { decodeCode, encodeValue, MISSING_CODE } from "#app/domain/features/matrix.ts";
import { PRESETS, presetChoice, presetOf } from "#app/domain/features/presets.ts";

test("the whole catalogue is 364 features at venue type 1 and 274 above", () => {
  expect(countFeatures(fullChoice(1))).toBe(364);
  expect(countFeatures(fullChoice(2))).toBe(274);
  expect(columnsOf(fullChoice(1), 1)).toEqual(allColumns(1));
  expect(columnsOf(fullChoice(3), 3)).toEqual(allColumns(3));
});

test("every static feature has columns of its own, and none are shared", () => {
  const basic = columnsOf({ static: [], average: {} }, 1).map(({ id }) => id);
  const seen = new Set(basic);
  for (const name of STATIC_FEATURES) {
    const own = columnsOf({ static: [name], average: {} }, 1).filter(({ id }) => !basic.includes(id));
    expect(own.length).toBeGreaterThan(0);
    for (const { id } of own) {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      expect(featureKeyOf(id)).toBe(name);
    }
  }
  expect(seen.size).toBe(BASE_COLUMNS.length);
});

test("an average feature is one column; features a venue type does not offer are left out", () => {
  const choice = {
    isAllVenue: 0 as const,
    static: ["芝/ダートの識別" as const],
    average: {
      rank: { race_customize: ["course_len" as const, "race_type" as const], race_num: [-1 as const, 5 as const] },
    },
  };
  const averages = (venueType: number) =>
    columnsOf(choice, venueType)
      .map(({ id }) => id)
      .filter((id) => !id.startsWith("basic."));
  expect(averages(2)).toEqual(["average.rank.course_len.-1", "average.rank.course_len.5"]);
  expect(averages(1).filter((id) => id.startsWith("average."))).toHaveLength(4);
  expect([scopeOf(choice, 1), scopeOf(choice, 2), scopeOf({ isAllVenue: 1 }, 2)]).toEqual(["all", "own", "all"]);
});

test("ratings come with their averages, under their conditions only, and count as no feature", () => {
  const ratings = (average: FeatureChoice["average"], venueType = 1) =>
    columnsOf({ static: ["騎手", "枠番"], average }, venueType).flatMap(({ id }) =>
      id.startsWith("rating.") ? [id] : [],
    );
  expect(ratings({})).toEqual([]);
  expect(ratings({ rank: { race_customize: ["all"], race_num: [1] } })).toEqual([]);
  const plain = ratings({ margin: { race_customize: [], race_num: [] } });
  expect(plain.length).toBeGreaterThan(5);
  expect(ratings({ margin: { race_customize: ["venue", "course_len"], race_num: [5] } })).toHaveLength(
    plain.length + 3,
  );
  const dirt = { margin: { race_customize: ["race_type" as const], race_num: [5 as const] } };
  expect(ratings(dirt)).toContain("rating.strength.race_type");
  expect(ratings(dirt, 2)).toEqual(plain);
  const own = (kind: AverageKind) => ratings({ [kind]: { race_customize: ["venue"], race_num: [3] } });
  expect(own("prize").every((id) => id.startsWith("rating.class."))).toBe(true);
  expect([own("prize").length, own("first_to_rank").length, own("first_corner"), own("rank")]).toEqual([
    6,
    2,
    ["rating.style.course"],
    [],
  ]);
  for (const id of plain) expect(isCounted(featureKeyOf(id) ?? "")).toBe(false);
});

test("presets have the number of features on their buttons, and need no body weight", () => {
  const counts = (venueType: number) => PRESETS.map(({ key }) => countFeatures(presetChoice(key, venueType)));
  expect(counts(1)).toEqual([12, 34, 41, 50]);
  expect(counts(2)).toEqual([12, 34, 41, 39]);
  for (const { choice } of PRESETS) expect(usesWeight(choice)).toBe(false);
});

test("a choice matches a preset with the same features, in any order and wherever averages are taken from", () => {
  for (const { key } of PRESETS) {
    for (const venueType of [1, 2, 3]) {
      const choice = presetChoice(key, venueType);
      expect(presetOf(choice, venueType)).toBe(key);
      expect(presetOf({ ...choice, isAllVenue: 0, static: [...choice.static].reverse() }, venueType)).toBe(key);
      expect(presetOf({ ...choice, static: choice.static.slice(1) }, venueType)).toBeNull();
    }
  }
  expect(presetOf({ static: [], average: {} }, 1)).toBeNull();
  expect(presetOf(presetChoice("default", 1), 2)).toBeNull();
});

test("codes are accurate to half a step, clamp, and distinguish missing values", () => {
  const column = { offset: -32, step: 0.001 };
  expect(decodeCode(column, encodeValue(column, -1.2344))).toBeCloseTo(-1.234, 6);
  expect(encodeValue(column, -100)).toBe(0);
  expect(encodeValue(column, 100)).toBe(MISSING_CODE - 1);
  expect(encodeValue(column, Number.NaN)).toBe(MISSING_CODE);
  expect(decodeCode(column, MISSING_CODE)).toBeNaN();
});

test("stored columns change only with the catalogue's version", () => {
  const catalogue = createHash("sha256")
    .update(JSON.stringify(allColumns(1).map(({ id, offset, step }) => ({ id, offset, step }))))
    .digest("hex")
    .slice(0, 16);
  // Fails when a column is added, removed or changes its code: raise CATALOGUE_VERSION, then write the new pair here.
  expect([CATALOGUE_VERSION, catalogue]).toEqual([5, "e2952f2fee21ce51"]);
});

test("the chosen features are known at four times, which add up to all", () => {
  const average: FeatureChoice["average"] = { prize: { race_customize: ["all", "venue"], race_num: [1, 5] } };
  expect(timeFeatures({ static: [...STATIC_FEATURES], average })).toEqual({ runners: 11, draw: 2, day: 1, weights: 2 });
  expect(timeFeatures({ static: ["騎手"], average: {} })).toEqual({ runners: 1, draw: 0, day: 0, weights: 0 });
});
