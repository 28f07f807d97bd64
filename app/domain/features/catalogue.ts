/**
 * Every stored column with its code, and the columns of each chosen feature. A feature is one to six columns: values of
 * the race itself (distance, field size) are equal for all its runners, so they come with columns that differ between
 * runners.
 */

import { VenueType } from "#app/domain/racing/race.ts";
import {
  AVERAGE_KINDS,
  type AverageKind,
  type FeatureChoice,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  type RaceCustomize,
  type RaceNum,
  raceCustomizesOf,
  type StaticFeature,
  staticFeaturesOf,
} from "./choice.ts";
import type { Column, VenueScope } from "./matrix.ts";
import { ratingColumnsOf, ratingColumnsWith } from "./ratings/rating-columns.ts";

/** Raise this when the meaning or storage of any column changes: stored features of another version are not reused. */
export const CATALOGUE_VERSION = 5;

/** Always included, cannot be chosen, and not counted against the plan's limit. */
export const BASIC_INFORMATION = "基本情報";

interface BaseColumn extends Column {
  feature: StaticFeature | typeof BASIC_INFORMATION;
}

const COUNT = { offset: 0, step: 1 };
const FLAG = { offset: 0, step: 1 };
/** Ratios shrunk towards 1, up to 32. */
const RATIO = { offset: 0, step: 0.0005 };
/** Differences of relative finishes, within −1 … 1. */
const APTITUDE = { offset: -2, step: 0.0001 };
/** Scale of the ratings. */
const STRENGTH = { offset: -8, step: 0.00025 };

/**
 * Basic information and the static features. "Ratio": wins (or top-three finishes) over the number expected by chance
 * in fields of that size, on earlier days only, shrunk towards 1. "Aptitude": the horse's mean relative finish in
 * earlier starts under similar conditions minus its mean over all starts, shrunk towards 0. Rides and "log days" are
 * ln(1 + n).
 */
export const BASE_COLUMNS = [
  { id: "basic.sex_female", feature: BASIC_INFORMATION, ...FLAG },
  { id: "basic.sex_gelding", feature: BASIC_INFORMATION, ...FLAG },
  { id: "basic.age", feature: BASIC_INFORMATION, ...COUNT },
  { id: "basic.starts", feature: BASIC_INFORMATION, ...COUNT },
  { id: "basic.trainer_win", feature: BASIC_INFORMATION, ...RATIO },
  { id: "basic.trainer_form", feature: BASIC_INFORMATION, ...STRENGTH },
  { id: "basic.female_season", feature: BASIC_INFORMATION, offset: -1, step: 0.0001 },
  { id: "static.jockey.win", feature: "騎手", ...RATIO },
  { id: "static.jockey.place", feature: "騎手", ...RATIO },
  { id: "static.jockey.recent_win", feature: "騎手", ...RATIO },
  { id: "static.jockey.rides", feature: "騎手", offset: 0, step: 0.0005 },
  { id: "static.jockey.is_same", feature: "騎手", ...FLAG },
  { id: "static.jockey.rating", feature: "騎手", ...STRENGTH },
  { id: "static.jockey.hindsight", feature: "騎手", ...STRENGTH },
  { id: "static.jockey.form", feature: "騎手", ...STRENGTH },
  { id: "static.post.bracket", feature: "枠番", ...COUNT },
  { id: "static.post.relative", feature: "枠番", offset: 0, step: 0.0001 },
  { id: "static.post.course_win", feature: "枠番", ...RATIO },
  { id: "static.post.slope", feature: "枠番", ...STRENGTH },
  { id: "static.interval.days", feature: "出走間隔", ...COUNT },
  { id: "static.interval.log_days", feature: "出走間隔", offset: 0, step: 0.0005 },
  { id: "static.interval.starts_90", feature: "出走間隔", ...COUNT },
  { id: "static.interval.starts_365", feature: "出走間隔", ...COUNT },
  { id: "static.interval.since_break", feature: "出走間隔", ...COUNT },
  { id: "static.field.size", feature: "出走頭数", ...COUNT },
  { id: "static.field.aptitude", feature: "出走頭数", ...APTITUDE },
  { id: "static.body_weight.kg", feature: "馬体重", ...COUNT },
  { id: "static.body_weight.from_mean", feature: "馬体重", offset: -300, step: 0.01 },
  { id: "static.body_weight_change.kg", feature: "馬体重変化", offset: -500, step: 1 },
  { id: "static.body_weight_change.size", feature: "馬体重変化", ...COUNT },
  { id: "static.carried_weight.kg", feature: "斤量", offset: 0, step: 0.01 },
  { id: "static.carried_weight.change", feature: "斤量", offset: -300, step: 0.01 },
  { id: "static.pedigree.sire_win", feature: "血統", ...RATIO },
  { id: "static.pedigree.sire_place", feature: "血統", ...RATIO },
  { id: "static.pedigree.sire_surface", feature: "血統", ...RATIO },
  { id: "static.pedigree.sire_distance", feature: "血統", ...RATIO },
  { id: "static.pedigree.dam_sire_place", feature: "血統", ...RATIO },
  { id: "static.pedigree.dam_sire_surface", feature: "血統", ...RATIO },
  { id: "static.distance.m", feature: "コースの長さ", ...COUNT },
  { id: "static.distance.change", feature: "コースの長さ", offset: -10_000, step: 1 },
  { id: "static.distance.aptitude", feature: "コースの長さ", ...APTITUDE },
  { id: "static.surface.is_dirt", feature: "芝/ダートの識別", ...FLAG },
  { id: "static.surface.is_jump", feature: "芝/ダートの識別", ...FLAG },
  { id: "static.surface.is_switch", feature: "芝/ダートの識別", ...FLAG },
  { id: "static.surface.starts", feature: "芝/ダートの識別", ...COUNT },
  { id: "static.surface.aptitude", feature: "芝/ダートの識別", ...APTITUDE },
  { id: "static.trouble.last", feature: "不利があったか", ...FLAG },
  { id: "static.weather.is_cloudy", feature: "天気", ...FLAG },
  { id: "static.weather.is_rain", feature: "天気", ...FLAG },
  { id: "static.weather.is_snow", feature: "天気", ...FLAG },
  { id: "static.weather.going", feature: "天気", ...COUNT },
  { id: "static.weather.aptitude", feature: "天気", ...APTITUDE },
] as const satisfies readonly BaseColumn[];
export type BaseColumnId = (typeof BASE_COLUMNS)[number]["id"];

/** Codes of the averages. Prize is ln(1 + mean yen), margin is in seconds, the others are positions. */
const AVERAGE_CODES: Record<AverageKind, { offset: number; step: number }> = {
  prize: { offset: 0, step: 0.0005 },
  margin: { offset: 0, step: 0.001 },
  rank: { offset: 0, step: 0.001 },
  first_corner: { offset: 0, step: 0.001 },
  final_corner: { offset: 0, step: 0.001 },
  first_to_rank: { offset: -32, step: 0.001 },
  first_to_final: { offset: -32, step: 0.001 },
  final_to_rank: { offset: -32, step: 0.001 },
};

/** Averages of the same starts are nearly equal: held like other columns they would share a weight among noise. */
const AVERAGE_HOLD = 10;

export function averageColumn(kind: AverageKind, customize: RaceCustomize, raceNum: RaceNum): Column {
  return { id: `average.${kind}.${customize}.${raceNum}`, ...AVERAGE_CODES[kind], hold: AVERAGE_HOLD };
}

function withoutFeature({ id, offset, step }: Column): Column {
  return { id, offset, step };
}

export function baseColumnsOf(venueType: number): Column[] {
  const offered = staticFeaturesOf(venueType);
  return BASE_COLUMNS.filter(({ feature }) => feature === BASIC_INFORMATION || offered.includes(feature)).map(
    withoutFeature,
  );
}

function averageColumnsOf(venueType: number): Column[] {
  const customizes = raceCustomizesOf(venueType);
  return AVERAGE_KINDS.flatMap((kind) =>
    customizes.flatMap((customize) => RACE_NUMS.map((raceNum) => averageColumn(kind, customize, raceNum))),
  );
}

/** In stored order: basic and static, ratings, then averages by kind, condition and count. */
export function allColumns(venueType: number): Column[] {
  return [...baseColumnsOf(venueType), ...ratingColumnsOf(venueType), ...averageColumnsOf(venueType)];
}

/**
 * Columns to train on, in stored order. Ratings come with averages. A kind without a condition or count counts as one
 * feature (`countFeatures`), so it has one column: all races, all starts.
 */
export function columnsOf(choice: FeatureChoice, venueType: number): Column[] {
  const wanted = new Set<string>();
  for (const { id, feature } of BASE_COLUMNS) {
    if (feature === BASIC_INFORMATION || choice.static.includes(feature)) wanted.add(id);
  }
  for (const kind of AVERAGE_KINDS) {
    const average = choice.average[kind];
    if (average === undefined) continue;
    const customizes: readonly RaceCustomize[] = average.race_customize.length > 0 ? average.race_customize : ["all"];
    const raceNums: readonly RaceNum[] = average.race_num.length > 0 ? average.race_num : [-1];
    for (const customize of customizes) {
      for (const raceNum of raceNums) wanted.add(averageColumn(kind, customize, raceNum).id);
    }
  }
  for (const id of ratingColumnsWith(choice)) wanted.add(id);
  return allColumns(venueType).filter(({ id }) => wanted.has(id));
}

/** The starts a model's averages use; always all of them for venue type 1. */
export function scopeOf(choice: Pick<FeatureChoice, "isAllVenue">, venueType: number): VenueScope {
  return venueType !== VenueType.central && choice.isAllVenue === 0 ? "own" : "all";
}

export function scopesOf(venueType: number): readonly VenueScope[] {
  return venueType === VenueType.central ? ["all"] : ["all", "own"];
}

/** 364 features for type 1, 274 for the others. */
export function fullChoice(venueType: number): FeatureChoice {
  const average: FeatureChoice["average"] = {};
  for (const kind of AVERAGE_KINDS) {
    average[kind] = { race_customize: [...raceCustomizesOf(venueType)], race_num: [...RACE_NUMS] };
  }
  return {
    ...(venueType === VenueType.central ? {} : { isAllVenue: 1 as const }),
    static: [...staticFeaturesOf(venueType)],
    average,
  };
}

export function parseAverageColumn(
  columnId: string,
): { kind: AverageKind; customize: RaceCustomize; raceNum: RaceNum } | null {
  const [family, kindName, customizeName, raceNumText] = columnId.split(".");
  const kind = AVERAGE_KINDS.find((name) => name === kindName);
  const customize = RACE_CUSTOMIZES.find((name) => name === customizeName);
  const raceNum = RACE_NUMS.find((number) => String(number) === raceNumText);
  if (family !== "average" || kind === undefined || customize === undefined || raceNum === undefined) return null;
  return { kind, customize, raceNum };
}
