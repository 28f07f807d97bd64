import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { newerWords, RenewalSection } from "#app/components/model-pages/renewal.tsx";
import { renewedModelName, storedModelName } from "#app/domain/model-name.ts";

test.each([
  ["本命", [], "本命・新"],
  ["本命", ["本命・新"], "本命・新2"],
  ["本命・新", ["本命・新"], "本命・新2"],
  ["本命・新2", ["本命・新"], "本命・新2"],
  ["本命・新9", ["本命・新", "本命・新2", "本命・新9"], "本命・新3"],
  // A number of the user's own stays.
  ["中山1600", [], "中山1600・新"],
  ["・新", [], "・新・新"],
  ["一二三四五六七八九十一二三四五", [], "一二三四五六七八九十一二三・新"],
  // Nothing ends in half a letter.
  ["一二三四五六七八九十一二👨‍👩‍👧", [], "一二三四五六七八九十一二・新"],
])("%s, made again beside %j, is called %s", (name, taken, expected) => {
  expect(renewedModelName(name, taken)).toBe(expected);
});

test("any stored name gives one that is stored as it is, and that nobody has", { tags: "full" }, () => {
  const names = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 15 })
    .map(storedModelName)
    .filter((name) => name !== null);
  fc.assert(
    fc.property(names, fc.nat(120), (name, times) => {
      const taken = new Set([name]);
      for (let time = 0; time < times; time++) {
        const renewed = renewedModelName(name, taken);
        expect(storedModelName(renewed)).toBe(renewed);
        expect(taken).not.toContain(renewed);
        taken.add(renewed);
      }
    }),
    { numRuns: 60 },
  );
});

const words = (cutoffDay: string | null, newestResultDay: string | null, isOfOlderCatalogue: boolean) =>
  newerWords({ cutoffDay, newestResultDay, isOfOlderCatalogue }) +
  renderToStaticMarkup(
    <RenewalSection
      model={{ modelId: 7, name: "<本命>" }}
      formKey="form-key-1"
      creationsLeft="今月はあと2回つくれます。"
    />,
  );

test("the section says what is newer than the model, and promises nothing", () => {
  const html = words("2026-06-01", "2026-11-22", false);
  expect(html).toContain("学習したのは2026/06/01より前のレースで、いまは2026/11/22までの結果があります（175日ぶん）。");
  expect(html).toContain("良くなるとは限らない");
  expect(html).not.toContain("ほとんど変わらない");
  expect(html).toContain("今月はあと2回つくれます。");
  expect(html).toContain('<form method="post" action="/models/copy/7">');
  expect(html).toContain('name="form_key" value="form-key-1"');
  expect(html).toMatch(/<button type="submit" name="intent" value="renew"/);
  expect(html).toContain("（&lt;本命&gt;）");
  expect(words("2026-11-20", "2026-11-22", false)).toContain("（3日ぶん）。増えたのはわずかなので");
  expect(words("2026-11-22", "2026-11-22", false)).toContain("（1日ぶん）");
  for (const newest of ["2026-11-21", null])
    expect(words("2026-11-22", newest, false)).toContain("このモデルより新しいレース結果は、まだありません。");
  const older = words("2026-11-22", "2026-11-21", true);
  expect(older).toContain("項目の計算が新しくなりました。");
  expect(older).not.toContain("まだありません");
  expect(words("2026-11-20", "2026-11-22", true)).not.toContain("ほとんど変わらない");
  expect(words(null, "2026-11-22", true)).not.toContain("学習したのは");
});
