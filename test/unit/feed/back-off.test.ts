import { expect, test } from "vitest";
import { backOffMs, readRetryAfter } from "#scripts/feed/back-off.ts";

test("the wait doubles from one second to one minute", () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 100, 10_000].map((failures) => backOffMs(failures) / 1000)).toEqual([
    1, 2, 4, 8, 16, 32, 60, 60, 60, 60,
  ]);
});

test("what the site asks for counts, from one second to ten minutes", () => {
  expect(backOffMs(7, 5_000)).toBe(5_000);
  expect(backOffMs(1, 0)).toBe(1_000);
  expect(backOffMs(1, 86_400_000)).toBe(600_000);
});

test("Retry-After is a number of seconds or a date", () => {
  const now = Date.parse("2026-11-22T06:00:00Z");
  expect(readRetryAfter("120", now)).toBe(120_000);
  expect(readRetryAfter("Sun, 22 Nov 2026 06:00:30 GMT", now)).toBe(30_000);
  expect(readRetryAfter("Sun, 22 Nov 2026 05:00:00 GMT", now)).toBe(0);
  expect(readRetryAfter("soon", now)).toBeNull();
  expect(readRetryAfter(null, now)).toBeNull();
});
