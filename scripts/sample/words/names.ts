import type { Stream } from "#scripts/sample/random.ts";
import { FAMOUS_NAMES, FIRST_WORDS, LONE_WORDS, SECOND_WORDS } from "./horse-words.ts";

const MAX_KANA = 9;
const MAX_PERSON_NAME = 4;
const LONE_SHARE = 0.01;
/** Combinations with a first word run short after some ten thousand horses; then two second words are combined. */
const TRIES_WITH_FIRST_WORD = 8;

const FAMILY_NAMES =
  "相沢 青柳 秋元 浅井 芦田 荒木 飯島 池永 石渡 市川 稲葉 今泉 岩瀬 植村 臼井 榎本 遠藤 大久保 大沢 岡崎 奥村 小野寺 笠原 片岡 金子 川辺 神谷 木下 久保田 栗原 黒木 桑原 小池 河野 小松 近藤 斎賀 坂口 桜庭 佐久間 篠原 島田 清水 白石 菅野 杉本 関口 高田 滝沢 竹内 立花 谷口 千葉 辻 土屋 堤 寺田 富永 中川 長尾 永井 成田 新山 西岡 野口 橋本 長谷 服部 早川 原口 東 樋口 平野 深沢 福島 藤森 古川 星野 堀江 本間 前川 増田 松浦 丸山 三島 水野 宮川 村上 望月 森下 八木 安藤 山本 湯浅 横田 若林 渡会".split(
    " ",
  );

const GIVEN_NAMES =
  "颯太 蓮 湊斗 悠真 朔也 樹 隼平 涼介 海里 奏汰 律希 旭 岳 晴臣 航 瑛介 直弥 拓実 圭吾 慎也 誠 亮 翔英 匠 陸 新 健 泰雅 正宏 文哉 宗一郎 雄飛 透 昴 大樹 和也 俊輔 智之 達也 浩二 光 勇気 祐介 駿 哲平 恭平 裕太 秀明 幹夫 義人 敬 修 徹 豊明 茂樹 昭彦 孝之 千景 美晴 紗季 彩羽 菜月 琴音 七海 葵".split(
    " ",
  );

/** Invents a katakana name of 2–9 kana that is not in `taken`, and adds it. */
export function inventHorseName(stream: Stream, taken: Set<string>): string {
  for (let tries = 1; ; tries++) {
    const firsts = tries > TRIES_WITH_FIRST_WORD ? SECOND_WORDS : FIRST_WORDS;
    const [first, second] = [stream.pick(firsts), stream.pick(SECOND_WORDS)];
    const name = stream.chance(LONE_SHARE) ? stream.pick(LONE_WORDS) : first + second;
    if (first === second || name.length > MAX_KANA || taken.has(name) || FAMOUS_NAMES.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/**
 * Invents a person's name that is not in `taken`, and adds it: without a space and with four characters at most, as
 * organisers write names.
 */
export function inventPersonName(stream: Stream, taken: Set<string>): string {
  for (;;) {
    const name = `${stream.pick(FAMILY_NAMES)}${stream.pick(GIVEN_NAMES)}`.slice(0, MAX_PERSON_NAME);
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}
