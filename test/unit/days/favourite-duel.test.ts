import { expect, test } from "vitest";
import { type DuelRace, duelWeeks, favouriteDuel } from "#app/domain/days/favourite-duel.ts";

const SATURDAY = "2026-11-28";
const modelOf = (modelId: number) => ({ modelId, name: `型${modelId}`, report: { pseudoR2: modelId / 100 } });
const MODELS = [modelOf(2), modelOf(7)];

/** ◎ is 1, the favourite 2, and this horse won. */
const raceOf = (date: string, winner: number, yen = 300, more: Partial<DuelRace> = {}): DuelRace => ({
  ...{ modelId: 7, date, pick: 1, favourite: 2, payouts: [[`${winner}`, yen]] },
  ...more,
});
const duel = (races: readonly DuelRace[], defaultModelId: number | null = null) =>
  favouriteDuel(races, MODELS, { defaultModelId, today: SATURDAY });

test("a duel has twelve weeks from Tuesday to Monday, the running one last", () => {
  const weeks = duelWeeks(SATURDAY);
  expect(weeks).toHaveLength(12);
  expect([weeks[0], weeks.at(-1)]).toEqual([
    { from: "2026-09-08", to: "2026-09-14" },
    { from: "2026-11-24", to: "2026-11-30" },
  ]);
});

test("a week is won by the higher return on the same races, losses included", () => {
  const races = [
    raceOf("2026-11-21", 1, 640),
    raceOf("2026-11-21", 2, 210),
    raceOf("2026-11-22", 2, 180),
    raceOf("2026-11-23", 5, 1200),
    // Both are paid: a dead heat, and one horse that is ◎ and the favourite.
    raceOf("2026-11-22", 1, 150, {
      payouts: [
        ["1", 150],
        ["2", 150],
      ],
    }),
    raceOf("2026-11-22", 2, 400, { pick: 2 }),
    // No bet: without odds, and without a win pool.
    raceOf("2026-11-22", 1, 9000, { favourite: null }),
    raceOf("2026-11-22", 1, 0),
  ];
  expect(duel(races)?.shown).toEqual({
    ...{ from: "2026-11-17", to: "2026-11-23", isRunning: false, races: 6, outcome: "won" },
    own: { stakeYen: 600, payoutYen: 1190, hits: 3 },
    favourite: { stakeYen: 600, payoutYen: 940, hits: 4 },
  });
});

test("the duel is the default model's, else the best model's, among those with a race", () => {
  const races = [raceOf("2026-11-21", 1), raceOf("2026-11-21", 2, 300, { modelId: 2 })];
  expect(duel(races)).toMatchObject({ modelName: "型7", shown: { races: 1, outcome: "won" } });
  expect(duel(races, 2)).toMatchObject({ modelName: "型2", shown: { races: 1, outcome: "lost" } });
  expect(duel(races, 9)?.modelName).toBe("型7");
  expect(duel([raceOf("2026-11-21", 1, 300, { modelId: 7, favourite: null }), races[1]!])?.modelName).toBe("型2");
  expect(duel([])).toBeNull();
  expect(duel([raceOf("2026-11-21", 1, 300, { modelId: 3 })])).toBeNull();
});

test("the running week is shown and counts in no sum before its end", () => {
  const found = duel([raceOf("2026-11-21", 2), raceOf("2026-11-28", 1)]);
  expect(found).toMatchObject({
    shown: { from: "2026-11-24", isRunning: true, outcome: "won" },
    counts: { won: 0, lost: 1, drawn: 0 },
    streak: { outcome: "lost", weeks: 1 },
  });
});

test("a streak skips weeks without a race, and a draw ends it", () => {
  const weeks = { lost: "2026-10-10", first: "2026-10-24", second: "2026-11-14", drawn: "2026-11-21" };
  const races = [raceOf(weeks.lost, 2), raceOf(weeks.first, 1), raceOf(weeks.second, 1)];
  expect(duel(races)).toMatchObject({
    counts: { won: 2, lost: 1, drawn: 0 },
    streak: { outcome: "won", weeks: 2 },
  });
  expect(duel([...races, raceOf(weeks.drawn, 5)])).toMatchObject({
    shown: { outcome: "drawn" },
    counts: { won: 2, lost: 1, drawn: 1 },
    streak: null,
  });
  expect(duel(races.slice(1))?.streak).toEqual({ outcome: "won", weeks: 2 });
});
