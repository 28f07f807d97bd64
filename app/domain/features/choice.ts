/** A user's choice of features, on the wire and in D1 (README, "What can be chosen, and how it counts"). */

import { VenueType } from "#app/domain/racing/race.ts";

/** The 12 static features by their wire names, which are also the labels on screen. */
export const STATIC_FEATURES = [
  "騎手",
  "枠番",
  "出走間隔",
  "出走頭数",
  "馬体重",
  "馬体重変化",
  "斤量",
  "血統",
  "コースの長さ",
  "芝/ダートの識別",
  "不利があったか",
  "天気",
] as const;
export type StaticFeature = (typeof STATIC_FEATURES)[number];

export const CENTRAL_ONLY_STATIC_FEATURES: readonly StaticFeature[] = ["芝/ダートの識別", "不利があったか"];

/** Choosing one of these sets `is_weight`: analyses wait for the weight announcement. */
const WEIGHT_FEATURES: readonly StaticFeature[] = ["馬体重", "馬体重変化"];

export const AVERAGE_KINDS = [
  "prize",
  "margin",
  "rank",
  "first_corner",
  "final_corner",
  "first_to_rank",
  "first_to_final",
  "final_to_rank",
] as const;
export type AverageKind = (typeof AVERAGE_KINDS)[number];

export const RACE_CUSTOMIZES = ["all", "course_len", "venue", "race_type"] as const;
export type RaceCustomize = (typeof RACE_CUSTOMIZES)[number];

/** −1 = all starts, otherwise the last n. */
export const RACE_NUMS = [-1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
export type RaceNum = (typeof RACE_NUMS)[number];

export interface AverageChoice {
  race_customize: RaceCustomize[];
  race_num: RaceNum[];
}

export interface FeatureChoice {
  /** 1: averages use the horse's starts anywhere; 0: only at venues of the model's type. Only above venue type 1. */
  isAllVenue?: 0 | 1;
  static: StaticFeature[];
  average: Partial<Record<AverageKind, AverageChoice>>;
}

export function staticFeaturesOf(venueType: number): readonly StaticFeature[] {
  return venueType === VenueType.central
    ? STATIC_FEATURES
    : STATIC_FEATURES.filter((name) => !CENTRAL_ONLY_STATIC_FEATURES.includes(name));
}

export function raceCustomizesOf(venueType: number): readonly RaceCustomize[] {
  return venueType === VenueType.central ? RACE_CUSTOMIZES : RACE_CUSTOMIZES.filter((name) => name !== "race_type");
}

/** The choice without what the venue type does not offer; each part once, in the catalogue's order. */
export function offeredChoice(choice: FeatureChoice, venueType: number): FeatureChoice {
  const average: FeatureChoice["average"] = {};
  for (const kind of AVERAGE_KINDS) {
    const chosen = choice.average[kind];
    if (chosen === undefined) continue;
    average[kind] = {
      race_customize: raceCustomizesOf(venueType).filter((name) => chosen.race_customize.includes(name)),
      race_num: RACE_NUMS.filter((num) => chosen.race_num.includes(num)),
    };
  }
  const offered = { static: staticFeaturesOf(venueType).filter((name) => choice.static.includes(name)), average };
  return venueType === VenueType.central ? offered : { isAllVenue: choice.isAllVenue ?? 0, ...offered };
}

/** Σ over chosen kinds of max(1, conditions) × max(1, counts), and the static ones. Basic information is free. */
export function countFeatures(choice: Pick<FeatureChoice, "static" | "average">): number {
  return Object.values(choice.average).reduce(
    (sum, { race_customize, race_num }) => sum + Math.max(1, race_customize.length) * Math.max(1, race_num.length),
    choice.static.length,
  );
}

const DRAW_FEATURES: readonly StaticFeature[] = ["枠番", "出走頭数"];

/** By when they become known: with the runners, the draw, on the day, or with the weights. They sum to all. */
export function timeFeatures(choice: Pick<FeatureChoice, "static" | "average">) {
  const among = (features: readonly StaticFeature[]) => choice.static.filter((name) => features.includes(name)).length;
  const later = { draw: among(DRAW_FEATURES), day: among(["天気"]), weights: among(WEIGHT_FEATURES) };
  return { ...later, runners: countFeatures(choice) - later.draw - later.day - later.weights };
}

export function usesWeight(choice: Pick<FeatureChoice, "static">): boolean {
  return choice.static.some((name) => WEIGHT_FEATURES.includes(name));
}
