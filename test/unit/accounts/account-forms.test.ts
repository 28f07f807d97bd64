import { parseWithZod } from "@conform-to/zod/v4";
import fc from "fast-check";
import { expect, test } from "vitest";
import type * as z from "zod";
import { nameField } from "#app/forms/accounts/account-fields.server.ts";
import {
  emailFormSchema,
  loginFormSchema,
  newPasswordFormSchema,
  resetEmailFormSchema,
  secondEmailFormSchema,
  signUpFormSchema,
} from "#app/forms/accounts/account-forms.server.ts";
import { safeReturnPath } from "#app/http/return-path.ts";
import { formData, parseForm } from "#test/unit/support/parse-form.ts";

/** The errors of a form, one per field, or the parsed fields. */
function parse(schema: z.ZodType, fields: Record<string, string>) {
  return parseForm(schema, formData(Object.entries(fields)));
}

test("an empty form shows 必須項目です at each required field", () => {
  expect(parse(emailFormSchema, {})).toEqual({ email: "必須項目です", terms: "必須項目です" });
  expect(parse(secondEmailFormSchema, { email: "a@example.jp" })).toEqual({
    second_email: "必須項目です",
    terms: "必須項目です",
  });
  expect(parse(signUpFormSchema, { name: "　 ", password: "" })).toEqual({
    name: "必須項目です",
    password: "必須項目です",
    terms: "必須項目です",
  });
  expect(parse(loginFormSchema, { email: "", password: "" })).toEqual({
    email: "必須項目です",
    password: "必須項目です",
  });
});

test("an address is trimmed and must look like one", () => {
  expect(parse(resetEmailFormSchema, { email: "  taro@example.jp " })).toEqual({ email: "taro@example.jp" });
  expect(parse(resetEmailFormSchema, { email: "taro" })).toEqual({
    email: "メールアドレスの形式が正しくありません",
  });
  expect(parse(resetEmailFormSchema, { email: `${"a".repeat(250)}@example.jp` })).toEqual({
    email: "254文字以内にしてください",
  });
});

test.each([
  // Japanese carriers gave these out until 2009.
  "taro..yamada@docomo.ne.jp",
  "taro.@docomo.ne.jp",
  ".taro@docomo.ne.jp",
  "..ta-ro_...@ezweb.ne.jp",
  "a_b?c/d@docomo.ne.jp",
  "!#$%&'*+-/=?^_`{|}~@example.jp",
  "?@example.jp",
  `${"a".repeat(64)}@example.jp`,
  "taro@xn--wgv71a.xn--q9jyb4c",
])("the address %s is accepted as it is", (email) => {
  expect(parse(resetEmailFormSchema, { email })).toEqual({ email });
});

test.each([
  "...@docomo.ne.jp",
  "@example.jp",
  "taro@",
  "taro@example",
  "taro@example..jp",
  "taro@.example.jp",
  "taro@-a.example.jp",
  "taro@192.0.2.1",
  "ta@ro@example.jp",
  "ta ro@example.jp",
  '"taro..yamada"@docomo.ne.jp',
  "taro<x@example.jp>",
  "taro,jiro@example.jp",
  "taro(x)@example.jp",
  "taro\r\nBcc:x@example.jp",
  "たろう@example.jp",
  `${"a".repeat(65)}@example.jp`,
])("the address %s is refused", (email) => {
  expect(parse(resetEmailFormSchema, { email })).toEqual({ email: "メールアドレスの形式が正しくありません" });
});

test("a name keeps visible characters, and no mark that reverses a page's text", () => {
  const name = "はや\u0000て\u202E 👨‍👩‍👧";
  const fields = { name, password: "12345678", terms: "on" };
  expect(parse(signUpFormSchema, fields)).toMatchObject({ name: "はやて 👨‍👩‍👧" });
  // Form data has no half of a character, JSON may.
  expect(nameField.parse(`${name}\uD800`)).toBe("はやて 👨‍👩‍👧");
  expect(parse(signUpFormSchema, { ...fields, name: "\u200B\u0007" })).toEqual({ name: "必須項目です" });
});

test("a new password has at least eight characters, counted as people count them", () => {
  const fields = (password: string) => ({ name: "はやて", password, terms: "on" });
  expect(parse(signUpFormSchema, fields("1234567"))).toEqual({ password: "パスワードは8文字以上にしてください" });
  expect(parse(signUpFormSchema, fields("🐎🐎🐎🐎"))).toEqual({ password: "パスワードは8文字以上にしてください" });
  expect(parse(signUpFormSchema, fields("12345678"))).toEqual({ ...fields("12345678"), uuid: "" });
});

test("a confirmation that differs is reported, beside a short password too", () => {
  expect(parse(newPasswordFormSchema, { password: "password1", confirmPassword: "password2" })).toEqual({
    confirmPassword: "パスワードが一致しません",
  });
  expect(parse(newPasswordFormSchema, { password: "short", confirmPassword: "shorter" })).toEqual({
    password: "パスワードは8文字以上にしてください",
    confirmPassword: "パスワードが一致しません",
  });
  expect(parse(newPasswordFormSchema, { password: "password1" })).toEqual({ confirmPassword: "必須項目です" });
});

test("a name is kept in one Unicode form", () => {
  expect(parse(signUpFormSchema, { name: " か\u3099く ", password: "password1", terms: "on" })).toEqual({
    name: "がく",
    password: "password1",
    terms: "on",
    uuid: "",
  });
});

test("typed input is returned to the form, but no passwords and files", () => {
  const form = formData([
    ["email", "a"],
    ["password", "secret"],
  ]);
  form.set("name", new File(["x"], "x.txt"));
  const submission = parseWithZod(form, { schema: signUpFormSchema });
  expect(submission.reply({ hideFields: ["password"] }).initialValue).toEqual({ email: "a" });
});

test("the query that led to a page is carried along, cut to what the notification of a sign-up takes", () => {
  const sent = { email: "taro@example.jp", terms: "on" };
  expect(parse(emailFormSchema, sent)).toEqual({ ...sent, attribution: "" });
  expect(parse(emailFormSchema, { ...sent, attribution: "a".repeat(400) })).toEqual({
    ...sent,
    attribution: "a".repeat(300),
  });
});

test("log-in returns to paths of this site only", () => {
  expect(safeReturnPath("/models?page=2#x")).toBe("/models?page=2#x");
  expect(safeReturnPath("/races/../models?race=%E4%BA%AC")).toBe("/models?race=%E4%BA%AC");
  for (const path of [
    null,
    "",
    "/",
    "/home/..",
    "models",
    "//evil.example",
    "/\\evil.example",
    "/a\\b",
    "/.//evil.example",
    "/..//evil.example",
    "/./\\evil.example",
    "/home/../..//evil.example",
    "/%2e%2E//evil.example",
    "/.%2e//evil.example/?x#y",
    "///evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/\t/evil.example",
    "/.\n//evil.example",
    "/\u3000/evil.example",
    "/。//evil.example",
    "//[",
    " /models",
    "/login?to=/x",
    "/home/../logout",
    "/logout",
    `/${"a".repeat(600)}`,
  ]) {
    expect(safeReturnPath(path), String(path)).toBeNull();
  }
});

const PIECES = [
  "/",
  "//",
  "/",
  ".",
  "..",
  "%2e",
  "%2E.",
  "%2f",
  "%5c",
  "\\",
  "\t",
  "\n",
  "\r",
  "\0",
  "\u00a0",
  "／",
  "。",
  "@",
].concat([
  "evil.example",
  "home",
  "models",
  "?to=",
  "#",
  ":",
  ";",
  "http:",
  "javascript:",
  "[",
  "&",
  "%",
  "%00",
  "\ud800",
]);

test("whatever is sent, the path after log-in stays on this site, however often it is resolved", {
  tags: "full",
}, () => {
  const piece = fc.constantFrom(...PIECES);
  let taken = 0;
  fc.assert(
    fc.property(
      fc.array(fc.oneof({ weight: 6, arbitrary: piece }, fc.string({ unit: "binary", maxLength: 3 })), {
        maxLength: 8,
      }),
      (pieces) => {
        const path = safeReturnPath(`/${pieces.join("")}`);
        if (path === null) return;
        taken += 1;
        for (const site of ["https://keiba.example", "http://127.0.0.1:8788/login?to=x"]) {
          const once = new URL(path, site);
          expect(once.origin).toBe(new URL(site).origin);
          const again = new URL(`${once.pathname}${once.search}${once.hash}`, site);
          expect([again.origin, again.href]).toEqual([once.origin, once.href]);
          expect(`${once.pathname}${once.search}${once.hash}`).toBe(path);
        }
      },
    ),
    { numRuns: 3000 },
  );
  expect(taken).toBeGreaterThan(100);
});
