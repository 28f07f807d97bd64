import type { AverageKind, FeatureChoice, RaceCustomize, RaceNum, StaticFeature } from "#app/domain/features/choice.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { FAN_DOMAIN } from "./demo-fans.ts";

/** The demo models that fill the rankings of a local start, in the order of their training. */

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

type Averages = Partial<Record<AverageKind, readonly [customizes: readonly RaceCustomize[], nums: readonly RaceNum[]]>>;

/** A choice of features, from a shorter notation. */
function choose(statics: readonly StaticFeature[], averages: Averages, isAllVenue?: 0 | 1): FeatureChoice {
  const average: FeatureChoice["average"] = {};
  for (const [kind, [customizes, nums]] of Object.entries(averages) as [
    AverageKind,
    NonNullable<Averages[AverageKind]>,
  ][]) {
    average[kind] = { race_customize: [...customizes], race_num: [...nums] };
  }
  return { ...(isAllVenue === undefined ? {} : { isAllVenue }), static: [...statics], average };
}

function central(owner: string, name: string, made: DemoModel["made"], choice: FeatureChoice): Omit<DemoModel, "key"> {
  return { email: owner.includes("@") ? owner : owner + FAN_DOMAIN, name, venueType: VenueType.central, choice, made };
}

function nankan(owner: string, name: string, made: DemoModel["made"], choice: FeatureChoice): Omit<DemoModel, "key"> {
  return { ...central(owner, name, made, choice), venueType: VenueType.nankan };
}

const ALL: readonly RaceCustomize[] = ["all"];

/**
 * The first ten are central, of owners on plans 2–6, and complete before the month of the newest monthly ranking, so
 * that the first rankings of a start have entries. Each account's plan leaves room for models created by hand.
 */
const LIST: readonly Omit<DemoModel, "key">[] = [
  central(
    "mizuki",
    "人馬一体",
    { early: 4 },
    choose(["騎手", "斤量", "出走間隔"], { rank: [ALL, [-1, 5]], margin: [ALL, [3]] }),
  ),
  central(
    "kokura",
    "砂の王者",
    { early: 3 },
    choose(["騎手", "コースの長さ", "芝/ダートの識別"], {
      prize: [["all", "race_type"], [-1]],
      margin: [["race_type"], [3, 5]],
    }),
  ),
  central(
    "turf",
    "芝マイルの鬼",
    { early: 5 },
    choose(["騎手", "枠番", "コースの長さ"], {
      rank: [
        ["all", "course_len"],
        [3, 5],
      ],
    }),
  ),
  central(
    "yoshida",
    "上がり最速くん",
    { early: 7 },
    choose(["斤量"], { final_to_rank: [ALL, [1, 3, 5]], first_to_rank: [ALL, [3]] }),
  ),
  central("hanako", "はなこのカン", { early: 2 }, choose(["騎手", "枠番", "天気"], { rank: [ALL, [1, 3]] })),
  central(
    "nakayama",
    "先行押し切り",
    { early: 6 },
    choose(["枠番", "騎手"], { first_corner: [ALL, [1, 3, 5]], rank: [ALL, [5]] }),
  ),
  central(
    "ren",
    "着差だけ信じる",
    { early: 3 },
    choose(["出走間隔"], {
      margin: [
        ["all", "course_len"],
        [1, 3, 5],
      ],
    }),
  ),
  central("ashige", "血統ロマン派", { early: 4 }, choose(["血統", "斤量", "コースの長さ"], { prize: [ALL, [-1, 5]] })),
  central(
    "data",
    "賞金ランカー",
    { early: 5 },
    choose(["出走頭数", "斤量"], {
      prize: [
        ["all", "race_type"],
        [-1, 3, 5],
      ],
    }),
  ),
  central(
    "sunday",
    "日曜メイン専用",
    { early: 2 },
    choose(["騎手", "血統", "天気"], { rank: [ALL, [-1, 3]], prize: [ALL, [-1]] }),
  ),

  central(
    "premium@demo.example",
    "データの鬼",
    { early: 3 },
    choose(["騎手", "枠番", "血統", "コースの長さ"], { prize: [ALL, [-1, 5]], margin: [["all", "course_len"], [3]] }),
  ),
  central(
    "kokura",
    "ダート短距離",
    { early: 2 },
    choose(["騎手", "枠番", "馬体重"], { first_corner: [["race_type"], [3]], margin: [["all", "course_len"], [3]] }),
  ),
  central(
    "yoshida",
    "全部のせ改",
    { early: 3 },
    choose(["騎手", "枠番", "出走間隔", "斤量", "血統", "コースの長さ", "天気"], {
      prize: [ALL, [-1, 5]],
      margin: [ALL, [1, 3]],
      rank: [ALL, [3]],
    }),
  ),
  central(
    "yoshida",
    "中二週の法則",
    { early: 1 },
    choose(["出走間隔", "騎手"], { rank: [ALL, [1, 5]], margin: [ALL, [1]] }),
  ),
  central(
    "nakayama",
    "坂を越えて",
    { early: 2 },
    choose(["斤量", "血統"], {
      final_to_rank: [
        ["all", "venue"],
        [3, 5],
      ],
      margin: [ALL, [5]],
    }),
  ),
  central("ren", "騎手で選ぶ", { early: 4 }, choose(["騎手", "枠番", "出走間隔"], {})),
  central(
    "ren",
    "穴馬レーダー",
    { early: 1 },
    choose(["不利があったか", "出走間隔", "枠番"], { final_to_rank: [ALL, [1, 3]], margin: [ALL, [1]] }),
  ),
  central(
    "data",
    "ビッグデータβ",
    { early: 3 },
    choose(["騎手", "斤量", "血統", "出走頭数"], {
      margin: [
        ["all", "course_len"],
        [3, 5],
      ],
      rank: [["all", "venue"], [3]],
      prize: [ALL, [5]],
    }),
  ),
  central(
    "turf",
    "洋芝マスター",
    { early: 2 },
    choose(["天気", "血統", "芝/ダートの識別"], { rank: [["race_type"], [3, 5]] }),
  ),
  central("tamaki", "たまきの本命", { early: 3 }, choose(["騎手", "斤量"], { rank: [ALL, [-1, 1, 3]] })),

  central(
    "mizuki",
    "距離適性ナビ",
    { early: 1 },
    choose(["コースの長さ", "血統"], { rank: [["course_len"], [-1, 3]], margin: [["course_len"], [3]] }),
  ),
  central(
    "ashige",
    "白い馬が好き",
    { early: 2 },
    choose(["血統", "騎手", "枠番"], { final_corner: [ALL, [3]], rank: [ALL, [3]] }),
  ),
  nankan(
    "oi",
    "大井ナイター",
    { early: 3 },
    choose(
      ["騎手", "枠番", "斤量"],
      {
        rank: [
          ["all", "venue"],
          [3, 5],
        ],
      },
      1,
    ),
  ),
  central("kokura", "重馬場専科", { early: 5 }, choose(["天気", "斤量", "芝/ダートの識別"], { margin: [ALL, [3, 5]] })),
  central(
    "yoshida",
    "叩き二走目",
    { early: 6 },
    choose(["出走間隔", "斤量"], { margin: [ALL, [1, 3]], prize: [ALL, [-1]] }),
  ),
  central(
    "nakayama",
    "内枠先行",
    { recent: 16 },
    choose(["枠番", "コースの長さ"], { first_corner: [ALL, [1, 3]], final_corner: [ALL, [3]] }),
  ),
  central(
    "data",
    "LTR-50",
    { early: 2 },
    choose(["騎手", "枠番", "斤量", "血統"], {
      prize: [ALL, [-1, 3]],
      margin: [
        ["all", "race_type"],
        [1, 3],
      ],
      rank: [["all", "course_len"], [3]],
    }),
  ),
  nankan(
    "oi",
    "川崎コーナー名人",
    { recent: 24 },
    choose(
      ["騎手", "枠番"],
      {
        final_corner: [
          ["all", "venue"],
          [1, 3],
        ],
        rank: [ALL, [3]],
      },
      0,
    ),
  ),
  central("ren", "複勝コロガシ隊", { recent: 13 }, choose(["騎手", "斤量", "出走頭数"], { rank: [ALL, [3, 5, 10]] })),
  central(
    "mizuki",
    "最終レース請負",
    { recent: 11 },
    choose(["騎手", "馬体重", "馬体重変化"], { margin: [ALL, [1, 3]] }),
  ),

  central(
    "yoshida",
    "末脚一閃",
    { early: 4 },
    choose(["コースの長さ", "騎手"], {
      final_to_rank: [
        ["all", "course_len"],
        [1, 3],
      ],
    }),
  ),
  central(
    "yoshida",
    "万馬券への道",
    { recent: 9 },
    choose(["不利があったか", "天気", "出走頭数"], { first_to_rank: [ALL, [1, 3]], margin: [ALL, [5]] }),
  ),
  nankan(
    "oi",
    "船橋ダート道",
    { recent: 15 },
    choose(["騎手", "斤量", "血統"], { margin: [["all", "course_len"], [3]], prize: [ALL, [-1]] }, 1),
  ),
  central(
    "standard@demo.example",
    "週末の相棒",
    { early: 2 },
    choose(["騎手", "斤量", "血統"], { rank: [ALL, [1, 3, 5]], margin: [ALL, [3]] }),
  ),
  central(
    "mizuki",
    "逃げ馬ハンター",
    { early: 2 },
    choose(["枠番", "出走頭数"], {
      first_corner: [
        ["all", "venue"],
        [1, 3],
      ],
      first_to_final: [ALL, [3]],
    }),
  ),
  central(
    "unlimited@demo.example",
    "総合力No.1",
    { early: 4 },
    choose(["騎手", "枠番", "出走間隔", "斤量", "血統"], {
      rank: [
        ["all", "venue"],
        [3, 5],
      ],
      prize: [ALL, [-1]],
    }),
  ),
  central(
    "pro@demo.example",
    "差し馬スカウト",
    { early: 1 },
    choose(["騎手", "コースの長さ"], { final_to_rank: [ALL, [3, 5]], margin: [ALL, [3]] }),
  ),
  central(
    "unlimited@demo.example",
    "砂上の楼閣",
    { recent: 12 },
    choose(["騎手", "芝/ダートの識別", "枠番"], { margin: [["race_type"], [1, 3]] }),
  ),
  central(
    "premium@demo.example",
    "休み明けキラー",
    { recent: 9 },
    choose(["出走間隔", "馬体重変化", "騎手"], { rank: [ALL, [1, 3]] }),
  ),
  nankan(
    "unlimited@demo.example",
    "浦和の七不思議",
    { recent: 8 },
    choose(["騎手", "枠番", "天気"], { rank: [["all", "venue"], [3]], prize: [ALL, [-1]] }, 0),
  ),
];

/** The list with a key for each model, which follows from its place. */
export const DEMO_MODELS: readonly DemoModel[] = LIST.map((model, place) => ({
  key: `demo-model-${String(place + 1).padStart(2, "0")}`,
  ...model,
}));

/** Models trained and settled together, so that the first rankings do not wait for the whole list. */
export const DEMO_WAVE = 10;
