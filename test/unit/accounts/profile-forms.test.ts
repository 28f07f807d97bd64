import { expect, test } from "vitest";
import { accountDeletionFormSchema } from "#app/forms/accounts/account-deletion.server.ts";
import {
  clearedValues,
  PROFILE_FIELDS,
  profileEntries,
  profileFormSchema,
  readCleared,
} from "#app/forms/accounts/profile.server.ts";
import { fieldErrors } from "#app/forms/refusal.ts";

/** The errors of the form, one per field, or the changes. */
function told(fields: Record<string, string>) {
  const parsed = profileFormSchema.safeParse({ name: "はやて", ...fields });
  return parsed.success ? parsed.data : fieldErrors(parsed.error);
}

/** A form that changes only the name. */
const NOTHING = { name: "はやて", currentPassword: "" };
const UNKNOWN = "選んだ項目が見つかりません。もう一度選んでください。";

test("the profile requires a name only; a missing or blank field changes nothing", () => {
  expect(told({ name: "　" })).toEqual({ name: "必須項目です" });
  expect(told({})).toEqual(NOTHING);
  const blank = Object.fromEntries(
    PROFILE_FIELDS.filter((field) => field !== "name").flatMap((field, index) => [[field, index % 2 ? "" : " 　"]]),
  );
  expect(told(blank)).toEqual(NOTHING);
});

test("a field ticked to be emptied is cleared whatever it contains; others and unknown ones are not", () => {
  const form = new FormData();
  const typed = {
    name: "はやて",
    favHorse: "ハチワクスター",
    favJockey: "",
    phoneNumber: "x",
    sex: "2",
    racingExperience: "7",
  };
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  for (const name of ["phoneNumber", "favHorse", "sex", "racingExperience", "name", "email", "icon", "nothing"])
    form.append("clear", name);
  const cleared = readCleared(form);
  expect(cleared).toEqual(["sex", "phoneNumber", "racingExperience", "favHorse"]);
  expect(profileFormSchema.parse(profileEntries(form, cleared))).toEqual(NOTHING);
  expect(clearedValues(cleared)).toEqual({ sex: 0, phoneNumber: "", racingExperience: 0, favHorse: "" });
});

test("choices of the profile are numbers of their lists; values the page never offers are reported", () => {
  const chosen = { sex: "2", favTicketType: "8", prefectures: "47", icon: "star", racingExperience: "100" };
  expect(told(chosen)).toEqual({
    ...NOTHING,
    sex: 2,
    favTicketType: 8,
    prefectures: 47,
    icon: "star",
    racingExperience: 100,
  });
  expect(told({ sex: "0", favTicketType: "0", prefectures: "0" })).toMatchObject({
    sex: 0,
    favTicketType: 0,
    prefectures: 0,
  });
  for (const [field, beyond] of [
    ["sex", "3"],
    ["favTicketType", "9"],
    ["prefectures", "48"],
    ["icon", "https://evil.example/icon.svg"],
  ] as const) {
    expect(told({ [field]: beyond })).toEqual({ [field]: UNKNOWN });
  }
  for (const bad of ["-1", "1.5", "1e1", "男性", "0x1"]) expect(told({ sex: bad })).toEqual({ sex: UNKNOWN });
  for (const bad of ["101", "-1", "ten"]) {
    expect(told({ racingExperience: bad })).toEqual({ racingExperience: "0から100までの数字で入力してください" });
  }
});

test("days and phone numbers of the profile must be well-formed, its texts of limited length", () => {
  expect(told({ birthDate: "2000-02-29", phoneNumber: " +81 (0)90-1234-5678 " })).toEqual({
    ...NOTHING,
    birthDate: "2000-02-29",
    phoneNumber: "+81 (0)90-1234-5678",
  });
  for (const day of ["2001-02-29", "1899-12-31", "29/02/2000", "2000-2-9"]) {
    expect(told({ birthDate: day })).toEqual({ birthDate: "日付の形式が正しくありません" });
  }
  expect(told({ phoneNumber: "０９０" })).toEqual({
    phoneNumber: "電話番号は半角の数字とハイフンで入力してください",
  });
  expect(told({ favHorse: "あ".repeat(100), profile: "い".repeat(1000) })).toMatchObject({
    favHorse: "あ".repeat(100),
    profile: "い".repeat(1000),
  });
  expect(told({ favJockey: "あ".repeat(101), raceOfMemories: "あ".repeat(101), profile: "い".repeat(1001) })).toEqual({
    favJockey: "100文字以内にしてください",
    raceOfMemories: "100文字以内にしてください",
    profile: "1000文字以内にしてください",
  });
});

test("multi-line texts of the profile keep their line breaks, and no mark that reverses a page", () => {
  expect(told({ profile: " 一行目\r\n二行目\u0000\u202E ", favHorse: "ハチ\nワク\u2066" })).toMatchObject({
    profile: "一行目\n二行目",
    favHorse: "ハチワク",
  });
});

test("a new address must look like one; the password is kept as typed, and not shown again", () => {
  expect(told({ email: " taro@example.jp ", currentPassword: " as typed " })).toEqual({
    name: "はやて",
    email: "taro@example.jp",
    currentPassword: " as typed ",
  });
  expect(told({ email: "taro" })).toEqual({ email: "メールアドレスの形式が正しくありません" });
  expect(PROFILE_FIELDS).not.toContain("currentPassword");
});

test("deleting an account requires its password and the tick", () => {
  const say = (fields: Record<string, string>) => {
    const parsed = accountDeletionFormSchema.safeParse(fields);
    return parsed.success ? parsed.data : fieldErrors(parsed.error);
  };
  expect(say({})).toEqual({ password: "必須項目です", understood: "必須項目です" });
  expect(say({ password: "", understood: "true" })).toEqual({ password: "必須項目です", understood: "必須項目です" });
  expect(say({ password: "a".repeat(1025), understood: "on" })).toEqual({ password: "1024文字以内にしてください" });
  // The password of an existing account: rules for new ones do not apply.
  expect(say({ password: " x ", understood: "on" })).toEqual({ password: " x ", understood: "on" });
});
