import { expect, test } from "vitest";
import { featureName, featureWords } from "#app/components/model-form/feature-words.ts";
import { allColumns, BASE_COLUMNS, fullChoice } from "#app/domain/features/catalogue.ts";
import { columnReader, featureKeyOf, groupColumns, isCounted } from "#app/domain/features/chosen-features.ts";
import { encodeValue, MISSING_CODE } from "#app/domain/features/matrix.ts";
import { RATING_KEYS } from "#app/domain/features/ratings/rating-columns.ts";

test("every feature of the catalogue has a name of its own: 364 at venue type 1, 274 above, and the basics", () => {
  for (const [venueType, count] of [
    [1, 364],
    [2, 274],
    [3, 274],
  ] as const) {
    const keys = [...groupColumns(fullChoice(venueType), venueType).keys()];
    expect(keys.filter(isCounted)).toHaveLength(count);
    expect(keys.filter((key) => !isCounted(key))).toEqual(["基本情報", ...RATING_KEYS]);
    expect(keys[0]).toBe("基本情報");
    const names = keys.map(featureName);
    expect(new Set(names).size).toBe(count + 1 + RATING_KEYS.length);
    for (const name of names) expect(name).toMatch(/^[ぁ-んァ-ヶー一-龠/（）・\d]+$/);
  }
});

test("every feature has a text for every value of its columns", () => {
  for (const [feature, columnIds] of groupColumns(fullChoice(1), 1)) {
    for (const code of [0, 1, 2, 3, 500, 2000, 32_000, 65_000, MISSING_CODE]) {
      for (const [first] of columnIds.entries()) {
        const order = [...columnIds.slice(first), ...columnIds.slice(0, first)];
        const values = order.map((columnId) => ({ columnId, value: columnReader(columnId)!(code) }));
        const words = featureWords(feature, values);
        expect(words).not.toMatch(/undefined|NaN|null|Infinity|（）|e\+|-/);
        expect(words.length).toBeGreaterThan(featureName(feature).length);
        expect(words.startsWith(featureName(feature).replace(/）$/, ""))).toBe(true);
      }
    }
    expect(featureWords(feature, [])).toBe(featureName(feature));
  }
});

test("every column belongs to its feature, and is shown in everyday units", () => {
  for (const { id } of allColumns(1)) expect(featureKeyOf(id)).not.toBeNull();
  for (const { id, feature } of BASE_COLUMNS) expect(featureKeyOf(id)).toBe(feature);
  expect(featureKeyOf("average.rank.course_len.3")).toBe("average.rank.course_len.3");
  expect([featureKeyOf("odds"), columnReader("odds")]).toEqual([null, null]);

  const read = (columnId: string, stored: number, code: { offset: number; step: number }) => {
    const reader = columnReader(columnId)!;
    return [reader(encodeValue(code, stored)), reader(MISSING_CODE)];
  };
  expect(read("average.rank.all.5", 2.3, { offset: 0, step: 0.001 })).toEqual([expect.closeTo(2.3, 9), null]);
  expect(read("average.first_to_rank.all.5", -1.5, { offset: -32, step: 0.001 })).toEqual([
    expect.closeTo(-1.5, 9),
    null,
  ]);
  const [yen] = read("average.prize.all.-1", Math.log1p(5_120_000), { offset: 0, step: 0.0005 });
  expect(Math.abs(Number(yen) / 5_120_000 - 1)).toBeLessThan(0.0003);
  expect(read("static.interval.log_days", Math.log1p(28), { offset: 0, step: 0.0005 })).toEqual([28, null]);
  expect(read("static.carried_weight.kg", 56.5, { offset: 0, step: 0.01 })).toEqual([expect.closeTo(56.5, 9), null]);
});

const one = (columnId: string, value: number | null) => [{ columnId, value }];

test("averages are described by condition, count and unit", () => {
  const said = (columnId: string, value: number | null) => featureWords(columnId, one(columnId, value));
  expect(said("average.rank.course_len.3", 2.3)).toBe("着順（同距離・近3走）平均 2.3着");
  expect(said("average.rank.all.1", 3)).toBe("着順（前走）3着");
  expect(said("average.rank.venue.1", 3)).toBe("着順（同競馬場の前走）3着");
  expect(said("average.rank.course_len.5", null)).toBe("着順（同距離・近5走）記録なし");
  expect(said("average.prize.all.-1", 5_120_000)).toBe("獲得賞金（全走）平均 512万円");
  expect(said("average.prize.all.-1", 12_345_678)).toBe("獲得賞金（全走）平均 1,235万円");
  expect(said("average.prize.race_type.3", 512_300)).toBe("獲得賞金（同じ芝・ダート・近3走）平均 51.2万円");
  expect(said("average.prize.all.1", 0)).toBe("獲得賞金（前走）0円");
  expect(said("average.margin.all.5", 0.84)).toBe("着差（近5走）平均 0.8秒差");
  expect(said("average.final_corner.all.1", 4)).toBe("最終コーナーの順位（前走）4番手");
  expect(said("average.first_to_rank.all.5", 2.14)).toBe("序盤から着順への上げ幅（近5走）平均 2.1つ上げる");
  expect(said("average.final_to_rank.all.1", -3)).toBe("最終コーナーから着順（前走）3つ下げる");
  expect(said("average.first_to_final.all.5", 0.02)).toBe("最初から最終コーナー（近5走）平均 変わらず");
});

test("static features are described by their value, and by the largest contribution if that differs", () => {
  const said = (feature: string, ...values: [string, number | null][]) =>
    featureWords(
      feature,
      values.map(([columnId, value]) => ({ columnId, value })),
    );
  expect(said("出走間隔", ["static.interval.log_days", 121], ["static.interval.days", 121])).toBe(
    "出走間隔（4か月ぶり）",
  );
  expect(said("出走間隔", ["static.interval.days", 21])).toBe("出走間隔（21日ぶり）");
  expect(said("出走間隔", ["static.interval.days", null])).toBe("出走間隔（初出走）");
  expect(said("斤量", ["static.carried_weight.kg", 56], ["static.carried_weight.change", 1])).toBe("斤量（56.0kg）");
  expect(said("斤量", ["static.carried_weight.change", -1], ["static.carried_weight.kg", 56])).toBe(
    "斤量（56.0kg・前走から−1.0kg）",
  );
  expect(said("騎手", ["static.jockey.is_same", 0], ["static.jockey.win", 1.37])).toBe("騎手（乗り替わり）");
  expect(said("騎手", ["static.jockey.win", 1.37])).toBe("騎手（勝率が期待の1.4倍）");
  expect(said("血統", ["static.pedigree.sire_distance", 0.82])).toBe("血統（父の産駒の距離別複勝率が期待の0.8倍）");
  expect(said("馬体重変化", ["static.body_weight_change.size", 4], ["static.body_weight_change.kg", -4])).toBe(
    "馬体重変化（−4kg）",
  );
  expect(said("芝/ダートの識別", ["static.surface.is_dirt", 1], ["static.surface.is_jump", 0])).toBe(
    "芝/ダートの識別（ダート）",
  );
  expect(
    said(
      "天気",
      ["static.weather.aptitude", 0.1],
      ["static.weather.is_rain", 1],
      ["static.weather.is_snow", 0],
      ["static.weather.is_cloudy", 0],
      ["static.weather.going", 2],
    ),
  ).toBe("天気（雨・重・近い馬場状態で好走）");
  expect(
    said(
      "基本情報",
      ["basic.age", 4],
      ["basic.sex_female", 0],
      ["basic.sex_gelding", 0],
      ["basic.starts", 12],
      ["basic.trainer_win", 1.2],
    ),
  ).toBe("基本情報（牡4・12戦）");
  expect(said("基本情報", ["basic.age", 4])).toBe("基本情報（4歳）");
  expect(said("コースの長さ", ["static.distance.change", 200], ["static.distance.m", 2000])).toBe(
    "コースの長さ（2,000m・前走から+200m）",
  );
  expect(said("不利があったか", ["static.trouble.last", 1])).toBe("不利があったか（前走で不利あり）");
  expect(said("枠番", ["static.post.relative", 0.1], ["static.post.bracket", 2])).toBe("枠番（2枠・内め）");
  expect(said("枠番", ["static.post.slope", 0.05])).toBe("枠番（コースの枠の有利不利 +0.05）");
  expect(said("出走間隔", ["static.interval.since_break", 1], ["static.interval.days", 21])).toBe(
    "出走間隔（21日ぶり・休み明け2走目）",
  );
});

test("ratings are named in a fan's words, with the most important value that is known", () => {
  const said = (columnId: string, value: number | null) => featureWords(featureKeyOf(columnId)!, one(columnId, value));
  expect(said("rating.strength.total", 0.314)).toBe("相手の強さを加味した着差（力量 +0.31）");
  expect(said("rating.strength.course_len", -0.2)).toBe("相手の強さを加味した着差（近い距離の力量 −0.20）");
  expect(said("rating.time.last", 0.42)).toBe("ペースと馬場差を除いたタイム（前走 基準より0.4秒速い）");
  expect(said("rating.time.best5", -1.2)).toBe("ペースと馬場差を除いたタイム（近5走の最高 基準より1.2秒遅い）");
  expect(said("rating.final.decayed", 0)).toBe("レース内でくらべた上がり（近走重視の平均 基準並み）");
  expect(said("rating.hindsight.total", 0.314)).toBe("後から見直した力（力量 +0.31）");
  expect(said("rating.class.step", 1)).toBe("昇級・降級（前走から1つ上の級）");
  expect(said("rating.class.won", -2)).toBe("昇級・降級（勝った級より2つ上の級）");
  expect(said("rating.field.step", 0.1)).toBe("相手関係（前走より強い相手）");
  expect(said("rating.final.decayed", null)).toBe("レース内でくらべた上がり（記録なし）");
});
