import { expect, test } from "vitest";
import { type AnsweredRace, answerByMonth } from "#app/domain/own-records/answers.ts";
import { createRandom } from "#app/domain/racing/random.ts";

const onDay = (date: string, winner: number, others: readonly number[]): AnsweredRace => ({
  date,
  horses: [winner, ...others].map((value, at) => ({
    groups: [value, null, null, null, null, null],
    isWinner: at === 0,
  })),
});

test("each month measures the winners above their fields, with an interval from ten races on", () => {
  const races = [
    ...Array.from({ length: 10 }, (_, i) => onDay("2026-11-08", i % 2 === 0 ? 0.6 : 0.3, [0, 0])),
    ...Array.from({ length: 9 }, () => onDay("2026-10-31", 1, [0])),
    ...Array.from({ length: 10 }, (_, i) => onDay("2026-09-06", i % 2 === 0 ? 0.6 : -0.6, [0, 0])),
    ...Array.from({ length: 10 }, (_, i) => onDay("2026-08-01", i % 2 === 0 ? -0.6 : -0.3, [0, 0])),
  ];
  const [november, october, september, august] = answerByMonth(races);
  expect(october).toEqual({ month: "2026-10", races: 9, views: [] });
  // Leads of 0.4 and 0.2: their mean is 0.3, and its standard error 0.1054 / √10 = 0.0333.
  expect(november).toMatchObject({ month: "2026-11", races: 10, views: [{ group: "能力", verdict: "higher" }] });
  const [{ mean, low, high }] = november!.views as [MonthView];
  expect(mean).toBeCloseTo(0.3, 9);
  expect(high - mean).toBeCloseTo(mean - low, 9);
  // Student's quantile for 0.025 / 6 at either end and nine degrees of freedom is 3.364.
  expect((high - mean) / 0.033333).toBeCloseTo(3.364, 2);
  expect(september?.views.map(({ verdict }) => verdict)).toEqual(["unknown"]);
  expect(august?.views.map(({ verdict }) => verdict)).toEqual(["lower"]);
});
type MonthView = ReturnType<typeof answerByMonth>[number]["views"][number];

test("in at most 5 % of 1,000 months of noise any view is called useful", () => {
  const random = createRandom(411);
  const noise = () => Math.round((random() + random() + random() - 1.5) * 40) / 100;
  let said = 0;
  for (let month = 0; month < 1000; month += 1) {
    const races = Array.from({ length: 10 + Math.floor(random() * 50) }, () => ({
      date: "2026-11-08",
      horses: Array.from({ length: 8 + Math.floor(random() * 9) }, (_, at) => ({
        groups: [noise(), noise(), noise(), noise(), noise(), noise()],
        isWinner: at === 0,
      })),
    }));
    const [answers] = answerByMonth(races);
    expect(answers?.views).toHaveLength(6);
    if (answers?.views.some(({ verdict }) => verdict === "higher")) said += 1;
  }
  expect(said).toBeGreaterThan(0);
  expect(said).toBeLessThanOrEqual(50);
});
