import { expect, test } from "vitest";
import type { ForecastRace } from "#app/domain/evaluation/forecast-race.ts";
import { createSecondStageTally } from "#app/domain/evaluation/second-stage.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { forecastRace, reportOn, runner } from "#test/unit/support/forecast-races.ts";

/** Races of ten drawn from market^a × model^b, both around their own knowledge. */
function drawRaces(count: number, a: number, b: number): ForecastRace[] {
  const random = createRandom(3);
  return Array.from({ length: count }, (_, position) => {
    const strengths = Array.from({ length: 10 }, () => ({ market: 2 * random(), model: 2 * random() }));
    const times = strengths.map(({ market, model }) => -Math.log(1 - random()) / Math.exp(a * market + b * model));
    const winner = times.indexOf(Math.min(...times));
    const sum = strengths.reduce((total, { model }) => total + Math.exp(model), 0);
    return forecastRace({
      raceId: `r${position}`,
      date: addDays("2021-01-02", 7 * Math.floor(position / 10)),
      runners: strengths.map(({ market, model }, i) =>
        runner(i + 1, {
          probability: Math.exp(model) / sum,
          winOdds: 20 / Math.exp(market),
          finishPosition: i === winner ? 1 : 2,
        }),
      ),
    });
  });
}

const measure = (races: readonly ForecastRace[]) => reportOn(createSecondStageTally, races);

test("a model that knows what the odds do not gains over them, with the exponents that results were drawn with", async () => {
  const stage = (await measure(drawRaces(4000, 1, 0.8)))!;
  expect(stage.marketExponent).toBeGreaterThan(0.9);
  expect(stage.marketExponent).toBeLessThan(1.1);
  expect(stage.modelExponent).toBeGreaterThan(0.7);
  expect(stage.modelExponent).toBeLessThan(0.9);
  expect(stage.low).toBeGreaterThan(0.01);
  expect(stage.deltaR2).toBeGreaterThan(stage.low);
  expect(stage.races).toBe(3000);
});

test("a model that knows nothing beside the odds gains nothing", async () => {
  const stage = (await measure(drawRaces(4000, 1, 0)))!;
  expect(Math.abs(stage.modelExponent)).toBeLessThan(0.1);
  expect(stage.low).toBeLessThan(0);
  expect(Math.abs(stage.deltaR2)).toBeLessThan(0.001);
});

test("with given exponents all races are tested, and odds beside themselves gain nothing", async () => {
  const races = drawRaces(800, 1, 0.8);
  const tally = createSecondStageTally();
  for (const race of races.slice(600)) tally.add(race);
  const fitted = { marketExponent: 1, modelExponent: 0, marketAlone: 1 };

  expect(
    await tally.report(
      createPace(async () => {}),
      fitted,
    ),
  ).toMatchObject({ ...fitted, deltaR2: 0, races: 200 });
});

test("too few races, or races without odds, give no figure", async () => {
  expect(await measure(drawRaces(150, 1, 1))).toBeNull();
  const without = drawRaces(400, 1, 1).map((race) => ({
    ...race,
    runners: race.runners.map((each) => ({ ...each, winOdds: null })),
  }));
  expect(await measure(without)).toBeNull();
});
