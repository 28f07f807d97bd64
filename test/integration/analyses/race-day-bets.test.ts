import { expect, test } from "vitest";
import { formTickets } from "#app/domain/betting/formation.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { readBets } from "#app/services/analyses/race-bets.server.ts";
import { applyRecords } from "#app/services/jv-data/records.server.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { changesOf, startOf } from "#scripts/sample/jv-data/changes.ts";
import { type Board, boardAt, type Quote } from "#scripts/sample/jv-data/odds-board.ts";
import { raceDay } from "#scripts/sample/jv-data/race-day.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertUser } from "#test/integration/support/rows.ts";

const SEED = 5;
const PRO = { id: 1, plan: 4, defaultModelId: null };
const MINUTE = 60;

/** A race as it was simulated, the boards that its odds show, and what arrived of it. */
const samples = [
  ...generateSample({ seed: SEED, from: "2026-11-01", now: Date.parse("2026-11-22T14:05:00+09:00") / 1000 }),
].filter(({ race }) => race.date === "2026-11-21" && race.venue === "東京");
const sample = samples.find(({ race, refunded }) => race.status === "result" && refunded.length === 0);
if (sample === undefined) throw new Error("the sample has no such race");
const { raceId } = sample.race;
const deliveries = raceDay(SEED, samples).filter(({ name }) => name.startsWith(raceId) || name.includes("-sky"));
const changes = changesOf(
  SEED,
  sample,
  samples.filter((other) => other !== sample),
);

function boardBefore(seconds: number): Board {
  const board = sample === undefined ? null : boardAt(SEED, sample, changes, seconds);
  if (board === null) throw new Error("the race has no odds");
  return board;
}

/** As a fan's tickets are priced. */
const ticketsOf = (quotes: readonly Quote[], most: number) =>
  new Map(
    quotes.map(({ horses, low, high }) => [horses.join("-"), { low: Math.min(low, most), high: Math.min(high, most) }]),
  );

const LONG = ["bracket", "wide", "exacta", "trio", "trifecta"] as const;
/** The most that the fields can hold. */
const MOST = { bracket: 9999.9, wide: 9999.9, exacta: 99_999.9, trio: 99_999.9, trifecta: 999_999.9 };
const horses = sample.runners.map(({ horseNum }) => horseNum);
const brackets = sample.runners.map(({ bracketNum }) => bracketNum ?? 0);
const bracketPairs = brackets.flatMap((one, at) => brackets.slice(at + 1).map((other) => [one, other]));

const oddsOf = (board: Board) =>
  Object.fromEntries(
    LONG.map((kind) => {
      const combinations = kind === "bracket" ? bracketPairs : formTickets(kind, { axis: [], legs: horses });
      return [kind, ticketsOf(board.long(kind, combinations), MOST[kind])];
    }),
  );

async function openDay() {
  const { database, deps } = await openTestDeps();
  await insertUser(database.db, PRO);
  return {
    [Symbol.asyncDispose]: database.dispose,
    deliver: (parts: typeof deliveries) =>
      applyRecords(deps, { bytes: new Uint8Array(Buffer.concat(parts.flatMap(({ records }) => records))) }),
    async odds() {
      const bets = await readBets(deps, { user: PRO, raceId, modelId: null });
      if (bets === null || "reason" in bets) throw new Error("the race is not there");
      const { odds } = bets;
      return {
        ...Object.fromEntries(LONG.map((kind) => [kind, odds[kind]?.tickets])),
        isFinal: LONG.map((kind) => odds[kind]?.isFinal),
      };
    },
    async storedKinds() {
      const statement = "select kind, count(*) n from odds where kind not in ('O1', 'O2') group by kind order by kind";
      return (await database.d1.prepare(statement).all()).results;
    },
  };
}

const ONE_EACH = ["O3", "O4", "O5", "O6"].map((kind) => ({ kind, n: 1 }));

test("bracket, wide, exacta, trio and trifecta odds of a day's records price the tickets, before the start and after the result", async () => {
  await using day = await openDay();
  const start = sample === undefined ? 0 : startOf(sample.race);
  const before = deliveries.filter(({ at }) => at <= start - 10 * MINUTE);
  for (const delivery of before) await day.deliver([delivery]);
  const board = boardBefore(10 * MINUTE);
  expect(await day.odds()).toEqual({ ...oddsOf(board), isFinal: LONG.map(() => false) });
  expect(await day.storedKinds()).toEqual(ONE_EACH);

  await day.deliver(deliveries.filter((delivery) => !before.includes(delivery)));
  const final = { ...oddsOf(boardBefore(0)), isFinal: LONG.map(() => true) };
  expect(await day.odds()).toEqual(final);
  expect(await day.storedKinds()).toEqual(ONE_EACH);
});

test("in any order only the last wide, exacta, trio and trifecta odds of a day stay", async () => {
  const final = { ...oddsOf(boardBefore(0)), isFinal: LONG.map(() => true) };
  for (let seed = 1; seed <= 3; seed += 1) {
    await using day = await openDay();
    const random = createRandom(seed);
    const shuffled = deliveries
      .map((delivery) => ({ delivery, place: random() }))
      .sort((one, other) => one.place - other.place)
      .map(({ delivery }) => delivery);
    for (let from = 0; from < shuffled.length; from += 7) await day.deliver(shuffled.slice(from, from + 7));
    expect(await day.odds()).toEqual(final);
    expect(await day.storedKinds()).toEqual(ONE_EACH);
  }
});
