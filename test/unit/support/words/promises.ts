/** Phrases that promise a gain, or lead to bets as if they were one. */
const PROMISES: readonly RegExp[] = [
  /(必ず|かならず|確実に|絶対に?|間違いなく).{0,12}(当た|当て|的中|勝て|勝ち|儲|もうか|利益|稼|プラス|黒字|回収)/,
  /(儲|もう)(か[らりるれっろ]|け[たてらるま])/,
  /稼(げ|ぎ|ぐ|ご)/,
  /(利益|収益|プラス収支|黒字|収入|副収入).{0,6}(出せ|出ま|出る|得られ|得ら|生み|上げられ|保証|約束|狙え|見こめ|見込め|期待でき)/,
  /(当たり|的中|回収率|払戻|勝ち).{0,6}(を|が)?(保証|約束)/,
  /回収率.{0,3}(100|１００)[%％].{0,4}(超え|こえ|以上|達成)(ます|る$|る。|可能)/,
  /(損|負け)(を|が)?(しない|しません|ない馬券|なくなり)/,
  /元(が|を)(取れ|取り返)/,
  /(負け|損|失った(額|分|お金)).{0,4}(を|も)?(取り返|取り戻)/,
  /勝てる(ように|AI|予想|馬券|モデル)|勝ち続け|当たり続け|外れない|当たる(予想|馬券|AI)/,
  /一攫千金|億万長者|不労所得|副業|資産(運用|形成)|投資(術|効率|になり)|爆益|濡れ手/,
  /(高配当|万馬券|大穴)(を|が)(狙え|取れ|当た|当て)/,
  /今すぐ(買|賭)|買い時|買わないと損|おいしい馬券|鉄板(レース|の馬|予想)/,
];

/** A sentence that says the opposite. */
const DENIALS = /約束しません|約束するものではありません|保証しません|保証するものではありません|とは限りません/;

/** What these pages forbid, or define, in words that would promise elsewhere. */
const ALLOWED: readonly string[] = [
  "結果を、確実に利益が出るもののように示すこと",
  "くじ引きを0、必ず当たる予測を100とし、同じ日の全モデルの平均との差で測ります",
];

/** The sentences of a text that promise a gain; none where each is denied in the same sentence, or allowed. */
export function findPromises(text: string): string[] {
  return text
    .normalize("NFKC")
    .split(/[。！!\n]/)
    .map((sentence) => sentence.replace(/\s+/g, "").trim())
    .filter((sentence) => PROMISES.some((promise) => promise.test(sentence)))
    .filter((sentence) => !DENIALS.test(sentence) && !ALLOWED.some((allowed) => sentence.endsWith(squeezed(allowed))));
}

const squeezed = (text: string): string => text.normalize("NFKC").replace(/\s+/g, "");

/** What a page says: its text, with that of its attributes and of its description for other sites. */
export function textOfPage(html: string): string {
  const shown = html.replace(/<(script|style|svg)\b.*?<\/\1>/gs, "\n");
  const attributes = [...shown.matchAll(/\s(?:alt|content|aria-label|placeholder|title|value)="([^"]*)"/g)];
  return [
    shown
      // Words that are set in one piece, and links, stand within their sentence.
      .replace(/<\/?(?:a|b|strong|em|i|small|span|wbr|br|sub|sup)\b[^>]*>/g, "")
      .replace(/<[^>]*>/g, "\n"),
    ...attributes.map(([, text = ""]) => text),
  ]
    .join("\n")
    .replace(/<!--.*?-->/g, "")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'");
}
