import { KIND_WORDS } from "#app/components/models/model-words.ts";
import { formatCount, formatSigned } from "#app/components/parts/numbers.ts";
import { GOING_WORDS } from "#app/components/parts/race-words.ts";
import { type BASIC_INFORMATION, type BaseColumnId, parseAverageColumn } from "#app/domain/features/catalogue.ts";
import type { AverageKind, RaceCustomize, RaceNum, StaticFeature } from "#app/domain/features/choice.ts";
import { isRatingKey, type RatingColumnId, type RatingKey } from "#app/domain/features/ratings/rating-columns.ts";
import { GOINGS } from "#app/domain/racing/race.ts";

/** In everyday units; null if missing. */
interface ColumnValue {
  columnId: string;
  value: number | null;
}

/** Conditions of an average in short; none for all races. */
const CONDITION_WORDS: Record<RaceCustomize, string | null> = {
  all: null,
  course_len: "同距離",
  venue: "同競馬場",
  race_type: "同じ芝・ダート",
};

/** A chosen feature by its key: 着順（同距離・近3走）, 騎手, 基本情報. */
export function featureName(feature: string): string {
  if (isRatingKey(feature)) return RATING_NAMES[feature];
  const average = parseAverageColumn(feature);
  if (average === null) return feature;
  return `${KIND_WORDS[average.kind].name}（${scopeWords(average.customize, average.raceNum)}）`;
}

/**
 * A feature with its values for a runner: 着順（同距離・近3走）平均 2.3着, 斤量（56.0kg）, 出走間隔（4か月ぶり）. `values` begin with the most
 * important column; without any, the name alone.
 */
export function featureWords(feature: string, values: readonly ColumnValue[]): string {
  const name = featureName(feature);
  if (values.length === 0) return name;
  if (isRatingKey(feature)) return `${name}（${ratingWords(values)}）`;
  const average = parseAverageColumn(feature);
  if (average !== null) {
    const value = values[0]?.value ?? null;
    return `${name}${value === null ? "記録なし" : averageWords(average.kind, average.raceNum, value)}`;
  }
  return isBaseFeature(feature) ? `${feature}（${baseWords(feature, values)}）` : feature;
}

function isBaseFeature(feature: string): feature is keyof typeof FACTS {
  return Object.hasOwn(FACTS, feature);
}

/** Ratings come with averages and cannot be chosen. */
const RATING_NAMES: Record<RatingKey, string> = {
  "rating.strength": "相手の強さを加味した着差",
  "rating.hindsight": "後から見直した力",
  "rating.field": "相手関係",
  "rating.time": "ペースと馬場差を除いたタイム",
  "rating.final": "レース内でくらべた上がり",
  "rating.class": "昇級・降級",
  "rating.gain": "道中からの追い上げ",
  "rating.style": "コースと脚質の相性",
};

function ratingWords(values: readonly ColumnValue[]): string {
  const known = values.find(({ columnId, value }) => value !== null && columnId in RATING_WORDS);
  return known === undefined ? "記録なし" : RATING_WORDS[known.columnId as RatingColumnId](known.value ?? 0);
}

const RATING_WORDS: Record<RatingColumnId, (value: number) => string> = {
  "rating.strength.total": (value) => `力量 ${formatSigned(value, 2, "±")}`,
  "rating.strength.sd": (value) => `力量の幅 ±${value.toFixed(2)}`,
  "rating.strength.course_len": (value) => `近い距離の力量 ${formatSigned(value, 2, "±")}`,
  "rating.strength.venue": (value) => `同競馬場の力量 ${formatSigned(value, 2, "±")}`,
  "rating.strength.race_type": (value) => `同じ芝・ダートの力量 ${formatSigned(value, 2, "±")}`,
  "rating.figure.last": (value) => `前走 ${formatSigned(value, 2, "±")}`,
  "rating.figure.decayed": (value) => `近走重視の平均 ${formatSigned(value, 2, "±")}`,
  "rating.hindsight.total": (value) => `力量 ${formatSigned(value, 2, "±")}`,
  "rating.hindsight.starts": (value) => `もとにした近走 ${value.toFixed(1)}走分`,
  "rating.field.now": (value) => (value < 0 ? "相手が上" : "相手より上"),
  "rating.field.step": (value) => `前走より${opponentWords(value)}`,
  "rating.field.step_3": (value) => `近3走より${opponentWords(value)}`,
  "rating.time.last": (value) => `前走 ${fasterWords(value)}`,
  "rating.time.best5": (value) => `近5走の最高 ${fasterWords(value)}`,
  "rating.time.decayed": (value) => `近走重視の平均 ${fasterWords(value)}`,
  "rating.time.mean_3": (value) => `近3走の平均 ${fasterWords(value)}`,
  "rating.time.best": (value) => `自己最高 ${fasterWords(value)}`,
  "rating.time.course_len": (value) => `近い距離の最高 ${fasterWords(value)}`,
  "rating.time.race_type": (value) => `同じ芝・ダートの平均 ${fasterWords(value)}`,
  "rating.final.decayed": (value) => `近走重視の平均 ${fasterWords(value)}`,
  "rating.class.step": (steps) =>
    steps === 0 ? "前走と同じ級" : `前走から${Math.abs(steps)}つ${steps > 0 ? "上" : "下"}の級`,
  "rating.class.placed": (steps) => `3着以内の級より${classWords(steps)}`,
  "rating.class.won": (steps) => `勝った級より${classWords(steps)}`,
  "rating.class.starts": (starts) => `この級以上で${starts}戦`,
  "rating.class.finish": (part) => (part < 0 ? "この級以上で苦戦" : "この級以上で好走"),
  "rating.class.first": (isFirst) => (isFirst === 1 ? "この級は初めて" : "この級を経験"),
  "rating.gain.mean_3": (part) => (part < 0 ? "後退しがち" : "追い上げる"),
  "rating.gain.paced_3": (part) => (part < 0 ? "流れに助けられた近走" : "流れに逆らった近走"),
  "rating.style.course": (value) => (value < 0 ? "このコースに不向き" : "このコース向き"),
};

function opponentWords(step: number): string {
  if (Math.abs(step) < 0.005) return "同じくらいの相手";
  return step > 0 ? "強い相手" : "楽な相手";
}

/** Above or below a class that the horse has mastered. @param steps what it has mastered less the class of the race */
function classWords(steps: number): string {
  if (steps === 0) return "同じ級";
  return steps > 0 ? `${steps}つ下の級` : `${-steps}つ上の級`;
}

function fasterWords(seconds: number): string {
  const size = Math.abs(seconds).toFixed(1);
  if (Number(size) === 0) return "基準並み";
  return `基準より${size}秒${seconds > 0 ? "速い" : "遅い"}`;
}

/** 近3走, 同距離・全走, 同距離の前走. */
function scopeWords(customize: RaceCustomize, raceNum: RaceNum): string {
  const condition = CONDITION_WORDS[customize];
  if (raceNum === 1) return condition === null ? "前走" : `${condition}の前走`;
  const starts = raceNum === -1 ? "全走" : `近${raceNum}走`;
  return condition === null ? starts : `${condition}・${starts}`;
}

/** A single start has no average, and its positions are integers. */
function averageWords(kind: AverageKind, raceNum: RaceNum, value: number): string {
  const decimals = raceNum === 1 ? 0 : 1;
  const words = AVERAGE_WORDS[kind](value, decimals);
  return raceNum === 1 ? words : `平均 ${words}`;
}

const AVERAGE_WORDS: Record<AverageKind, (value: number, decimals: number) => string> = {
  prize: (yen) => `${formatTenThousands(yen)}円`,
  margin: (seconds) => `${seconds.toFixed(1)}秒差`,
  rank: (position, decimals) => `${position.toFixed(decimals)}着`,
  first_corner: (position, decimals) => `${position.toFixed(decimals)}番手`,
  final_corner: (position, decimals) => `${position.toFixed(decimals)}番手`,
  first_to_rank: gainWords,
  first_to_final: gainWords,
  final_to_rank: gainWords,
};

function gainWords(gain: number, decimals: number): string {
  const size = Math.abs(gain).toFixed(decimals);
  if (Number(size) === 0) return "変わらず";
  return gain > 0 ? `${size}つ上げる` : `${size}つ下げる`;
}

/** 512万, 51.2万, 0. */
function formatTenThousands(yen: number): string {
  if (yen === 0) return "0";
  const tenThousands = yen / 10_000;
  return `${tenThousands < 100 ? tenThousands.toFixed(1) : formatCount(Math.round(tenThousands))}万`;
}

/** The plain fact of a feature, then its most important column if that adds something. */
function baseWords(feature: StaticFeature | typeof BASIC_INFORMATION, values: readonly ColumnValue[]): string {
  const known = new Map<string, number>();
  for (const { columnId, value } of values) if (value !== null) known.set(columnId, value);
  const fact = FACTS[feature]((columnId) => known.get(columnId) ?? null);
  const strongest = values.find(({ value }) => value !== null);
  const words = strongest && WORDS_BY_COLUMN.get(strongest.columnId)?.(strongest.value ?? 0);
  const parts = [fact, words].filter((part) => part != null);
  return parts.length === 0 ? (MISSING_WORDS[feature] ?? "不明") : parts.join("・");
}

type Read = (columnId: BaseColumnId) => number | null;

/** The fact by which readers recognise a feature; null if unknown. */
const FACTS: Record<StaticFeature | typeof BASIC_INFORMATION, (read: Read) => string | null> = {
  基本情報: (read) => {
    const age = read("basic.age");
    const starts = read("basic.starts");
    const sex = sexWord(read);
    const words = [
      age === null ? sex : `${sex}${age}${sex === "" ? "歳" : ""}`,
      starts === null ? "" : `${starts}戦`,
    ].filter((word) => word !== "");
    return words.length === 0 ? null : words.join("・");
  },
  騎手: () => null,
  枠番: (read) => format(read("static.post.bracket"), (bracket) => `${bracket}枠`),
  出走間隔: (read) =>
    format(read("static.interval.days") ?? read("static.interval.log_days"), intervalWords) ??
    format(read("static.interval.starts_365"), () => "初出走"),
  出走頭数: (read) => format(read("static.field.size"), (runners) => `${runners}頭`),
  馬体重: (read) => format(read("static.body_weight.kg"), (kg) => `${kg}kg`),
  馬体重変化: (read) => format(read("static.body_weight_change.kg"), (kg) => signed(kg, 0, "kg")),
  斤量: (read) => format(read("static.carried_weight.kg"), (kg) => `${kg.toFixed(1)}kg`),
  血統: () => null,
  コースの長さ: (read) => format(read("static.distance.m"), (m) => `${formatCount(m)}m`),
  "芝/ダートの識別": (read) => {
    if (read("static.surface.is_jump") === 1) return "障害";
    return format(read("static.surface.is_dirt"), (isDirt) => (isDirt === 1 ? "ダート" : "芝"));
  },
  不利があったか: (read) =>
    format(read("static.trouble.last"), (isHampered) => (isHampered === 1 ? "前走で不利あり" : "前走は不利なし")),
  天気: (read) => {
    const going = format(read("static.weather.going"), (code) => {
      const word = GOINGS[code];
      return word === undefined ? null : GOING_WORDS[word];
    });
    const words = [weatherWord(read), going].filter((word) => word !== null);
    return words.length === 0 ? null : words.join("・");
  },
};

/** Else 不明. */
const MISSING_WORDS: Partial<Record<StaticFeature | typeof BASIC_INFORMATION, string>> = {
  騎手: "記録なし",
  枠番: "未定",
  出走間隔: "初出走",
  馬体重: "未発表",
  不利があったか: "記録なし",
  天気: "未発表",
};

/** Part of their feature's fact. */
type FactColumn =
  | `basic.${"sex_female" | "sex_gelding" | "age" | "starts"}`
  | `static.${"interval.days" | "interval.log_days" | "post.bracket" | "field.size" | "distance.m"}`
  | `static.${"body_weight.kg" | "body_weight_change.kg" | "body_weight_change.size" | "carried_weight.kg"}`
  | `static.${"surface.is_dirt" | "surface.is_jump" | "trouble.last"}`
  | `static.weather.${"is_cloudy" | "is_rain" | "is_snow" | "going"}`;

const COLUMN_WORDS: Record<Exclude<BaseColumnId, FactColumn>, (value: number) => string> = {
  "basic.female_season": (season) =>
    season > 0 ? "牝馬には寒い時期" : season < 0 ? "牝馬には暖かい時期" : "季節の影響なし",
  "basic.trainer_form": (value) => `調教師の最近の調子 ${formatSigned(value, 2, "±")}`,
  "basic.trainer_win": (ratio) => ratioWords("調教師の勝率", ratio),
  "static.jockey.win": (ratio) => ratioWords("勝率", ratio),
  "static.jockey.place": (ratio) => ratioWords("複勝率", ratio),
  "static.jockey.recent_win": (ratio) => ratioWords("最近の勝率", ratio),
  "static.jockey.rides": (rides) => `騎乗${formatCount(rides)}回`,
  "static.jockey.hindsight": (value) => `後から見直した力量 ${formatSigned(value, 2, "±")}`,
  "static.jockey.form": (value) => `最近の調子 ${formatSigned(value, 2, "±")}`,
  "static.jockey.rating": (value) => `馬の力を除いた力量 ${formatSigned(value, 2, "±")}`,
  "static.jockey.is_same": (isSame) => (isSame === 1 ? "前走と同じ" : "乗り替わり"),
  "static.post.relative": (part) => (part < 0.35 ? "内め" : part > 0.65 ? "外め" : "中ほど"),
  "static.post.course_win": (ratio) => ratioWords("このコースのこの枠位置の勝率", ratio),
  "static.post.slope": (value) => `コースの枠の有利不利 ${formatSigned(value, 2, "±")}`,
  "static.interval.starts_90": (starts) => `90日で${starts}戦`,
  "static.interval.starts_365": (starts) => `1年で${starts}戦`,
  "static.interval.since_break": sinceBreakWords,
  "static.field.aptitude": (aptitude) => aptitudeWords("近い頭数", aptitude),
  "static.body_weight.from_mean": (kg) => `平均より${signed(kg, 0, "kg")}`,
  "static.carried_weight.change": (kg) => (kg === 0 ? "前走と同じ" : `前走から${signed(kg, 1, "kg")}`),
  "static.pedigree.sire_win": (ratio) => ratioWords("父の産駒の勝率", ratio),
  "static.pedigree.sire_place": (ratio) => ratioWords("父の産駒の複勝率", ratio),
  "static.pedigree.sire_surface": (ratio) => ratioWords("父の産駒の芝・ダート別複勝率", ratio),
  "static.pedigree.sire_distance": (ratio) => ratioWords("父の産駒の距離別複勝率", ratio),
  "static.pedigree.dam_sire_place": (ratio) => ratioWords("母父の複勝率", ratio),
  "static.pedigree.dam_sire_surface": (ratio) => ratioWords("母父の芝・ダート別複勝率", ratio),
  "static.distance.change": (m) => (m === 0 ? "前走と同じ距離" : `前走から${signed(m, 0, "m")}`),
  "static.distance.aptitude": (aptitude) => aptitudeWords("近い距離", aptitude),
  "static.surface.is_switch": (isSwitch) => (isSwitch === 1 ? "前走と替わる" : "前走と同じ"),
  "static.surface.starts": (starts) => `同条件${starts}戦`,
  "static.surface.aptitude": (aptitude) => aptitudeWords("同条件", aptitude),
  "static.weather.aptitude": (aptitude) => aptitudeWords("近い馬場状態", aptitude),
};

const WORDS_BY_COLUMN = new Map<string, (value: number) => string>(Object.entries(COLUMN_WORDS));

function format<Word extends string | null>(value: number | null, words: (value: number) => Word): Word | null {
  return value === null ? null : words(value);
}

function sexWord(read: Read): string {
  if (read("basic.sex_female") === 1) return "牝";
  if (read("basic.sex_gelding") === 1) return "せん";
  return read("basic.sex_female") === 0 && read("basic.sex_gelding") === 0 ? "牡" : "";
}

function weatherWord(read: Read): string | null {
  if (read("static.weather.is_rain") === 1) return "雨";
  if (read("static.weather.is_snow") === 1) return "雪";
  return format(read("static.weather.is_cloudy"), (isCloudy) => (isCloudy === 1 ? "曇" : "晴"));
}

function intervalWords(days: number): string {
  return days < 60 ? `${days}日ぶり` : `${Math.round(days / 30.44)}か月ぶり`;
}

/** 休み明け, 休み明け2走目; beyond five starts there was no break of late. */
function sinceBreakWords(starts: number): string {
  if (starts === 0) return "休み明け";
  return starts > 5 ? "使い込み" : `休み明け${starts + 1}走目`;
}

/** A ratio to the rate by chance in fields of the same size. */
function ratioWords(of: string, ratio: number): string {
  return `${of}が期待の${ratio.toFixed(1)}倍`;
}

function aptitudeWords(under: string, aptitude: number): string {
  if (Math.abs(aptitude) < 0.01) return `${under}でもふだん並み`;
  return aptitude > 0 ? `${under}で好走` : `${under}で苦戦`;
}

function signed(value: number, decimals: number, unit: string): string {
  return `${formatSigned(value, decimals, "±")}${unit}`;
}
