import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CurveTable } from "#app/components/own-records/curve-table.tsx";
import { ReportCurves } from "#app/components/own-records/record-curves.tsx";
import { drawCurve } from "#app/domain/evaluation/balances.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { textOf } from "#test/unit/support/words/text-of.ts";

const rowsOf = (html: string) => [...html.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) => textOf(row));

const nets = Array.from({ length: 1000 }, (_, race) => (race % 5 === 0 ? 300 : -100));
const favourites = nets.map((_, race) => (race % 2 === 0 ? 60 : -100));
const months = [
  { month: "2025-12", before: 0 },
  { month: "2026-01", before: 400 },
];

test("the table has the balance, the favourite's and the band to the yen, at ten points of which the last is the end", () => {
  const curve = drawCurve(nets, favourites);
  const [head, ...rows] = rowsOf(
    renderToStaticMarkup(<CurveTable label="収支" curves={[{ name: "単勝", curve }]} months={months} />),
  );
  expect(head).toBe("レース 単勝 1番人気 運で動く幅");
  expect(rows).toHaveLength(10);
  // Each hundred races: 20 × 300 − 80 × 100 = −2,000, and 50 × 60 − 50 × 100 = −2,000. Mean −20, spread 80.04.
  expect(rows[3]).toBe("400R 2025年12月 −8,000 −8,000 −11,138〜 −4,862");
  expect(rows[4]).toMatch(/^500R 2026年1月 −10,000 −10,000 /);
  expect(rows[9]).toMatch(/^1,000R 2026年1月 −20,000 −20,000 −24,961〜 −15,039$/);
});

test("without odds there is neither favourite nor band, and without a race no table", () => {
  const curve = drawCurve(
    nets.slice(0, 7),
    nets.slice(0, 7).map(() => null),
  );
  const rows = rowsOf(
    renderToStaticMarkup(<CurveTable label="収支" curves={[{ name: "単勝", curve }]} months={null} />),
  );
  expect(rows.slice(1)).toEqual([
    ...["1R +300 – –", "2R +200 – –", "3R +100 – –", "4R ±0 – –", "5R −100 – –", "6R +200 – –", "7R +100 – –"],
  ]);
  expect(
    renderToStaticMarkup(
      <CurveTable label="収支" curves={[{ name: "単勝", curve: drawCurve([], []) }]} months={null} />,
    ),
  ).toBe("");
});

test("a report's curves say the worst fall and the longest losing run, where these were kept", () => {
  const byBet = <Value,>(value: Value) =>
    Object.fromEntries(BET_TYPES.map((betType) => [betType, value])) as Record<(typeof BET_TYPES)[number], Value>;
  const curves = byBet(drawCurve(nets, favourites));
  const sums = byBet({ stakeYen: 100_000, payoutYen: 80_000, worstFall: 20_100, losingRun: 4 });
  const html = renderToStaticMarkup(<ReportCurves balances={{ curves, months, sums }} />);
  expect(html.match(/最大の落ち込み<\/dt><dd>−20,100円/g)).toHaveLength(3);
  expect(html.match(/最長の連敗<\/dt><dd>4レース/g)).toHaveLength(3);
  expect(html).toContain("収支の線を数字で見る");
  const before = renderToStaticMarkup(<ReportCurves balances={{ curves, months }} />);
  expect(before).not.toContain("最大の落ち込み");
  expect(before).toContain("1番人気</dt>");
});
