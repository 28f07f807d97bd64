import { gzipSync } from "node:zlib";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CHART_HEIGHTS, chartWords, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { type ChartHorse, layOutChart } from "#app/domain/scoring/chart-layout.ts";
import { SHARED_MARKS } from "#app/domain/scoring/shared-analysis.ts";

function horse(horseNum: number, index: number, other: Partial<ChartHorse> = {}): ChartHorse {
  return {
    horseNum,
    bracketNum: horseNum,
    name: `馬${horseNum}`,
    index,
    mark: null,
    isOut: false,
    finish: null,
    ...other,
  };
}

test("bars stand in stall order on a scale from −1 to the best index rounded up to .25, with lines at +1 and +2", () => {
  // 2.1 → 2.25: 3.25 units over 190 − 26 − 20 = 144 px, 44.3 px a unit.
  const layout = layOutChart([horse(3, -0.5), horse(1, 2.1), horse(2, 0)], 190);
  expect(layout.bars.map((bar) => bar.horse.horseNum)).toEqual([1, 2, 3]);
  expect(layout.zero).toBeCloseTo(20 + (2.25 * 144) / 3.25);
  expect(layout.bars[0]?.height).toBeCloseTo((2.1 * 144) / 3.25);
  expect(layout.bars[2]).toMatchObject({ top: layout.zero });
  expect(layout.bars[0]?.left).toBeCloseTo(100 / 6 - 12);
  expect(layout.barWidth).toBeCloseTo(24);
  expect(layout.lines.map(({ index }) => index)).toEqual([1, 2]);
});

test("a low field keeps the scale to +1.5, a low chart has no lines, and flags take room above the marks", () => {
  const field = [horse(1, 0.4), horse(2, -0.4)];
  expect(layOutChart(field, 190)).toMatchObject({ zero: 20 + (1.5 * 144) / 2.5, lines: [{ index: 1 }] });
  expect(layOutChart(field, CHART_HEIGHTS.card).lines).toEqual([]);
  const finished = [horse(1, 0.4, { finish: 1 }), horse(2, -0.4)];
  expect(layOutChart(finished, 190).zero).toBeCloseTo(40 + (1.5 * 124) / 2.5);
});

test("neighbours of one bracket share its band, and a stall without a bracket has its own", () => {
  const { bands } = layOutChart([horse(1, 0), horse(2, 0, { bracketNum: 1 }), horse(3, 0, { bracketNum: 12 })], 190);
  expect(bands.map(({ bracketNum }) => bracketNum)).toEqual([1, 12]);
  expect(bands[0]?.width).toBeCloseTo(100 / 3 + 24);
});

test("the label names marks by index, withdrawn horses and the first three with a dead heat", () => {
  const horses = [
    horse(1, 0.5, { mark: "rival", finish: 2 }),
    horse(2, 1.25, { mark: "favourite", finish: 2 }),
    horse(3, -0.25, { isOut: true }),
    horse(4, -1.5, { finish: 1 }),
    horse(5, -0.1, { finish: 4 }),
  ];
  expect(chartWords(horses)).toBe(
    "馬番順の指数。◎2番馬2 +1.25、○1番馬1 +0.50、3番は取消。結果は1着4番、2着1番、2着2番。",
  );
  const html = renderToStaticMarkup(<GateChart horses={horses} height={CHART_HEIGHTS.finished} />);
  expect(html).toMatch(/^<figure class="gate-chart lined"><svg height="206" role="img" aria-label="馬番順の指数。/);
  // The withdrawn horse has a slot but no bar; the winner's flag stands on the zero line.
  expect(html.match(/<rect [^>]*rx="2.5"/g)).toHaveLength(4);
  expect(html).toContain(">取</text>");
  expect(html.match(/class="flag/g)).toHaveLength(3);
});

test("eighteen runners with a result are at most 3 KB gzipped", () => {
  const horses = Array.from({ length: 18 }, (_, at) =>
    horse(at + 1, 2.5 - ((at * 7) % 18) / 4, { mark: SHARED_MARKS[at] ?? null, finish: ((at * 5) % 18) + 1 }),
  );
  const html = renderToStaticMarkup(<GateChart horses={horses} height={CHART_HEIGHTS.finished} />);
  expect(gzipSync(html).length).toBeLessThanOrEqual(3000);
});
