import fc from "fast-check";
import { expect, test } from "vitest";
import { findTextFault, showInvisible } from "#app/domain/text-faults.ts";

test.each([
  "ハチワク",
  "Ｃ．ルメール",
  "Frankel (GB)",
  "3歳上オープン・国際",
  "ジャパンＣ（ＧⅠ）",
  "São Paulo, Étoilé, Škoda",
  "芝1600m ｵｰﾌﾟﾝ",
  "辻󠄀調教師", // With a variation selector, as the family writes it.
  "𠮷野",
  "譚詩曲",
])("%s is text as it should be", (text) => {
  expect(findTextFault(text)).toBeNull();
});

test.each([
  ["two\nlines", "holds a control character"],
  ["\u0085", "holds a control character"],
  ["ウマ\u202eマウ", "holds the invisible character U+202E: remove it"],
  ["\u2066ウマ\u2069", "holds the invisible character U+2066: remove it"],
  ["ウ\u200bマ", "holds the invisible character U+200B: remove it"],
  ["ウ\ufeffマ", "holds the invisible character U+FEFF: remove it"],
  ["ウ\u00adマ", "holds the invisible character U+00AD: remove it"],
  ["ウ\u3164マ", "holds the invisible character U+3164: remove it"],
  ["ウ\u{e0041}マ", "holds the invisible character U+E0041: remove it"],
  ["ハチ\ufffdク", "holds U+FFFD"],
  ["繝上メ繝ｯ繧ｯ", "is mojibake"],
  ["ã\u0083\u008f", "holds a control character"],
  ["ãƒ\u00a1ã‚¿", "is mojibake"],
  ["ƒnƒ`ƒƒN", "is mojibake"],
])("%j is refused", (text, fault) => {
  expect(findTextFault(text)).toContain(fault);
});

test("names of kana that were read in the wrong encoding are found, whatever they are", () => {
  const kana = fc.array(
    fc.integer({ min: 0x30a2, max: 0x30f3 }).map((code) => String.fromCodePoint(code)),
    { minLength: 2, maxLength: 9 },
  );
  fc.assert(
    fc.property(kana, fc.constantFrom("shift_jis", "windows-1252"), (name, wrong) => {
      const bytes = new TextEncoder().encode(name.join(""));
      expect(findTextFault(name.join(""))).toBeNull();
      expect(findTextFault(new TextDecoder(wrong).decode(bytes))).not.toBeNull();
    }),
  );
});

test("what is printed shows what is invisible", () => {
  expect(showInvisible("ウマ\u202eマウ\u001b[2J")).toBe("ウマ\\u{202e}マウ\\u{1b}[2J");
});
