/** None of these waits for the weight announcement. */

import { AVERAGE_KINDS, type FeatureChoice, offeredChoice } from "./choice.ts";

export const PRESET_KEYS = ["easy", "balance", "late", "default"] as const;
export type PresetKey = (typeof PRESET_KEYS)[number];

interface Preset {
  key: PresetKey;
  name: string;
  /** Small print under the label, before the number of features. */
  note: string;
  choice: FeatureChoice;
}

const EASY: FeatureChoice = {
  static: ["騎手", "枠番", "出走間隔", "斤量", "血統", "コースの長さ"],
  average: {
    prize: { race_customize: ["all"], race_num: [-1, 5] },
    margin: { race_customize: ["all"], race_num: [1, 5] },
    rank: { race_customize: ["all"], race_num: [1, 5] },
  },
};

const BALANCE: FeatureChoice = {
  static: ["騎手", "枠番", "出走間隔", "出走頭数", "斤量", "血統", "コースの長さ", "天気"],
  average: {
    prize: { race_customize: ["all", "course_len"], race_num: [-1, 5] },
    margin: { race_customize: ["all", "course_len", "venue"], race_num: [1, 3, 5] },
    rank: { race_customize: ["all", "course_len", "venue"], race_num: [-1, 1, 5] },
    final_to_rank: { race_customize: ["all", "course_len"], race_num: [3, 5] },
  },
};

const LATE: FeatureChoice = {
  static: ["騎手", "枠番", "出走間隔", "斤量", "コースの長さ"],
  average: {
    margin: { race_customize: ["all", "course_len"], race_num: [1, 3, 5] },
    rank: { race_customize: ["all"], race_num: [1, 3, 5] },
    final_corner: { race_customize: ["all", "course_len"], race_num: [1, 3, 5] },
    first_to_rank: { race_customize: ["all", "course_len", "venue"], race_num: [-1, 1, 3] },
    final_to_rank: { race_customize: ["all", "course_len", "venue"], race_num: [-1, 1, 3, 5] },
  },
};

/** The create page's preset of 50 features, and `npm run evaluate -- --features default`. */
export const DEFAULT_CHOICE: FeatureChoice = {
  static: [
    "騎手",
    "枠番",
    "出走間隔",
    "出走頭数",
    "斤量",
    "血統",
    "コースの長さ",
    "芝/ダートの識別",
    "不利があったか",
    "天気",
  ],
  average: {
    prize: { race_customize: ["all", "race_type"], race_num: [-1, 3, 5] },
    margin: { race_customize: ["all", "course_len", "venue", "race_type"], race_num: [1, 3, 5] },
    rank: { race_customize: ["all", "course_len", "race_type"], race_num: [-1, 1, 5] },
    first_corner: { race_customize: ["all"], race_num: [-1, 1, 3] },
    final_corner: { race_customize: ["all"], race_num: [-1, 1, 3] },
    first_to_rank: { race_customize: ["all"], race_num: [-1, 3] },
    first_to_final: { race_customize: ["all"], race_num: [-1] },
    final_to_rank: { race_customize: ["all", "course_len"], race_num: [-1, 3] },
  },
};

export const PRESETS: readonly Preset[] = [
  { key: "easy", name: "はじめて", note: "定番", choice: EASY },
  { key: "balance", name: "バランス", note: "近走と適性", choice: BALANCE },
  { key: "late", name: "末脚重視", note: "直線の伸び", choice: LATE },
  { key: "default", name: "おすすめ", note: "幅広く", choice: DEFAULT_CHOICE },
];

/** Without the features that the venue type does not offer; above type 1 it averages over all starts of the horse. */
export function presetChoice(key: PresetKey, venueType: number): FeatureChoice {
  const preset = PRESETS.find((candidate) => candidate.key === key);
  return offeredChoice({ isAllVenue: 1, ...(preset?.choice ?? DEFAULT_CHOICE) }, venueType);
}

/** はじめて1号, for a reader's first model. */
export function presetName(key: PresetKey, number: number): string {
  return `${PRESETS.find((candidate) => candidate.key === key)?.name}${number}号`;
}

/** Ignores `isAllVenue`. */
export function presetOf(choice: FeatureChoice, venueType: number): PresetKey | null {
  const key = choiceKey(choice);
  return PRESET_KEYS.find((candidate) => choiceKey(presetChoice(candidate, venueType)) === key) ?? null;
}

/** Equal for equal choices, regardless of the order of their parts. */
function choiceKey({ static: statics, average }: FeatureChoice): string {
  const kinds = AVERAGE_KINDS.flatMap((kind) => {
    const chosen = average[kind];
    return chosen === undefined ? [] : [[kind, [...chosen.race_customize].sort(), [...chosen.race_num].sort()]];
  });
  return JSON.stringify([[...statics].sort(), kinds]);
}
