import { getZodConstraint, parseWithZod } from "@conform-to/zod/v4";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BannerForm } from "#app/components/operator/banner-parts.tsx";
import { bannerFormSchema, rerunSchema, setBannerSchema, undoSchema } from "#app/forms/operator/console.server.ts";
import { formData } from "#test/unit/support/parse-form.ts";

const errorsOf = (
  entries: readonly (readonly [string, string])[],
  schema: typeof bannerFormSchema | typeof undoSchema,
) => parseWithZod(formData(entries), { schema }).reply().error;

const banner = (fields: Record<string, string>) =>
  Object.entries({
    do: "set",
    kind: "delay",
    text: "遅れています",
    until: "2026-11-22T18:00",
    reason: "回線",
    ...fields,
  });

test("each field of a console form has one sentence for what is wrong with it", () => {
  expect(errorsOf([], undoSchema)).toEqual({ reason: ["理由を入力してください"] });
  expect(errorsOf([["reason", " \n "]], undoSchema)).toEqual({ reason: ["理由を入力してください"] });
  expect(errorsOf([["reason", "あ".repeat(201)]], undoSchema)).toEqual({ reason: ["200文字以内にしてください"] });
  expect(errorsOf(banner({}), bannerFormSchema)).toBeUndefined();
  expect(errorsOf(banner({ text: "あ".repeat(121), until: "あした", reason: "" }), bannerFormSchema)).toEqual({
    text: ["120文字以内にしてください"],
    until: ["終わりを日付と時刻で入力してください"],
    reason: ["理由を入力してください"],
  });
  expect(errorsOf(banner({ kind: "x", until: "2026-13-40T99:99" }), bannerFormSchema)).toEqual({
    kind: ["必須項目です"],
    until: ["終わりを日付と時刻で入力してください"],
  });
  const rerun = parseWithZod(formData([["reason", "x"]]), { schema: rerunSchema });
  expect(Object.keys(rerun.reply().error ?? {})).toEqual(["job"]);
});

test("the end of a banner is a time of Japan, and a text's line breaks are spaces", () => {
  const submission = parseWithZod(formData(banner({ text: " 一行\r\n二行 " })), { schema: bannerFormSchema });
  expect(submission.status === "success" && submission.value).toEqual({
    ...{ do: "set", kind: "delay", text: "一行 二行", reason: "回線" },
    until: Date.UTC(2026, 10, 22, 9) / 1000,
  });
});

test("a refused banner keeps all that was typed, without script", () => {
  const entries = banner({ until: "いつか" });
  const lastResult = parseWithZod(formData(entries), { schema: bannerFormSchema }).reply();
  const html = renderToStaticMarkup(
    <BannerForm
      banner={{ kind: "trouble", text: "前の文", until: 1 }}
      until="2026-11-21T12:00"
      constraint={getZodConstraint(setBannerSchema)}
      lastResult={lastResult}
    />,
  );
  expect(html).toMatch(/<textarea[^>]*>遅れています<\/textarea>/);
  expect(html).toMatch(/<input[^>]*value="いつか"/);
  expect(html).toMatch(/<input[^>]*value="回線"/);
  expect(html.match(/checked=""[^>]*value="delay"|value="delay"[^>]*checked=""/)).not.toBeNull();
  expect(html.match(/autofocus/gi)).toHaveLength(1);
  expect(html).not.toContain("前の文");
});
