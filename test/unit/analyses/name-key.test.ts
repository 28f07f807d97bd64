import fc from "fast-check";
import { expect, test } from "vitest";
import { isSearchable, nameKey } from "#app/domain/racing/name-key.ts";

test("a name has one key in any kana, width, size and case", () => {
  for (const [text, key] of [
    ["ハルカナコンパス", "ハルカナコンパス"],
    ["はるかなこんぱす", "ハルカナコンパス"],
    ["ﾊﾙｶﾅｺﾝﾊﾟｽ", "ハルカナコンパス"],
    ["キャッチザウィンド", "キヤツチザウインド"],
    ["きやつち", "キヤツチ"],
    ["スーパーホース", "スパホス"],
    ["ｽｰﾊﾟｰ", "スパ"],
    ["すぱ", "スパ"],
    ["ヴァンドール", "ヴアンドル"],
    ["ゔぁん", "ヴアン"],
    ["Ｔ．テスト", "tテスト"],
    ["GⅠ", "gi"],
    ["初霜記念（ＧⅢ）", "初霜記念giii"],
    ["武 豊", "武豊"],
    ["3歳以上1勝クラス", "3歳以上1勝クラス"],
    ["３歳", "3歳"],
    ["霧ヶ峰", "霧ケ峰"],
    ["佐々木", "佐々木"],
    ["100%_*?[", "100"],
    ["　 ・ー", ""],
  ] as const)
    expect([text, nameKey(text)]).toEqual([text, key]);
});

const katakana = fc.string({
  unit: fc.integer({ min: 0x30a1, max: 0x30f6 }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 18,
});

test("hiragana and katakana have one key, the key of a key is itself, and a beginning has the beginning of the key", () => {
  const toHiragana = (text: string) =>
    text.replace(/[ァ-ヶ]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0x60));
  fc.assert(
    fc.property(katakana, fc.nat(18), (name, length) => {
      expect(nameKey(toHiragana(name))).toBe(nameKey(name));
      expect(nameKey(nameKey(name))).toBe(nameKey(name));
      expect(nameKey(name).startsWith(nameKey(name.slice(0, length)))).toBe(true);
      expect(nameKey(`${name.slice(0, length)}ー${name.slice(length)}`)).toBe(nameKey(name));
    }),
  );
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect([...nameKey(text)].length).toBeLessThanOrEqual(40);
      expect(nameKey(text)).not.toMatch(/[\s%_*?[\]ー]/u);
    }),
  );
});

test("two letters or one kanji are enough to search by", () => {
  expect(["ハル", "武", "gi", "3歳"].map(isSearchable)).toEqual([true, true, true, true]);
  expect(["", "ハ", "g", "3"].map(isSearchable)).toEqual([false, false, false, false]);
});
