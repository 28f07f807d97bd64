import fc from "fast-check";
import { expect, test } from "vitest";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { meanPerMille } from "#app/domain/rankings/pick-returns.ts";
import { type BetGroup, createTally } from "#app/domain/rankings/tally.ts";
import { ledgerRow } from "#test/unit/support/ranking-factories.ts";

const SATURDAY = "2026-11-14";
const SUNDAY = "2026-11-15";
const RACES = Array.from({ length: 12 }, (_, index) => ({
  raceId: `r${index + 1}`,
  date: index < 6 ? SATURDAY : SUNDAY,
}));
const EVERY_DAY = [SATURDAY, SUNDAY];

function returnsOf(rows: readonly BetGroup[], raceDays: readonly string[] = EVERY_DAY) {
  const tally = createTally(RACES, [{ modelId: 1, raceDays }]);
  for (const row of rows) tally.add(row);
  return tally.returnsOf(1);
}

test("rates, hit rates and the total of two races by hand", () => {
  const returns = returnsOf([
    ledgerRow(1, "r1", [200, 540, 1], [100, 130, 1], [700, 0, 0]),
    ledgerRow(1, "r7", [200, 0, 0], [100, 0, 0], [700, 930, 1]),
  ]);
  // Win 540 / 400, place 130 / 200, quinella 930 / 1400 = 66.43 %; mean of 135, 65 and 66.43 = 88.81.
  expect(returns?.win).toMatchObject({ returnPerMille: 1350, hitPerMille: 500, races: 2, hits: 1 });
  expect(returns?.place).toMatchObject({ returnPerMille: 650, hitPerMille: 500, races: 2, hits: 1 });
  expect(returns?.quinella).toMatchObject({ returnPerMille: 664, hitPerMille: 500, races: 2, hits: 1 });
  // A race with a hit of any type is one hit of the total.
  expect(returns?.total).toMatchObject({ returnPerMille: 888, hitPerMille: 1000, races: 2, hits: 2 });
});

test("the total is not all payouts over 1,000 yen per race", () => {
  // All payouts over all stakes would be 2,000 / 1,000 = 200 %.
  const returns = returnsOf([ledgerRow(1, "r1", [200, 0, 0], [100, 0, 0], [700, 2000, 1])]);
  expect(returns?.total.returnPerMille).toBe(952); // 285.71 / 3
});

test("the total without any place bet is the mean of the other two", () => {
  const returns = returnsOf([
    ledgerRow(1, "r1", [200, 300, 1], [0, 0, 0], [500, 520, 1]),
    ledgerRow(1, "r2", [200, 0, 0], [0, 0, 0], [500, 0, 0]),
  ]);
  expect(returns?.place).toBeNull();
  expect(returns?.total).toMatchObject({ returnPerMille: 635, races: 2, hits: 1 }); // (75 + 52) / 2
});

test("a race with all stakes refunded does not count, and a model with nothing else has no entry", () => {
  const refunded = ledgerRow(1, "r2", [0, 0, 0], [0, 0, 0], [0, 0, 0]);
  const bet = ledgerRow(1, "r1", [100, 540, 1], [0, 0, 0], [300, 0, 0]);
  expect(returnsOf([bet, refunded])?.total.races).toBe(1);
  expect(returnsOf([bet, refunded])?.win).toMatchObject({ returnPerMille: 5400, races: 1 });
  expect(returnsOf([refunded])).toBeNull();
  expect(returnsOf([])).toBeNull();
});

test("特払 pays without a hit", () => {
  const returns = returnsOf([ledgerRow(1, "r1", [200, 0, 0], [100, 270, 1], [700, 490, 0])]);
  expect(returns?.quinella).toMatchObject({ returnPerMille: 700, hitPerMille: 0, races: 1, hits: 0 });
});

test("two winning tickets in a dead heat are one race hit", () => {
  expect(returnsOf([ledgerRow(1, "r1", [200, 430, 2], [100, 0, 0], [700, 880, 1])])?.win).toMatchObject({
    hits: 1,
    hitPerMille: 1000,
  });
});

test("only the ranking's races, from the model's first day on, count", () => {
  const saturday = ledgerRow(1, "r1", [200, 2000, 1], [100, 0, 0], [700, 0, 0]);
  const sunday = ledgerRow(1, "r7", [200, 100, 1], [100, 0, 0], [700, 0, 0]);
  const elsewhere = ledgerRow(1, "jump", [200, 9000, 1], [100, 0, 0], [700, 0, 0]);
  const stranger = ledgerRow(2, "r1", [200, 9000, 1], [100, 0, 0], [700, 0, 0]);
  expect(returnsOf([saturday, sunday, elsewhere, stranger])?.win).toMatchObject({ returnPerMille: 5250, races: 2 });
  expect(returnsOf([saturday, sunday], [SUNDAY])?.win).toMatchObject({ returnPerMille: 500, races: 1 });
  expect(returnsOf([saturday, sunday], [])).toBeNull();
});

test("the same model and race twice is refused", () => {
  const row = ledgerRow(1, "r1", [200, 0, 0], [100, 0, 0], [700, 0, 0]);
  expect(() => returnsOf([row, row])).toThrow(RangeError);
});

test("rates are rounded half up from the exact fraction", () => {
  expect(meanPerMille([{ part: 1669, whole: 2000 }])).toBe(835); // 834.5
  expect(meanPerMille([{ part: 8344, whole: 10_000 }])).toBe(834);
  // (0.085 + 0.71) / 2 = 0.3975 exactly; in binary fractions 0.39749999999999996.
  expect(
    meanPerMille([
      { part: 34, whole: 400 },
      { part: 71, whole: 100 },
    ]),
  ).toBe(398);
  expect(
    meanPerMille([
      { part: 1, whole: 3 },
      { part: 1, whole: 3 },
      { part: 1, whole: 3 },
    ]),
  ).toBe(333);
});

test("the interval of five races by hand", () => {
  const payouts = [150, 0, 120, 0, 130];
  const returns = returnsOf(
    payouts.map((yen, index) => ledgerRow(1, `r${index + 1}`, [0, 0, 0], [100, yen, yen > 0 ? 1 : 0], [0, 0, 0])),
  );
  // Rate 0.8; residuals 70, −80, 40, −80, 50, squares 21,800; variance 21,800 / 500² × 5 / 4 = 0.109, error 0.33015;
  // t(4) = 2.776; factor exp(2.776 × 0.33015 / 0.8) = 3.1444: 0.8 / 3.1444 and 0.8 × 3.1444.
  expect(returns?.place?.lowPerMille).toBe(254);
  expect(Math.abs((returns?.place?.highPerMille ?? 0) - 2515)).toBeLessThanOrEqual(1);
  // The only type: the total is the same.
  expect(returns?.total).toEqual(returns?.place);
});

test("the total's interval accounts for the dependence of the types within a race", () => {
  const rows = (quinellaOf: (index: number) => number) =>
    Array.from({ length: 12 }, (_, index) => {
      const yen = index % 3 === 0 ? 300 : 0;
      return ledgerRow(1, `r${index + 1}`, [0, 0, 0], [100, yen, 1], [700, quinellaOf(index), 1]);
    });
  const together = returnsOf(rows((index) => (index % 3 === 0 ? 2100 : 0)))?.total;
  const apart = returnsOf(rows((index) => (index % 3 === 1 ? 2100 : 0)))?.total;
  expect(together?.returnPerMille).toBe(apart?.returnPerMille);
  expect(together?.highPerMille).toBeGreaterThan(apart?.highPerMille ?? 0);
});

test("there is no interval for four races, without a payout, or if all races paid the same", () => {
  const rows = (payouts: readonly number[]) =>
    payouts.map((yen, index) => ledgerRow(1, `r${index + 1}`, [200, yen, 1], [0, 0, 0], [0, 0, 0]));
  for (const payouts of [
    [300, 0, 500, 0],
    [0, 0, 0, 0, 0, 0],
    [130, 130, 130, 130, 130, 130],
  ]) {
    expect(returnsOf(rows(payouts))?.win).toMatchObject({ lowPerMille: null, highPerMille: null });
  }
});

test("Student's quantiles match printed tables", () => {
  for (const [degrees, printed] of [
    [4, 2.776],
    [9, 2.262],
    [35, 2.03],
    [143, 1.977],
  ] as const) {
    expect(Math.abs(studentQuantile(degrees) - printed)).toBeLessThan(0.0015);
  }
});

test("for a bettor who returns 77 %, intervals over 36 races contain that as often as stated", () => {
  const random = createRandom(7);
  const races = Array.from({ length: 36 }, (_, index) => ({ raceId: `s${index}`, date: SATURDAY }));
  const models = Array.from({ length: 1000 }, (_, modelId) => ({ modelId, raceDays: EVERY_DAY }));
  const tally = createTally(races, models);
  for (const { modelId } of models) {
    for (const { raceId } of races) {
      // Hit four in ten; payouts 100 to 285 and mostly small: mean 385 × 0.4 = 154 on 200 yen.
      const yen = random() < 0.4 ? Math.round(100 + 285 * -Math.log(1 - random())) : 0;
      tally.add(ledgerRow(modelId, raceId, [200, yen, yen > 0 ? 1 : 0], [0, 0, 0], [0, 0, 0]));
    }
  }
  const held = models.filter(({ modelId }) => {
    const win = tally.returnsOf(modelId)?.win;
    return win?.lowPerMille != null && win.highPerMille != null && win.lowPerMille <= 770 && 770 <= win.highPerMille;
  });
  expect(held.length).toBeGreaterThan(920);
  expect(held.length).toBeLessThan(975);
});

const bet = (stakeYen: number) =>
  fc
    .record({ yen: fc.nat({ max: 500_000 }), isHit: fc.boolean(), isRefunded: fc.boolean() })
    .map(
      ({ yen, isHit, isRefunded }) =>
        (isRefunded ? [0, 0, 0] : [stakeYen, isHit ? yen : 0, isHit ? 1 : 0]) as [number, number, number],
    );
const ledger = fc.array(fc.tuple(bet(200), bet(100), bet(700), fc.nat()), { minLength: 1, maxLength: 12 }).map((bets) =>
  bets.map(([win, place, quinella, key], index) => ({
    row: ledgerRow(1, `r${index + 1}`, win, place, quinella),
    key,
  })),
);

test("the order of ledger rows changes no bit", () => {
  fc.assert(
    fc.property(ledger, (rows) => {
      const shuffled = [...rows].sort((a, b) => a.key - b.key);
      expect(returnsOf(shuffled.map(({ row }) => row))).toEqual(returnsOf(rows.map(({ row }) => row)));
    }),
  );
});

test("another lost bet never raises a rate, and intervals contain their rate", () => {
  fc.assert(
    fc.property(ledger, (rows) => {
      const before = returnsOf(rows.slice(1).map(({ row }) => row));
      const lost = ledgerRow(1, "r1", [200, 0, 0], [100, 0, 0], [700, 0, 0]);
      const after = returnsOf([lost, ...rows.slice(1).map(({ row }) => row)]);
      for (const ticket of ["win", "place", "quinella"] as const) {
        const [was, is] = [before?.[ticket], after?.[ticket]];
        if (was != null) expect(is?.returnPerMille).toBeLessThanOrEqual(was.returnPerMille);
        if (is?.lowPerMille == null || is.highPerMille == null) continue;
        expect(is.lowPerMille).toBeLessThanOrEqual(is.returnPerMille);
        expect(is.highPerMille).toBeGreaterThanOrEqual(is.returnPerMille);
      }
    }),
  );
});
