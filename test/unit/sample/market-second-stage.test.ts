import { expect, test } from "vitest";
import { generateSample } from "#scripts/sample/generate.ts";
import { secondStageGain } from "#test/unit/support/market/second-stage.ts";
import { type JudgedRace, judgeRace, returnsOf } from "#test/unit/support/market/true-returns.ts";

/** Some weekends of central flat races. */
const judged = [
  ...generateSample({
    seed: 3,
    from: "2026-09-26",
    now: Date.parse("2026-11-10T12:00:00+09:00") / 1000,
    withTickets: true,
  }),
]
  .filter(({ race }) => race.venueType === 1 && race.surface !== "jump" && race.status === "result")
  .map(judgeRace);

const forecastOf = (race: JudgedRace, probabilities: ReadonlyMap<number, number>) => ({
  raceId: race.race.raceId,
  picks: [],
  probabilities,
});

/** Odds of a public without knowledge, on otherwise unchanged races. */
const ignorant = (race: JudgedRace): JudgedRace => ({
  ...race,
  runners: race.runners.map((runner) => ({ ...runner, winOdds: runner.winOdds === null ? null : 10 })),
});

test("the truth adds next to nothing to odds that already know it", async () => {
  const gain = await secondStageGain(judged.map((race) => [race, forecastOf(race, race.winChances)]));
  expect(Math.abs(gain)).toBeLessThan(0.003);
});

test("the truth adds everything to odds that know nothing", async () => {
  const gain = await secondStageGain(
    judged.map((race, place) => {
      // Keep some knowledge in the odds, so that their weight can be fitted.
      const public_ = ignorant(race);
      const first = public_.runners.find(({ winOdds }) => winOdds !== null);
      const runners = public_.runners.map((runner) =>
        runner === first ? { ...runner, winOdds: 9 + (place % 3) } : runner,
      );
      return [{ ...public_, runners }, forecastOf(race, race.winChances)];
    }),
  );
  expect(gain).toBeGreaterThan(0.2);
});

test("bets are worth their tickets' mean payouts, and are paid by the result", () => {
  const [race] = judged;
  if (race === undefined) throw new Error("no race");
  const picks = race.runners.filter(({ winOdds }) => winOdds !== null).map(({ horseNum }) => horseNum);
  const [first, second] = picks;
  const { win } = returnsOf([[race, picks]]);
  const truths = [first, second].map((horse) => race.tickets.get(`win ${horse}`) ?? { chance: 1, expectedYen: 0 });
  const paid = race.payouts
    .filter(({ betType, combination }) => betType === "win" && [`${first}`, `${second}`].includes(combination))
    .reduce((sum, { payoutYen }) => sum + payoutYen, 0);
  const worth = truths.reduce((sum, { expectedYen }) => sum + expectedYen, 0);
  // A ticket pays its mean payout over its chance, or nothing.
  const square = truths.reduce((sum, { chance, expectedYen }) => sum + chance * (expectedYen / chance) ** 2, 0);
  expect(win.expected).toBeCloseTo(worth / 200, 9);
  expect(win.realised).toBeCloseTo(paid / 200, 9);
  expect(win.error).toBeCloseTo(Math.sqrt(square - worth ** 2) / 200, 9);
});
