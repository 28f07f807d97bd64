import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WhyList, whyLines } from "#app/components/analyses/why-list.tsx";
import type { Rest, Why } from "#app/domain/scoring/explain-race.ts";

const why: Why = {
  index: 2.31,
  up: [
    {
      feature: "average.rank.course_len.5",
      contribution: 1.74,
      values: [{ columnId: "average.rank.course_len.5", value: 2.3 }],
    },
  ],
  down: [
    {
      feature: "出走間隔",
      contribution: -0.18,
      values: [{ columnId: "static.interval.days", value: 121 }],
    },
  ],
  rest: { features: 26, holdsBasics: true, contribution: 0.75 },
};

const draw = (given: Why) => renderToStaticMarkup(<WhyList index={given.index} lines={whyLines(given)} />);

/** Side, words, length of the bar and number of each line. */
function readLines(markup: string) {
  return [...markup.matchAll(/<li(?: class="(\w+)")?>(.*?)<\/li>/g)].map(([, side, line = ""]) => ({
    side,
    words: /^<span>(.*?)<\/span>/.exec(line)?.[1],
    bar: /--v:([\d.]+)/.exec(line)?.[1],
    number: /<span class="value">(.*?)<\/span>/.exec(line)?.[1],
  }));
}

test("each part has its words, side, bar and sign, and the sum is the index", () => {
  const markup = draw(why);
  expect(markup).toContain("<h4>指数 +2.31 の内訳</h4>");
  expect(readLines(markup)).toEqual([
    { side: "up", words: "着順（同距離・近5走）平均 2.3着", bar: "1.74", number: "+1.74" },
    { side: "dn", words: "出走間隔（4か月ぶり）", bar: "0.18", number: "−0.18" },
    { side: "up", words: "ほか26項目と基本情報の合計", bar: "0.75", number: "+0.75" },
    { side: "sum", words: "合計（指数）", bar: undefined, number: "+2.31" },
  ]);
  expect(markup).not.toMatch(/<script|onclick/);
});

test("bars are decorative: their values are also given as text", () => {
  const markup = draw(why);
  expect(markup.match(/class="div" aria-hidden="true"/g)).toHaveLength(3);
});

test("the rest is shown as such", () => {
  const words = (rest: Rest | null, named = true) =>
    readLines(draw({ ...why, ...(named ? {} : { up: [], down: [] }), rest }))
      .map((line) => line.words)
      .filter((line) => line?.endsWith("の合計"));
  expect(words({ features: 26, holdsBasics: false, contribution: -0.1 })).toEqual(["ほか26項目の合計"]);
  expect(words({ features: 0, holdsBasics: true, contribution: 0 })).toEqual(["ほか基本情報の合計"]);
  expect(words({ features: 50, holdsBasics: true, contribution: 0 }, false)).toEqual(["50項目と基本情報の合計"]);
  expect(words(null)).toEqual([]);
});

test("a part of 0 is on neither side", () => {
  const rest = { features: 3, holdsBasics: false, contribution: 0 };
  const lines = readLines(draw({ index: 0, up: [], down: [], rest }));
  expect(lines.map(({ side, number }) => [side, number])).toEqual([
    [undefined, "0.00"],
    ["sum", "0.00"],
  ]);
});
