/**
 * Invented names. Horses are put together from made-up crowns, plain words and made-up stems; people from rare family
 * names. No list here was taken from real horses or people.
 */

import type { Stream } from "./random.ts";

const MAX_KANA = 9;

/** Made-up owners' crowns. */
const CROWNS =
  "ルミゼ カゾナ ノエヴァ ミトラセ ソラゼン ヒヨナギ ユメガワ トキメロ ホシナム アサギリノ ツユノハ コハクノ ルリガケ ハクトラ シロガネノ ナギサノ キサラノ オボロ カザミノ ミナモ ヤマセノ ユキシロ ソヨカ タソガレノ アカネサ クレハノ モエギ サザメキ ヨイマチ ハルカゼノ ゼルヴァ リゼッタノ モルタナ フィオゼ グラゼル ベルノワ セルミオ パルゼナ オルミス ヴィノラ レゼルブ カルミゼ ドルネア ミゼラン ロゼンタ テオミル ザルミナ エルゼム シオラノ ネロゼア ワカセノ イズミガ ミヤビノ クモイノ フジナミノ セセラギ ヒナタノ トワノ ツキヨノ アマネク".split(
    " ",
  );

const WORDS =
  "アロー ブレイブ カノン ダンサー エコー フレア ギフト ハーモニー インパルス ジュエル キャンドル ランプ ミスト ノクターン オーロラ パレット クエスト ロケット セレナ トレイル ユニオン ヴェール ウィスパー ゼファー ボンド クラウン デイズ エンブレム フィールド グレイス ホープ アイリス ジャーニー ナイト リズム ソング タイド ウイング アンサー ブルーム コンパス ドリフト エール フォート グロウ ハート ルージュ メロディ ネクター オアシス プリズム リボン スパーク ティアラ バレー ワルツ ビジョン キッス レター マーチ ノート パルス ロード シード トーン ベル ウェーブ クロス リーフ メイズ スノウ レイン ダスク ライン ポエム ステップ フルート ビート コード サイン テール リング ピース フォルテ カーニバル マリン コスモ ソレイユ エポック".split(
    " ",
  );

const ENDINGS =
  "リア ノス ゼル ミナ ヴァン ルカ シオン ラーダ ネア トリス カーノ ベル ミオ ザード レオン ソナ フィア グラン ディア ロッサ ミラ ノア ゼット ランド シア ヴィス オラ ニカ レード ブラン セラ モンド タール リーノ アス イード エル ウス オーレ カミル".split(
    " ",
  );

const STEM_KANA =
  "ア イ エ オ カ ク コ サ シ セ ソ タ テ ト ナ ニ ネ ノ ハ フ ホ マ ミ ム メ モ ヤ ユ ヨ ラ リ ル レ ロ ワ ガ グ ゴ ザ ゼ ダ デ ド バ ビ ベ ジ".split(
    " ",
  );

const FAMILY_NAMES =
  "霧沢 砂原 星ヶ谷 朝倉谷 霜村 白鷺 鳴瀬川 葦原 灯野 雪代 風早 藍原 蒼井田 茜谷 露木原 樫山 水無瀬 雲井 虹川 鹿野森 椿原 楓沢 橘野 杉浦谷 檜山田 柳瀬川 萩野谷 桐生田 菫野 藤波江 波多江田 磯貝田 沖ノ瀬 浜風 岬田 渚野 入江谷 汐見沢 島影 舟木原 暁山 宵野 黎川 望月沢 有明田 日向野 影山谷 陽田 東雲 夕凪 石動田 岩清水 砥波 峰岸谷 嶺野 谷地森 沢渡野 滝ノ上 泉川原 源田野".split(
    " ",
  );

const GIVEN_NAMES =
  "颯太朗 蓮司 湊斗 悠真 朔也 樹生 隼平 凌河 海里 奏汰 律希 旭陽 岳斗 晴臣 航志 瑛介 直弥 拓杜 圭梧 慎也 誠吾 亮磨 翔英 匠海 陸央 新平 健十郎 泰雅 正宗 文哉 宗一 雄飛 透馬 昴流 千景 美晴 紗季 彩羽 菜月 琴音".split(
    " ",
  );

/** First parts of feature-race names: moods and things of the season, no race of that name is known to us. */
const RACE_FIRST =
  "銀砂 藍晶 朝靄 霧笛岬 木漏日 青嵐坂 風見丘 霜柱 花筏橋 蛍火 白露野 山茶花坂 初霜原 星屑坂 月待 雪解川 若鮎瀬 麦秋野 紫陽花坂 夏木立 遠雷 流星原 秋桜野 稲穂波 落葉径 冬銀河 寒椿坂 早苗野 桐花 薫風坂 蝉時雨 鰯雲 野分坂 竜胆野 紅葉筏 小春野 氷柱坂 梅見坂 春霞野 桜雨".split(
    " ",
  );

const PRIZE_FIRST = "蒼天 琥珀 翡翠 黎明 暁光 天鵝 銀嶺 金風 瑞雲 紫電".split(" ");

/** A katakana name of 2–9 kana that nobody in `taken` bears; it is added to `taken`. */
export function inventHorseName(stream: Stream, taken: Set<string>): string {
  for (;;) {
    const stem = stream.pick(STEM_KANA) + stream.pick(STEM_KANA);
    const kind = stream.uniform();
    const name =
      kind < 0.45
        ? stream.pick(CROWNS) + stream.pick(WORDS)
        : kind < 0.7
          ? stem + stream.pick(STEM_KANA) + stream.pick(ENDINGS)
          : stem + stream.pick(WORDS);
    if (name.length > MAX_KANA || taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

/** A person's name that nobody in `taken` bears; it is added to `taken`. */
export function inventPersonName(stream: Stream, taken: Set<string>): string {
  for (;;) {
    const name = `${stream.pick(FAMILY_NAMES)} ${stream.pick(GIVEN_NAMES)}`;
    if (taken.has(name)) continue;
    taken.add(name);
    return name;
  }
}

export function inventSpecialName(stream: Stream, suffix: "特別" | "ステークス" | "賞" | "ハンデキャップ"): string {
  return stream.pick(RACE_FIRST) + suffix;
}

export function inventPrizeName(stream: Stream): string {
  return `${stream.pick(PRIZE_FIRST)}記念`;
}
