import fc from "fast-check";
import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { createReturnsTally } from "#app/domain/evaluation/forecast-returns.ts";
import { createSkillTally } from "#app/domain/evaluation/forecast-skill.ts";
import { type ModelReport, packedReportSchema, packReport, unpackReport } from "#app/domain/evaluation/model-report.ts";
import { createOutlookTally } from "#app/domain/evaluation/outlook.ts";
import { createSecondStageTally } from "#app/domain/evaluation/second-stage.ts";
import { createValueTally } from "#app/domain/evaluation/value-returns.ts";
import { DIMENSIONS } from "#app/domain/racing/conditions.ts";
import { forecastRace, makeForecastRaces, pay, reportOn, runner } from "#test/unit/support/forecast-races.ts";

const returnsOf = (races: readonly ForecastRace[]) => reportOn(createReturnsTally, races);

function measureOutlook(races: readonly ForecastRace[]) {
  const tally = createOutlookTally();
  for (const race of races) tally.add(race);
  const refits = [{ cutoffDay: "2020-01-01", races: 400 }];
  return tally.report({ refits, learntRaces: 1000 });
}

async function reportOf(races: readonly ForecastRace[]): Promise<ModelReport> {
  return {
    skill: (await reportOn(createSkillTally, races))!,
    returns: await returnsOf(races),
    value: await reportOn(createValueTally, races),
    secondStage: await reportOn(createSecondStageTally, races),
    outlook: measureOutlook(races),
  };
}

/** Index order 2, 1, 3; the public's is 1, 2, 3. */
const THREE = forecastRace({
  raceId: "three",
  date: "2025-01-05",
  runners: [
    runner(1, { index: 0.5, winOdds: 2, finishPosition: 1 }),
    runner(2, { index: 1.5, winOdds: 4, finishPosition: 2 }),
    runner(3, { index: -2, winOdds: 4, finishPosition: 3 }),
  ],
  payouts: [pay("win", "1", 200), pay("place", "1", 110), pay("place", "2", 120), pay("quinella", "1-2", 300)],
});

/** The first pick, 3, did not start; place was not sold. */
const SCRATCHED = forecastRace({
  raceId: "scratched",
  date: "2025-01-06",
  runners: [
    runner(1, { index: 1, winOdds: 1.5, finishPosition: 2 }),
    runner(2, { index: 0, winOdds: 2.5, finishPosition: 1 }),
    runner(3, { index: 2, isStarter: false }),
  ],
  payouts: [pay("win", "2", 150), pay("quinella", "1-2", 150)],
});

test("returns are computed by hand, with a refund and a bet that was not sold", async () => {
  const { model, favourite } = await returnsOf([THREE, SCRATCHED]);
  // Win: 2 and 1 for 200, then 1 alone for 0 of 100. Quinella: three pairs for 300, then 1-2 alone for 150.
  expect(model.win).toMatchObject({ returnRate: 200 / 300, low: 0, high: 1, hitRate: 0.5, races: 2 });
  expect(model.win.hitInterval).toEqual({ low: 0, high: 1 });
  expect(model.place).toMatchObject({ returnRate: 1.2, hitRate: 1, races: 1 });
  expect(model.quinella).toMatchObject({ returnRate: 450 / 400, hitRate: 1, races: 2 });
  // The public's: 1 and 2 in both races.
  expect(favourite.win).toMatchObject({ returnRate: 350 / 400, hitRate: 1, races: 2 });
  expect(favourite.place).toMatchObject({ returnRate: 1.1, races: 1 });
});

test("a dead heat pays each of its rows", async () => {
  const payouts = [pay("win", "1", 120), pay("win", "2", 180), pay("quinella", "1-2", 400)];
  expect((await returnsOf([{ ...THREE, payouts }])).model).toMatchObject({
    win: { returnRate: 300 / 200, hitRate: 1 },
    quinella: { returnRate: 400 / 300 },
  });
});

test("a refunded favourite is excluded from stake and payout, and without any odds there is no favourite", async () => {
  const withdrawn = SCRATCHED.runners.map((each) => (each.horseNum === 3 ? { ...each, winOdds: 1.1 } : each));
  // 3 and 1 are the first two: only 1 is bought, and lost.
  expect((await returnsOf([{ ...SCRATCHED, runners: withdrawn }])).favourite.win).toMatchObject({
    returnRate: 0,
    races: 1,
  });
  const unknown = THREE.runners.map((each) => ({ ...each, winOdds: null }));
  const none = { returnRate: null, low: null, high: null, hitRate: null, races: 0, hitInterval: null };
  expect((await returnsOf([{ ...THREE, runners: unknown }])).favourite).toEqual({
    win: none,
    place: none,
    quinella: none,
  });
  expect((await returnsOf([{ ...THREE, surface: "jump" }])).model.win).toEqual(none);
});

test("the order of races and runners changes no bit of a report", async () => {
  // Every third horse is paid more than it is worth, winners too.
  const races = makeForecastRaces({ races: 60 }).map((race) => ({
    ...race,
    runners: race.runners.map((each) => ({
      ...each,
      winOdds: each.horseNum % 3 === 0 ? (each.winOdds ?? 0) * 2 : each.winOdds,
    })),
  }));
  const report = await reportOf(races);
  expect(report.value?.returnRate).toBeGreaterThan(0);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(races, { minLength: races.length }),
      fc.boolean(),
      async (shuffled, isReversed) => {
        const given = shuffled.map((race) => ({
          ...race,
          runners: isReversed ? race.runners.toReversed() : race.runners,
        }));
        expect(await reportOf(given)).toEqual(report);
      },
    ),
    { numRuns: 8 },
  );
});

test("a withdrawal does not affect tickets without that horse, whatever its position", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 59 }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      async (position, index) => {
        const race = makeForecastRaces({ races: 60 })[position]!;
        const { win } = (await returnsOf([race])).model;
        const withdrawn = runner(18, { index, isStarter: false });
        const after = (await returnsOf([{ ...race, runners: [...race.runners, withdrawn] }])).model.win;
        // Two tickets, or the remaining one; only a losing ticket is removed.
        expect(after.races).toBe(1);
        const payout = Math.round(win.returnRate! * 200);
        expect([payout / 200, payout / 100, 0]).toContain(after.returnRate);
      },
    ),
    { numRuns: 40 },
  );
});

test("the lot loses about the pools' takeout, and its interval contains that", async () => {
  // 20 % is kept of each win pool: fair odds times 0.8.
  const { random, model } = await returnsOf(makeForecastRaces({ races: 3000 }));
  expect(random.win.low).toBeLessThan(0.8);
  expect(random.win.high).toBeGreaterThan(0.8);
  expect(model.win.hitRate).toBeGreaterThan(random.win.hitRate!);
});

test("conditions have the model's intervals and the others' rates, and nothing if races are few", async () => {
  const { conditions } = await returnsOf(makeForecastRaces({ races: 180, venues: 9 }));
  const turf = conditions.surface[0]!;
  expect(turf).toMatchObject({ key: "turf", races: 90 });
  expect(turf.returns!.win.low).toBeLessThan(turf.returns!.win.returnRate!);
  expect(turf.returns!.win.favourite.hitRate).toBeGreaterThan(0);
  expect(turf.returns!.quinella.random.returnRate).not.toBeNull();
  expect(conditions.venue[0]).toMatchObject({ races: 20, returns: null });
});

test("a stored report is restored as rounded, and passes its schema", async () => {
  const packed = packReport(await reportOf(makeForecastRaces({ races: 300 })));
  const stored = packedReportSchema.parse(JSON.parse(JSON.stringify(packed)));
  expect(stored).toEqual(packed);
  expect(packReport(unpackReport(stored))).toEqual(packed);
  const { skill, returns } = unpackReport(stored);
  const exact = await reportOf(makeForecastRaces({ races: 300 }));
  expect(skill.pseudoR2).toBeCloseTo(exact.skill.pseudoR2, 4);
  expect(returns.random.place.hitInterval!.high).toBeCloseTo(exact.returns.random.place.hitInterval!.high, 4);
  const group = exact.returns.conditions.distance[1]!.returns!.quinella;
  expect(returns.conditions.distance[1]!.returns!.quinella.random.hitRate).toBeCloseTo(group.random.hitRate!, 3);
  expect(unpackReport(stored).value?.returnRate).toBeCloseTo(exact.value!.returnRate!, 4);
  expect(() => packedReportSchema.parse({ ...packed, extra: 1 })).toThrow();
  expect(stored.version).toBe(2);
  expect(unpackReport(stored).outlook?.nextHalfYear.low).toBeCloseTo(exact.outlook!.nextHalfYear.low, 4);
});

test("a report of the first version, without a field for it, is read without what was measured later", async () => {
  const packed = packReport(await reportOf(makeForecastRaces({ races: 300 })));
  const { version: _version, value: _value, secondStage: _stage, outlook: _outlook, ...measured } = packed;
  const { going: _going, field: _field, ...before } = measured;
  const restored = unpackReport(packedReportSchema.parse(before));
  expect(restored).toMatchObject({ value: null, secondStage: null, outlook: null });
  expect(restored.skill.conditions).toMatchObject({ going: [], field: [] });
  expect(packReport(restored)).toEqual({ version: 2, ...before, going: [], field: [] });
});

test("a stored report is at most 9 KB at its largest", async () => {
  // Twelve years, two surfaces, three bands, three goings, four fields, twelve venues, all with figures.
  const packed = packReport(await reportOf(makeForecastRaces({ races: 1870, venues: 13, fields: [8, 12, 14, 16] })));
  expect(DIMENSIONS.map((dimension) => packed[dimension]?.length)).toEqual([12, 2, 3, 3, 4, 12]);
  expect(packed.venue.every(([, , skill, bets]) => skill !== null && bets !== null)).toBe(true);
  expect(new TextEncoder().encode(JSON.stringify(packed)).length).toBeLessThanOrEqual(9 * 1024);
});
