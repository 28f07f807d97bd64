import { expect, test } from "vitest";
import { cleanName, isReservedName } from "#app/domain/clean-name.ts";
import { nameField } from "#app/forms/accounts/account-fields.server.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema, RENAME_MESSAGES } from "#app/forms/models/model-forms.server.ts";
import { textField } from "#app/forms/text-field.server.ts";

/** Hangul fillers, blank braille, soft hyphen, joiners, Mongolian separator, tags, marks of direction. */
const UNSEEN = ["\u3164", "\u2800", "\u115f", "\uffa0", "\u00ad", "\u200c", "\u200d", "\u180e", "\u{e0041}", "\u202e"];

const errorOf = (schema: { safeParse(text: string): { error?: { issues: { message: string }[] } } }, text: string) =>
  schema.safeParse(text).error?.issues[0]?.message;

test("a name of characters that nobody sees is missing, for users and models", () => {
  for (const text of [...UNSEEN, UNSEEN.join(""), "\u0301\u0301", "\ufe0f", "\u3000 \u2003"]) {
    const name = JSON.stringify(text);
    expect([name, errorOf(nameField, text)]).toEqual([name, "必須項目です"]);
    expect([name, errorOf(modelNameSchema(CREATE_NAME_MESSAGES), text)]).toEqual([name, "名前がありません"]);
    expect([name, errorOf(modelNameSchema(RENAME_MESSAGES), text)]).toEqual([name, "必須項目です"]);
  }
});

test("what nobody sees is removed from a text, so that two that look alike are alike", () => {
  for (const unseen of UNSEEN) expect(cleanName(`太${unseen}郎${unseen}`)).toBe("太郎");
  expect(textField(20, { lines: true }).parse("一\u200d行\r\n二\u3164行")).toBe("一行\n二行");
});

test("emoji of several parts, flags and variants of kanji stay as they are", () => {
  for (const text of ["👨‍👩‍👧‍👦の家", "👩🏽‍🚀", "🏳️‍🌈", "🏃‍♂️", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇯🇵", "1️⃣番", "葛\u{e0100}城", "がぱ", "Zoë"])
    expect(nameField.parse(text)).toBe(text.normalize("NFC"));
  // A joiner beside one picture joins nothing, and tags that are no flag show nothing.
  expect(cleanName("👨\u200d")).toBe("👨");
  expect(cleanName("🏴\u{e0061}\u{e0062}\u{e007f}")).toBe("🏴");
});

test("more than two marks on a letter are refused", () => {
  const text = `a${"\u0323\u0308"}`;
  expect(nameField.safeParse(text).success).toBe(true);
  expect(errorOf(nameField, `q${"\u0323".repeat(3)}`)).toBe("1つの文字に重ねる記号は2つまでにしてください");
  expect(errorOf(textField(500), `q${"\u0323".repeat(100)}`)).toBe("1つの文字に重ねる記号は2つまでにしてください");
});

test("a model cannot have a name that looks like that of whoever runs the site", () => {
  for (const name of [
    "運営",
    "運営\u200d",
    "運\u3164営",
    "はちわく",
    "ハチワク",
    "ﾊﾁﾜｸ号",
    "管理者",
    "管 理 者",
    "【運営】本命",
  ]) {
    expect([name, isReservedName(name)]).toEqual([name, true]);
    expect(errorOf(modelNameSchema(CREATE_NAME_MESSAGES), name)).toContain("別の名前にしてください");
  }
  for (const name of ["運試し", "営業部長", "わくわく", "ハチ", "管理人の馬"])
    expect([name, isReservedName(name)]).toEqual([name, false]);
});
