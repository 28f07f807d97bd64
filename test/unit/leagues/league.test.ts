import { expect, test } from "vitest";
import {
  duelOf,
  type LeagueMember,
  type LeagueRow,
  measureLeague,
  pairUp,
  weekOf,
} from "#app/domain/leagues/league.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { simulatePeriod } from "#test/unit/season/simulate-season.ts";

const FIRST = "2026-09-12";

const membersOf = (count: number): LeagueMember[] =>
  Array.from({ length: count }, (_, userId) => ({ userId, from: FIRST, leftOn: null }));

/** Saturday and Sunday of each week; `losses` of the members on each day of one race, of a lottery's loss 2. */
const rowsOf = (losses: readonly (readonly number[])[]): LeagueRow[] =>
  losses.flatMap((day, at) =>
    day.map((loss, userId) => ({
      ...{ userId, date: addDays(FIRST, Math.floor(at / 2) * 7 + (at % 2)), races: 1, loss, uniformLoss: 2 },
      ...{ stakeYen: 700, payoutYen: 350 },
    })),
  );

test("a week begins on Saturday and contains the race weekend", () => {
  expect(["2026-11-27", "2026-11-28", "2026-11-29", "2026-12-04"].map(weekOf)).toEqual([
    ...["2026-11-21", "2026-11-28", "2026-11-28", "2026-11-28"],
  ]);
});

test("everybody meets everybody once a round, and one of an odd number rests", () => {
  for (const count of [2, 3, 8, 19, 20]) {
    const ids = Array.from({ length: count }, (_, index) => index + 1);
    const rounds = count % 2 === 0 ? count - 1 : count;
    const met = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const pairs = pairUp(ids, round);
      expect(
        pairs
          .flat()
          .filter((id) => id !== null)
          .sort((a, b) => a - b),
      ).toEqual(ids);
      for (const [one, other] of pairs) if (other !== null) met.add([one, other].sort((a, b) => a - b).join());
    }
    expect(met.size).toBe((count * (count - 1)) / 2);
  }
});

test("a duel is won only beyond its uncertainty, a running week counts in no sum, and the next one has no figures", () => {
  // The second member is far better, the third hardly.
  const days = Array.from({ length: 6 }, (_, day) => [1.8, 1, 1.8 + (day % 2 === 0 ? 0.02 : -0.03)]);
  const league = { members: membersOf(3), rows: rowsOf(days), firstDay: FIRST, weeks: 4, today: "2026-09-26" };
  const { weeks, standings, lead } = measureLeague(league);
  expect(weeks.map(({ number, from, state }) => [number, from, state])).toEqual([
    [1, "2026-09-12", "over"],
    [2, "2026-09-19", "over"],
    [3, "2026-09-26", "running"],
    [4, "2026-10-03", "next"],
  ]);
  expect(weeks.map(({ duels }) => duels.flatMap(({ members }) => members))).toEqual([
    [1, 2],
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
  const [first, second, running, next] = weeks.map(({ duels }) => duels[0]!);
  expect(first!.difference).toMatchObject({ races: 2, outcome: "won" });
  expect(first!.difference!.value).toBeCloseTo((1.82 + 1.77 - 2) / 4, 12);
  expect(first!.difference!.skills.map((skill) => skill.toFixed(4))).toEqual(["0.5000", "0.1025"]);
  const own = [1, 2, 0].map((userId) => duelOf(weeks[0]!, userId));
  expect(own.map((duel) => duel?.difference?.outcome)).toEqual(["won", "lost", undefined]);
  expect(own[1]).toMatchObject({ members: [2, 1], difference: { value: -first!.difference!.value } });
  expect(second!.difference).toMatchObject({ outcome: "lost" });
  expect(running!.difference).toMatchObject({ outcome: "drawn" });
  expect(next!.difference).toBeNull();
  expect(standings.map(({ userId, counts }) => [userId, counts])).toEqual([
    [1, { won: 2, lost: 0, drawn: 0 }],
    [2, { won: 0, lost: 1, drawn: 0 }],
    [0, { won: 0, lost: 1, drawn: 0 }],
  ]);
  expect(standings[0]).toMatchObject({ races: 6, stakeYen: 4200, payoutYen: 2100 });
  expect(standings[0]!.value).toBeCloseTo(0.5, 12);
  expect(lead).toMatchObject({ outcome: "won", races: 6 });
});

test("a league of two has no duels, one who left keeps the results of that week, and one who joins starts later", () => {
  const rows = rowsOf(Array.from({ length: 6 }, (_, day) => [1.2, 1.8 - day / 50, 1.9, 1.7]));
  const shared = { rows, firstDay: FIRST, weeks: 4, today: "2026-09-29" };
  expect(measureLeague({ ...shared, members: membersOf(2) }).weeks.map(({ duels }) => duels)).toEqual([[], [], [], []]);
  const [one, other, third, fourth] = membersOf(4);
  const members = [one!, other!, { ...third!, leftOn: "2026-09-21" }, { ...fourth!, from: "2026-09-26" }];
  const { weeks, standings } = measureLeague({ ...shared, members });
  expect(weeks.map(({ duels }) => duels[0]?.members)).toEqual([
    [1, 2],
    [0, 1],
    [0, 3],
    [1, 3],
  ]);
  expect(standings.find(({ userId }) => userId === 2)?.races).toBe(4);
  expect(measureLeague({ ...shared, rows: [], members }).standings[0]).toMatchObject({ value: null, half: null });
});

test("two equal models draw all their duels, and the season, in at least 95 % of the seasons", () => {
  const seasons = 300;
  const weeks = 12;
  let [duels, totals] = [0, 0];
  for (let season = 0; season < seasons; season++) {
    // Two equal ones among better and worse ones.
    const { rows } = simulatePeriod([0.4, 0.4, 0.1, 0.9], { races: weeks * 48, seed: season + 1 });
    const dated = rows.map(({ modelId, date, ...row }): LeagueRow => {
      const day = Number(date.slice(4));
      return {
        ...row,
        userId: modelId,
        date: addDays(FIRST, Math.floor(day / 2) * 7 + (day % 2)),
        stakeYen: 0,
        payoutYen: 0,
      };
    });
    const league = { firstDay: FIRST, weeks, today: addDays(FIRST, weeks * 7) };
    const measured = measureLeague({ ...league, members: membersOf(4), rows: dated });
    const own = measured.weeks.flatMap((week) => week.duels).filter(({ members }) => Math.max(...members) === 1);
    expect(own).toHaveLength(4);
    if (own.every(({ difference }) => difference?.outcome === "drawn")) duels++;
    const two = measureLeague({ ...league, members: membersOf(2), rows: dated });
    if (two.lead?.outcome === "drawn") totals++;
  }
  expect(duels / seasons).toBeGreaterThanOrEqual(0.95);
  expect(totals / seasons).toBeGreaterThanOrEqual(0.95);
});
