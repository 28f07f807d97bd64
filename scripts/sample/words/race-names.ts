import { dayNumber, weekdayOf } from "#app/domain/racing/japan-time.ts";

const words = (text: string): readonly string[] => text.split(/\s+/);

/** December to February, then in three-month steps. */
const SEASONS = [
  words(
    `初東風 寒椿 雪明 氷柱 水仙 霜柱 冬牡丹 寒月 粉雪 樹氷 冬木立 初霞 福寿草 千両 万両 南天 早梅 紅梅坂 冬茜 北颪 雪紐 凍星
    枯野 寒雀 冬銀河 初凪 若水 松籟 七草 雪割草 風花坂 淡雪 氷湖 寒林 雪原 冬晴`,
  ),
  words(
    `春霞 薄桜 花筏 若鮎 早苗 薫風 菜種梅雨 山吹坂 藤波 若楓 春雷 陽炎 花冷 桜雨 蓬生 雲雀野 朧月 麦笛 芽吹 春潮 東風 桃園
    芹沢 杉菜 花曇 若緑 春暁 草笛 卯月 水温 木蓮 雪解川 八十八夜 立夏 新茶 躑躅`,
  ),
  words(
    `紫陽花坂 夏木立 蛍火 遠雷 青嵐 蝉時雨 夕凪 麦秋 風鈴 白南風 夏雲 海霧 向日葵 夕立 打水 涼風 銀竜草 浜木綿 睡蓮 合歓
    夏至 滝音 夜光虫 花火 青田 夏空 朝凪 入道雲 月見草 砂丘 潮騒 線香 清流 岩魚 夏燕 雷鳥`,
  ),
  words(
    `白露 鰯雲 野分 竜胆 秋桜 初霜 小春日 紅葉坂 稲穂 月待 木犀 照葉 秋茜 霧笛 夜長 桔梗 山茶花 星月夜 落葉松 豊穣 錦木
    雁渡 菊日和 柿紅葉 秋晴 葡萄坂 虫時雨 新涼 秋麗 渡鳥 実紫 芒野 冬隣 木枯 蔦紅葉 十三夜`,
  ),
] as const;

/** Mixed with the season's words, so that a word recurs only after some weeks. */
const ALL_YEAR = words(
  `北斗 昴 天狼 銀河 琥珀 翡翠 瑠璃 瑪瑙 水晶 真珠 珊瑚 孔雀 朱雀 白虎 青龍 鳳凰 飛竜 松風 清滝 渡月 高瀬川 鞍馬 天王山 生田 鳴門
  立山 富士見 筑波 霞ヶ浦 相模 鎌倉 由比ヶ浜 箱根 石和 木曽 飛騨`,
);

/** Saturday, Sunday and an adjacent holiday, with three feature races at each of up to three central courses. */
const DAYS_A_WEEKEND = 3;
const SLOTS_A_DAY = 9;
const CENTRAL_COURSES = 3;
const CENTRAL_FEATURES = 3;
const FIRST_CENTRAL_FEATURE = 9;

const BY_SEASON = SEASONS.map((season) => season.flatMap((word, index) => [word, ALL_YEAR[index] ?? word]));

function wordAt(day: string, index: number): string {
  const season = BY_SEASON[Math.floor((Number(day.slice(5, 7)) % 12) / 3)] ?? [];
  return season[index % season.length] ?? "";
}

/** @param order index of the course on that day: central ones are the first three, with feature races 9 to 11 */
export function featureWord(day: string, order: number, raceNum: number): string {
  // Weeks from Tuesday, so that a holiday Monday belongs to the preceding weekend.
  const week = Math.floor((dayNumber(day) + 2) / 7);
  const weekday = weekdayOf(day);
  if (order >= CENTRAL_COURSES) return wordAt(day, week * 5 + weekday * 11 + order);
  const weekendDay = weekday === 6 ? 0 : weekday === 0 ? 1 : 2;
  const slot = order * CENTRAL_FEATURES + (Math.max(0, raceNum - FIRST_CENTRAL_FEATURE) % CENTRAL_FEATURES);
  return wordAt(day, (week * DAYS_A_WEEKEND + weekendDay) * SLOTS_A_DAY + slot);
}

/** A regional course's main feature race has the same name in the same week of every year. */
export function regionalStakesName(day: string, { code, name }: { code: string; name: string }): string {
  const week = Math.floor((dayNumber(day) - dayNumber(`${day.slice(0, 4)}-01-01`)) / 7);
  const suffix = ["記念", "賞", "カップ", "杯"][week % 4] ?? "賞";
  return `${name}${wordAt(day, week * 7 + Number(code))}${suffix}`;
}
