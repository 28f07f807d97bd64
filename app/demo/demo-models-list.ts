import type { AverageKind, FeatureChoice, RaceCustomize, RaceNum, StaticFeature } from "#app/domain/features/choice.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { FAN_DOMAIN } from "./demo-fans.ts";

export interface DemoModel {
  /** Identifies the model on every run through the list, so it must never change. */
  key: string;
  email: string;
  name: string;
  venueType: VenueType;
  choice: FeatureChoice;
  /** early: days before the month of the newest monthly ranking. recent: days before today. */
  made: { early: number } | { recent: number };
}

/** Numbers of past races by kind of average: of all races, or also of those in the same condition. */
type Averages = Partial<Record<AverageKind, readonly RaceNum[] | { of: RaceCustomize[]; races: RaceNum[] }>>;

type Row = Omit<DemoModel, "key">;

function central(
  owner: string,
  name: string,
  made: DemoModel["made"],
  statics: StaticFeature[],
  averages: Averages = {},
): Row {
  const average = Object.entries(averages).map(([kind, given]) => {
    const { of, races } = "of" in given ? given : { of: ["all" as const], races: [...given] };
    return [kind, { race_customize: of, race_num: races }];
  });
  return {
    email: owner.includes("@") ? owner : owner + FAN_DOMAIN,
    name,
    venueType: VenueType.central,
    choice: { static: statics, average: Object.fromEntries(average) },
    made,
  };
}

function nankan(isAllVenue: 0 | 1, ...model: Parameters<typeof central>): Row {
  const row = central(...model);
  return { ...row, venueType: VenueType.nankan, choice: { ...row.choice, isAllVenue } };
}

/**
 * The first ten are central, of owners on plans 2–6, and complete before the month of the newest monthly ranking, so
 * that the first rankings of a start have entries. Each account's plan leaves room for models created by hand.
 */
const LIST: readonly Row[] = [
  central("mizuki", "人馬一体", { early: 4 }, ["騎手", "斤量", "出走間隔"], { rank: [-1, 5], margin: [3] }),
  central("kokura", "砂の王者", { early: 3 }, ["騎手", "コースの長さ", "芝/ダートの識別"], {
    prize: { of: ["all", "race_type"], races: [-1] },
    margin: { of: ["race_type"], races: [3, 5] },
  }),
  central("turf", "芝マイルの鬼", { early: 5 }, ["騎手", "枠番", "コースの長さ"], {
    rank: { of: ["all", "course_len"], races: [3, 5] },
  }),
  central("yoshida", "上がり最速くん", { early: 7 }, ["斤量"], { final_to_rank: [1, 3, 5], first_to_rank: [3] }),
  central("hanako", "はなこのカン", { early: 2 }, ["騎手", "枠番", "天気"], { rank: [1, 3] }),
  central("nakayama", "先行押し切り", { early: 6 }, ["枠番", "騎手"], { first_corner: [1, 3, 5], rank: [5] }),
  central("ren", "着差だけ信じる", { early: 3 }, ["出走間隔"], {
    margin: { of: ["all", "course_len"], races: [1, 3, 5] },
  }),
  central("ashige", "血統ロマン派", { early: 4 }, ["血統", "斤量", "コースの長さ"], { prize: [-1, 5] }),
  central("data", "賞金ランカー", { early: 5 }, ["出走頭数", "斤量"], {
    prize: { of: ["all", "race_type"], races: [-1, 3, 5] },
  }),
  central("sunday", "日曜メイン専用", { early: 2 }, ["騎手", "血統", "天気"], { rank: [-1, 3], prize: [-1] }),

  central("premium@demo.example", "データの鬼", { early: 3 }, ["騎手", "枠番", "血統", "コースの長さ"], {
    prize: [-1, 5],
    margin: { of: ["all", "course_len"], races: [3] },
  }),
  central("standard@demo.example", "週末の相棒", { early: 2 }, ["騎手", "斤量", "血統"], {
    rank: [1, 3, 5],
    margin: [3],
  }),
  central("pro@demo.example", "差し馬スカウト", { early: 1 }, ["騎手", "コースの長さ"], {
    final_to_rank: [3, 5],
    margin: [3],
  }),
  central("unlimited@demo.example", "総合力No.1", { early: 4 }, ["騎手", "枠番", "出走間隔", "斤量", "血統"], {
    rank: { of: ["all", "venue"], races: [3, 5] },
    prize: [-1],
  }),
  nankan(1, "oi", "大井ナイター", { early: 3 }, ["騎手", "枠番", "斤量"], {
    rank: { of: ["all", "venue"], races: [3, 5] },
  }),
  central("kokura", "ダート短距離", { early: 2 }, ["騎手", "枠番", "馬体重"], {
    first_corner: { of: ["race_type"], races: [3] },
    margin: { of: ["all", "course_len"], races: [3] },
  }),
  central("yoshida", "全部のせ改", { early: 3 }, ["騎手", "枠番", "出走間隔", "斤量", "血統", "コースの長さ", "天気"], {
    prize: [-1, 5],
    margin: [1, 3],
    rank: [3],
  }),
  central("ren", "騎手で選ぶ", { early: 4 }, ["騎手", "枠番", "出走間隔"]),
  central("tamaki", "たまきの本命", { early: 3 }, ["騎手", "斤量"], { rank: [-1, 1, 3] }),
  central("data", "LTR-50", { early: 2 }, ["騎手", "枠番", "斤量", "血統"], {
    prize: [-1, 3],
    margin: { of: ["all", "race_type"], races: [1, 3] },
    rank: { of: ["all", "course_len"], races: [3] },
  }),

  central("unlimited@demo.example", "砂上の楼閣", { recent: 12 }, ["騎手", "芝/ダートの識別", "枠番"], {
    margin: { of: ["race_type"], races: [1, 3] },
  }),
  central("premium@demo.example", "休み明けキラー", { recent: 9 }, ["出走間隔", "馬体重変化", "騎手"], {
    rank: [1, 3],
  }),
  nankan(0, "unlimited@demo.example", "浦和の七不思議", { recent: 8 }, ["騎手", "枠番", "天気"], {
    rank: { of: ["all", "venue"], races: [3] },
    prize: [-1],
  }),
  central("yoshida", "万馬券への道", { recent: 9 }, ["不利があったか", "天気", "出走頭数"], {
    first_to_rank: [1, 3],
    margin: [5],
  }),
  // With these, more than the twenty models that everybody's forecast requires are ranked.
  central("mizuki", "近走の勢い", { early: 3 }, ["騎手", "出走間隔"], { rank: [1, 3, 5], margin: [1, 3] }),
  central("mizuki", "コース巧者", { early: 5 }, ["騎手", "斤量"], {
    rank: { of: ["all", "venue"], races: [-1, 5] },
  }),
  central("nakayama", "追い込み一閃", { early: 4 }, ["騎手", "斤量"], { final_to_rank: [3, 5], margin: [3] }),
  central("ren", "実績重視", { early: 2 }, ["騎手", "出走頭数"], { prize: [-1, 3], rank: [3] }),
  central("ashige", "血と騎手", { early: 5 }, ["血統", "騎手"], { margin: [3, 5], prize: [5] }),
  central("turf", "距離の達人", { early: 3 }, ["騎手", "斤量", "枠番"], {
    margin: { of: ["all", "course_len"], races: [3, 5] },
  }),
  central("mizuki", "枠と展開", { early: 4 }, ["枠番", "出走頭数", "斤量"], { first_to_final: [3, 5], rank: [-1] }),
  central("yoshida", "天気予報", { early: 2 }, ["天気", "血統", "芝/ダートの識別"], { rank: [-1], margin: [5] }),
  central("ren", "体重計", { early: 5 }, ["馬体重", "馬体重変化", "斤量"], { prize: [5], margin: [1] }),
  central("nakayama", "四角先頭", { early: 3 }, ["枠番", "コースの長さ"], { final_corner: [1, 3], prize: [3] }),
];

export const DEMO_MODELS: readonly DemoModel[] = LIST.map((model, place) => ({
  key: `demo-model-${String(place + 1).padStart(2, "0")}`,
  ...model,
}));

/** Models trained and settled together, so that the first rankings do not wait for the whole list. */
export const DEMO_WAVE = 10;
