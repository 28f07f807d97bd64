import { expect, test } from "vitest";
import { createRandom } from "#app/domain/racing/random.ts";
import { collectOutcomes, drawLuckEnvelope } from "#app/domain/season/luck-envelope.ts";

const still = { spend: () => null };

/** A weekend of races in which each entrant bets two win tickets on horses drawn by lot. */
function simulateWeekend(entrants: number, races: number, seed: number) {
  const random = createRandom(seed);
  const weekend = Array.from({ length: races }, (_, i) => ({ raceId: `r${i}`, date: "2026-11-21" }));
  const outcomes = collectOutcomes(weekend);
  const paid = new Float64Array(entrants);
  for (const { raceId } of weekend) {
    const payoutYen = Math.round(200 + 2000 * random() ** 3);
    for (let entrant = 0; entrant < entrants; entrant++) {
      const payout = random() < 160 / payoutYen ? payoutYen : 0;
      paid[entrant]! += payout;
      outcomes.addBets(raceId, [200, payout, 0, 0, 0, 0], 1);
    }
  }
  for (let entrant = 0; entrant < entrants; entrant++) outcomes.addParticipant("2026-11-21");
  return { best: (100 * Math.max(...paid)) / (200 * races), outcomes: outcomes.close() };
}

test("the best of twelve entrants without any difference in skill lies in the envelope in 95 % of weekends", async () => {
  let inside = 0;
  for (let weekend = 0; weekend < 60; weekend++) {
    const { best, outcomes } = simulateWeekend(12, 10, weekend);
    const envelope = (await drawLuckEnvelope(outcomes, still))?.win;
    if (envelope!.low <= best && best <= envelope!.high) inside += 1;
  }
  // 95 % of 60, ± 2.4 standard errors.
  expect(inside).toBeGreaterThanOrEqual(53);
  expect(inside).toBeLessThanOrEqual(60);
});

test("the envelope does not depend on the order of the rows, and fewer than ten participants have none", async () => {
  const { outcomes } = simulateWeekend(12, 6, 1);
  expect(await drawLuckEnvelope(outcomes, still)).toEqual(await drawLuckEnvelope(outcomes, still));
  expect(await drawLuckEnvelope(simulateWeekend(9, 6, 1).outcomes, still)).toBeNull();
});
