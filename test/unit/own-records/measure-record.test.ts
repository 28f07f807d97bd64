import { expect, test } from "vitest";
import type { Curve } from "#app/domain/evaluation/balances.ts";
import { measureRecord } from "#app/domain/own-records/measure-record.ts";
import type { RecordEntry, RecordResult } from "#app/domain/own-records/record-entry.ts";
import { writeRecordCsv, writeRecordJson } from "#app/domain/own-records/record-file.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { readRecordCsv, readRecordJson } from "#test/unit/support/record-files.ts";
import { randomRecord } from "./random-record.ts";

/** Few, as a draw costs as much as a record. */
const DRAWS = { sums: 60, slice: 2 };

type Settled = RecordEntry & { result: RecordResult };

/** The instant by which all is to be done: the start, or the end of its day. */
const startOf = ({ date, startTime }: RecordEntry) => Date.parse(`${date}T${startTime ?? "23:59"}:59+09:00`) / 1000;
const isBefore = (instant: number, entry: RecordEntry) =>
  entry.startTime === null ? instant <= startOf(entry) : instant < startOf(entry) - 59;
/** Made before the start, and in a head before it, if it was sealed. */
const inTime = new WeakMap<RecordEntry, boolean>();
function isInTime(entry: RecordEntry): boolean {
  const known = inTime.get(entry);
  if (known !== undefined) return known;
  const { sealedAt, result } = entry;
  const isWaiting = sealedAt === "waiting";
  const isSealed = isWaiting
    ? result === null || result.kind === "none"
    : sealedAt === null || isBefore(sealedAt, entry);
  const is = isBefore(entry.completedAt, entry) && isSealed;
  inTime.set(entry, is);
  return is;
}

/** The entries in the sums, by looking at each beside all others. */
function countNaively(entries: readonly RecordEntry[]): Settled[] {
  const isBeaten = (entry: RecordEntry) =>
    entries.some(
      (other) =>
        isInTime(other) &&
        other.modelId === entry.modelId &&
        other.raceId === entry.raceId &&
        (other.completedAt > entry.completedAt ||
          (other.completedAt === entry.completedAt && other.analysisId > entry.analysisId)),
    );
  const keyOf = (entry: RecordEntry) =>
    [
      ...[entry.date, entry.startTime ?? "99:99", entry.venue, String(entry.raceNum).padStart(2, "0"), entry.raceId],
      ...[entry.modelId, entry.completedAt, String(entry.analysisId).padStart(9, "0")],
    ].join("|");
  return entries
    .filter((entry) => isInTime(entry) && entry.result?.kind === "settled" && !isBeaten(entry))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)) as Settled[];
}

const MONTHS = { key: ({ date }: RecordEntry) => date.slice(0, 7) };
const DIMENSIONS: Record<string, (entry: Settled) => string | null> = {
  month: MONTHS.key,
  venue: ({ venue }) => venue,
  surface: ({ surface }) => surface,
  distance: ({ distanceM: m }) => (m === null ? null : m <= 1400 ? "short" : m < 2000 ? "middle" : "long"),
  going: ({ going }) => (going === "soft" || going === "yielding" ? "heavy" : going),
  odds: ({ result: { odds } }) =>
    odds === null ? null : odds < 3 ? "under-3" : odds < 6 ? "3-6" : odds < 12 ? "6-12" : "over-12",
  field: ({ result: { starters: n } }) =>
    n === null ? null : n < 10 ? "to-9" : n < 14 ? "10-13" : n < 16 ? "14-15" : "from-16",
};

/** 95 % of payout ÷ stake over draws of whole days, with a list of the races of each draw. */
function intervalNaively(races: readonly Settled[], of: (race: Settled) => [number, number], draws: number) {
  const dates = [...new Set(races.map(({ date }) => date))];
  if (dates.length < 8) return null;
  const random = createRandom(20230109);
  const rates: number[] = [];
  const days = dates.map((date) => {
    const ofDay = races.filter((race) => race.date === date).map(of);
    return [0, 1].map((at) => ofDay.reduce((sum, pair) => sum + pair[at]!, 0));
  });
  for (let draw = 0; draw < draws; draw++) {
    const drawn = dates.map(() => days[Math.floor(random() * dates.length)]!);
    const top = drawn.reduce((sum, [first = 0]) => sum + first, 0);
    const bottom = drawn.reduce((sum, [, second = 0]) => sum + second, 0);
    if (bottom !== 0) rates.push(top / bottom);
  }
  rates.sort((a, b) => a - b);
  const at = (share: number) => rates[Math.max(0, Math.ceil(share * rates.length) - 1)];
  return rates.length === 0 ? null : { low: at(0.025), high: at(0.975) };
}

function sumNaively(bets: readonly { stakeYen: number; payoutYen: number; hits: number }[]) {
  const bet = bets.filter(({ stakeYen }) => stakeYen > 0);
  return {
    races: bet.length,
    hits: bet.filter(({ hits }) => hits > 0).length,
    stakeYen: bet.map(({ stakeYen }) => stakeYen).reduce((a, b) => a + b, 0),
    payoutYen: bet.map(({ payoutYen }) => payoutYen).reduce((a, b) => a + b, 0),
  };
}

/** Each balance beside every earlier one, and the start. */
function worstFallNaively(nets: readonly number[]): number {
  const balances: number[] = [];
  for (const net of nets) balances.push((balances.at(-1) ?? 0) + net);
  let worst = 0;
  for (const [later, balance] of balances.entries()) {
    worst = Math.max(worst, -balance);
    for (let earlier = 0; earlier < later; earlier++) worst = Math.max(worst, balances[earlier]! - balance);
  }
  return worst;
}

function ticketNaively(races: readonly Settled[], betType: BetType) {
  const nets = races.map(({ result }) => result.bets[betType].payoutYen - result.bets[betType].stakeYen);
  const losses = races
    .filter(({ result }) => result.bets[betType].stakeYen > 0)
    .map(({ result }) => (result.bets[betType].payoutYen > 0 ? " " : "x"))
    .join("");
  return {
    ...sumNaively(races.map(({ result }) => result.bets[betType])),
    favourite: sumNaively(races.flatMap(({ result }) => (result.favourite ? [result.favourite.bets[betType]] : []))),
    worstFall: worstFallNaively(nets),
    losingRun: Math.max(...losses.split(" ").map(({ length }) => length)),
    balance: nets.reduce((sum, net) => sum + net, 0),
  };
}

/** Balances after so many races, each added up from the first race on. */
const balancesNaively = (at: readonly number[], nets: readonly number[]) =>
  at.map((n) => nets.slice(0, n).reduce((sum, net) => sum + net, 0));

const netOf = (bets: Settled["result"]["bets"] | undefined, betType: BetType) =>
  bets === undefined ? 0 : bets[betType].payoutYen - bets[betType].stakeYen;

/** Every point of a curve, own and favourite's, and the band by the textbook's sum of squares. */
function expectCurve(curve: Curve, races: readonly Settled[], betType: BetType) {
  const { at, own, favourite, band } = curve;
  expect([at[0], at.at(-1), at.length]).toEqual([0, races.length, Math.min(races.length, 240) + 1]);
  expect(at).toEqual([...new Set(at)].sort((a, b) => a - b));
  expect(own).toEqual(
    balancesNaively(
      at,
      races.map(({ result }) => netOf(result.bets, betType)),
    ),
  );
  expect(favourite).toEqual(
    balancesNaively(
      at,
      races.map(({ result }) => netOf(result.favourite?.bets, betType)),
    ),
  );
  const known = races.flatMap(({ result }) =>
    result.favourite === null ? [] : [netOf(result.favourite.bets, betType)],
  );
  const k = known.length;
  expect(band === null).toBe(k < 2);
  if (band === null) return;
  const mean = known.reduce((a, b) => a + b, 0) / k;
  const variance = (known.reduce((sum, net) => sum + net * net, 0) - k * mean * mean) / (k - 1);
  const apart = band.at.map((n, index) => {
    const spread = 1.959963984540054 * Math.sqrt(Math.max(0, variance) * n);
    return Math.max(
      Math.abs(band.low[index]! - (n * mean - spread)),
      Math.abs(band.high[index]! - (n * mean + spread)),
    );
  });
  // Whole yen.
  expect(Math.max(...apart)).toBeLessThanOrEqual(0.51);
}

/** Seeds of a test: a thousand records in all. */
const PARTS = 10;
const SEEDS = 100;

test.each(Array.from({ length: PARTS }, (_, part) => part))(
  "the figures of 1,000 random records are those of a naive count, and do not depend on the order: part %i",
  (part) => {
    let slices = 0;
    for (let seed = part * SEEDS + 1; seed <= (part + 1) * SEEDS; seed++) {
      const entries = randomRecord(seed, seed % 20 === 0 ? 420 : seed % 60);
      const races = countNaively(entries);
      const figures = measureRecord(entries, DRAWS);
      expect(figures.counts.counted).toBe(races.length);
      const after = entries.filter((entry) => !isBefore(entry.completedAt, entry)).length;
      expect(figures.counts["after-start"]).toBe(after);
      expect(figures.counts.late).toBe(entries.filter((entry) => !isInTime(entry)).length - after);
      expect(Object.values(figures.counts).reduce((a, b) => a + b, 0)).toBe(entries.length);
      expect(figures.deleted).toBe(races.filter(({ deletedAt }) => deletedAt !== null).length);
      expect(figures.firsts.wins).toBe(races.filter(({ result }) => result.finish === 1).length);
      const favourites = races.flatMap(({ result }) => result.favourite ?? []);
      expect([figures.firsts.favouriteWins, figures.firsts.favouriteRaces]).toEqual([
        favourites.filter(({ finish }) => finish === 1).length,
        favourites.length,
      ]);
      for (const betType of BET_TYPES) {
        const { curve, hitInterval, interval, expectedRun, favouriteWorstFall, ...sums } = figures.tickets[betType];
        const { balance, ...naive } = ticketNaively(races, betType);
        expect(sums).toEqual(naive);
        expect(curve.own.at(-1)).toBe(balance);
        expectCurve(curve, races, betType);
        if (seed % 4 !== 0) continue;
        expect(interval).toEqual(
          intervalNaively(
            races,
            ({ result: { bets } }) => [bets[betType].payoutYen, bets[betType].stakeYen],
            DRAWS.sums,
          ),
        );
        expect(hitInterval).toEqual(
          intervalNaively(
            races,
            ({ result: { bets } }) => [bets[betType].hits > 0 ? 1 : 0, bets[betType].stakeYen > 0 ? 1 : 0],
            DRAWS.sums,
          ),
        );
        const p = naive.hits / naive.races;
        const run = Math.log(naive.races * (1 - p)) / -Math.log(1 - p);
        if (p > 0 && p < 1 && run > 0) expect(expectedRun).toBeCloseTo(run, 9);
        else expect(expectedRun).toBeNull();
        expect(favouriteWorstFall).toBe(
          worstFallNaively(races.map(({ result }) => netOf(result.favourite?.bets, betType))),
        );
      }
      for (const [dimension, keyOf] of Object.entries(DIMENSIONS)) {
        const found = figures.slices[dimension as keyof typeof figures.slices];
        const keys = new Set(races.map(keyOf).filter((key) => key !== null));
        expect(new Set(found.map(({ key }) => key))).toEqual(keys);
        for (const { key, races: count, tickets, netYen } of found) {
          const members = races.filter((race) => keyOf(race) === key);
          expect(count).toBe(members.length);
          expect(netYen).toBe(BET_TYPES.reduce((sum, betType) => sum + ticketNaively(members, betType).balance, 0));
          expect(tickets === null).toBe(members.length < 30);
          if (tickets === null) continue;
          slices += 1;
          for (const betType of BET_TYPES) {
            const { interval, favourite, ...sums } = tickets[betType];
            const bets = ({ result }: Settled): [number, number] => [
              result.bets[betType].payoutYen,
              result.bets[betType].stakeYen,
            ];
            expect(interval).toEqual(intervalNaively(members, bets, DRAWS.slice));
            const { worstFall: _, losingRun: __, balance: ___, ...naive } = ticketNaively(members, betType);
            expect({ ...sums, favourite }).toEqual(naive);
          }
        }
      }
      if (seed % 100 === 0) expect(measureRecord(entries.toReversed(), DRAWS)).toEqual(figures);
    }
    expect(slices).toBeGreaterThan(50);
  },
);

test("a file read back gives the same figures to the yen, CSV and JSON alike", { tags: "full" }, () => {
  for (let seed = 1; seed <= 10; seed++) {
    const entries = randomRecord(seed, 30 * seed);
    const figures = measureRecord(entries, DRAWS);
    expect(measureRecord(readRecordCsv(writeRecordCsv(entries)), DRAWS)).toEqual(figures);
    expect(measureRecord(readRecordJson(writeRecordJson(entries)), DRAWS)).toEqual(figures);
    const byId = (a: RecordEntry, b: RecordEntry) => a.analysisId - b.analysisId;
    expect(readRecordCsv(writeRecordCsv(entries)).sort(byId)).toEqual(entries);
    expect(readRecordJson(writeRecordJson(entries)).sort(byId)).toEqual(entries);
  }
});

test("no cell of the CSV is a formula", () => {
  const lines = writeRecordCsv(randomRecord(3, 30));
  expect(/(^|,)"?[=@+＝＋－＠]/m.test(lines)).toBe(false);
});
