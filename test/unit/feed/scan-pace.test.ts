import { expect, test } from "vitest";
import { createScanPace } from "#scripts/feed/scanner.ts";

test("one slow scan delays nothing; a folder whose scans are all slow is scanned a twentieth of the time", () => {
  const pace = createScanPace();
  expect(pace.leastMs()).toBe(100);
  for (const ms of [8_000, 8_000]) pace.took(ms);
  expect(pace.leastMs()).toBe(100);
  pace.took(3_000);
  expect(pace.leastMs()).toBe(60_000);
  pace.took(2);
  expect(pace.leastMs()).toBe(100);
  pace.took(160_000);
  expect(pace.leastMs()).toBe(100);
});
