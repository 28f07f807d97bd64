import { getZodConstraint } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { tooMany } from "#app/domain/too-many.ts";
import { accountDeletionFormSchema } from "#app/forms/accounts/account-forms.server.ts";
import { profileFields, profileFormSchema } from "#app/forms/accounts/profile.server.ts";
import { action } from "#app/routes/_app.settings._index.tsx";
import type { Services } from "#app/services/create-services.server.ts";
import { createTestContext } from "#test/unit/support/load-context.ts";
import { formData, parseForm } from "#test/unit/support/parse-form.ts";

/** The errors of the form, one per field, or the changes. */
function parse(fields: Record<string, string>) {
  return parseForm(profileFormSchema, formData(Object.entries({ name: "はやて", ...fields })));
}

/** What is read of a form that changes the name and these. */
function changed(changes: Record<string, unknown> = {}) {
  return { currentPassword: "", code: "", changes: { name: "はやて", ...changes } };
}

const UNKNOWN = "選んだ項目が見つかりません。もう一度選んでください。";

test("the profile requires a name only; a missing or blank field changes nothing", () => {
  expect(parse({ name: "　" })).toEqual({ name: "必須項目です" });
  expect(parse({})).toEqual(changed());
  const fields = ["icon", "email", "birthDate", "sex", "prefectures", "phoneNumber", "racingExperience"];
  fields.push("favTicketType", "favHorse", "favJockey", "raceOfMemories", "profile");
  const blank = Object.fromEntries(fields.map((field, index) => [field, index % 2 ? "" : " 　"]));
  expect(parse(blank)).toEqual(changed());
});

test("of the profile's inputs only the name's is required", () => {
  const required = Object.entries(getZodConstraint(profileFields)).filter(([, constraint]) => constraint.required);
  expect(required.map(([name]) => name).filter((name) => !name.endsWith("[]"))).toEqual(["name"]);
});

test("a field ticked to be emptied is cleared whatever it contains; others and unknown ones are not", () => {
  const typed = {
    name: "はやて",
    favHorse: "ハチワクスター",
    favJockey: "",
    phoneNumber: "x",
    sex: "2",
    racingExperience: "7",
  };
  const ticked = ["phoneNumber", "favHorse", "sex", "racingExperience", "name", "email", "icon", "nothing"];
  const form = formData([...Object.entries(typed), ...ticked.map((name) => ["clear", name] as const)]);
  const emptied = { sex: 0, phoneNumber: "", racingExperience: 0, favHorse: "" };
  expect(parseForm(profileFormSchema, form)).toEqual(changed(emptied));
  // A single tick is no list.
  expect(parse({ phoneNumber: "x", clear: "phoneNumber" })).toEqual(changed({ phoneNumber: "" }));
});

test("choices of the profile are numbers of their lists; values the page never offers are reported", () => {
  const chosen = { sex: "2", favTicketType: "8", prefectures: "47", icon: "star", racingExperience: "100" };
  expect(parse(chosen)).toEqual(
    changed({ sex: 2, favTicketType: 8, prefectures: 47, icon: "star", racingExperience: 100 }),
  );
  expect(parse({ sex: "0", favTicketType: "0", prefectures: "0" })).toEqual(
    changed({ sex: 0, favTicketType: 0, prefectures: 0 }),
  );
  for (const [field, beyond] of [
    ["sex", "3"],
    ["favTicketType", "9"],
    ["prefectures", "48"],
    ["icon", "https://evil.example/icon.svg"],
  ] as const) {
    expect(parse({ [field]: beyond })).toEqual({ [field]: UNKNOWN });
  }
  for (const bad of ["-1", "1.5", "1e1", "男性", "0x1"]) expect(parse({ sex: bad })).toEqual({ sex: UNKNOWN });
  for (const bad of ["101", "-1", "ten"]) {
    expect(parse({ racingExperience: bad })).toEqual({ racingExperience: "0から100までの数字で入力してください" });
  }
});

test("days and phone numbers of the profile must be well-formed, its texts of limited length", () => {
  expect(parse({ birthDate: "2000-02-29", phoneNumber: " +81 (0)90-1234-5678 " })).toEqual(
    changed({ birthDate: "2000-02-29", phoneNumber: "+81 (0)90-1234-5678" }),
  );
  for (const day of ["2001-02-29", "1899-12-31", "29/02/2000", "2000-2-9"]) {
    expect(parse({ birthDate: day })).toEqual({ birthDate: "日付の形式が正しくありません" });
  }
  expect(parse({ phoneNumber: "０９０" })).toEqual({
    phoneNumber: "電話番号は半角の数字とハイフンで入力してください",
  });
  expect(parse({ favHorse: "あ".repeat(100), profile: "い".repeat(1000) })).toEqual(
    changed({ favHorse: "あ".repeat(100), profile: "い".repeat(1000) }),
  );
  expect(parse({ favJockey: "あ".repeat(101), raceOfMemories: "あ".repeat(101), profile: "い".repeat(1001) })).toEqual({
    favJockey: "100文字以内にしてください",
    raceOfMemories: "100文字以内にしてください",
    profile: "1000文字以内にしてください",
  });
});

test("multi-line texts of the profile keep their line breaks, and no mark that reverses a page", () => {
  expect(parse({ profile: " 一行目\r\n二行目\u0000\u202E ", favHorse: "ハチ\nワク\u2066" })).toEqual(
    changed({ profile: "一行目\n二行目", favHorse: "ハチワク" }),
  );
});

test("a new address must look like one; the password is kept as typed", () => {
  expect(parse({ email: " taro@example.jp ", currentPassword: " as typed " })).toEqual({
    ...changed({ email: "taro@example.jp" }),
    currentPassword: " as typed ",
  });
  expect(parse({ email: "taro" })).toEqual({ email: "メールアドレスの形式が正しくありません" });
});

test("deleting an account requires its password and the tick", () => {
  const say = (fields: Record<string, string>) =>
    parseForm(accountDeletionFormSchema, formData(Object.entries(fields)));
  expect(say({})).toEqual({ password: "必須項目です", understood: "必須項目です" });
  expect(say({ password: "", understood: "true" })).toEqual({ password: "必須項目です", understood: "必須項目です" });
  expect(say({ password: "a".repeat(1025), understood: "on" })).toEqual({ password: "1024文字以内にしてください" });
  // The password of an existing account: rules for new ones do not apply.
  expect(say({ password: " x ", understood: "on" })).toEqual({ password: " x ", code: "", understood: "on" });
});

test("the profile's form shares the limit of the API's calls; beyond it nothing is stored", async () => {
  const asked: unknown[] = [];
  const services = {
    auth: { findSessionUser: async () => ({ id: 7, plan: 1 }) },
    limits: {
      consumeCall: async (call: { door: string; user: { id: number } }) => {
        asked.push([call.door, call.user.id]);
        return tooMany({ retryAfterSeconds: 60 });
      },
    },
    accounts: { updateProfile: () => Promise.reject(new Error("must not be stored")) },
  } as unknown as Services;
  const context = createTestContext(services);
  const request = new Request("http://site.example/settings", {
    method: "POST",
    body: new URLSearchParams({ name: "はやて", currentPassword: "secret" }),
    headers: { Cookie: context.sessionCookie("token").split(";")[0] ?? "" },
  });
  const answer = await action({ request, params: {}, context: { ...context } });
  expect(asked).toEqual([["profile", 7]]);
  expect(answer).toMatchObject({
    init: { status: 429, headers: { "Retry-After": "60" } },
    data: { error: { "": ["失敗または申し込みが続いています。1分ほどおいて、もう一度お試しください。"] } },
  });
  expect(JSON.stringify(answer)).not.toContain("secret");
});
