import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { finishWords, resultLine } from "#app/components/analyses/finish-words.ts";
import { SharedHorses } from "#app/components/sharing/shared-horses.tsx";
import { withOutcome } from "#app/domain/scoring/shared-analysis.ts";
import { makeShared } from "#test/unit/support/racing-factories.ts";

const horse = (horseNum: number, mark: "favourite" | "rival" | "third" | "fourth" | null) => ({
  horseNum,
  bracketNum: 1,
  name: `ウマ${horseNum}`,
  score: 1,
  probability: 0.2,
  mark,
});

/** As stored before pages showed results. */
const SHARED = makeShared({
  horses: [horse(3, "favourite"), horse(9, "rival"), horse(6, "third"), horse(12, "fourth"), horse(2, null)],
});

const RUNNERS = [
  { horseNum: 3, status: "finished", finishPosition: 1 },
  { horseNum: 9, status: "scratched", finishPosition: null },
  { horseNum: 6, status: "did_not_finish", finishPosition: null },
  { horseNum: 12, status: "finished", finishPosition: 2 },
] as const;

test("a result is shown in one line by the three marks, and beside each horse by its place or fate", () => {
  const ended = withOutcome(SHARED, { dataVersion: 1, status: "result", runners: RUNNERS });
  expect(resultLine(ended)).toBe("結果：◎1着・○取消・▲中止");
  const html = renderToStaticMarkup(createElement(SharedHorses, { horses: ended.horses }));
  expect([...html.matchAll(/<span class="out"><b>([^<]+)<\/b><\/span>/g)].map(([, words]) => words)).toEqual([
    ...["1着", "中止", "2着", "取消"],
  ]);
  const words = (status: Parameters<typeof finishWords>[0]["status"]) => finishWords({ status, position: null });
  expect([words("excluded"), words("disqualified"), words("no_result")]).toEqual(["除外", "失格", "着順なし"]);
});

test("before the race no result is shown; of a cancelled one only that it is cancelled", () => {
  expect(resultLine(SHARED)).toBeNull();
  const entered = RUNNERS.map(({ horseNum }) => ({ horseNum, status: "entered" as const, finishPosition: null }));
  expect(withOutcome(SHARED, { dataVersion: 1, status: "scheduled", runners: entered })).toEqual(SHARED);
  const cancelled = withOutcome(SHARED, { dataVersion: 1, status: "cancelled", runners: RUNNERS });
  expect(resultLine(cancelled)).toBe("このレースは中止になりました。");
  expect(cancelled.horses).toEqual(SHARED.horses);
});

test("current results replace those stored before", () => {
  const once = withOutcome(SHARED, { dataVersion: 1, status: "result", runners: RUNNERS });
  expect(withOutcome(once, { dataVersion: 2, status: "scheduled", runners: [] })).toEqual(SHARED);
  const again = withOutcome(once, { dataVersion: 1, status: "result", runners: RUNNERS });
  expect(JSON.stringify(again)).toBe(JSON.stringify(once));
});

test("a horse withdrawn before the race is marked, and the chances shown of the others sum to one", () => {
  const coming = withOutcome(SHARED, { dataVersion: 1, status: "scheduled", runners: RUNNERS });
  // The places of the others are not shown before the race has its result.
  expect(coming.horses.map(({ horseNum, finish }) => [horseNum, finish?.status])).toEqual([
    ...[
      [3, undefined],
      [9, "scratched"],
      [6, undefined],
      [12, undefined],
      [2, undefined],
    ],
  ]);
  expect([resultLine(coming), coming.race]).toEqual([null, SHARED.race]);
  const html = renderToStaticMarkup(createElement(SharedHorses, { horses: coming.horses }));
  expect([...html.matchAll(/([\d.]+)%/g)].map(([, percent]) => percent)).toEqual(["25.0", "25.0", "25.0", "25.0"]);
  expect([...html.matchAll(/<span class="out"><b>([^<]+)<\/b><\/span>/g)].map(([, words]) => words)).toEqual(["取消"]);
});
