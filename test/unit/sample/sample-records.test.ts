import { expect, test } from "vitest";
import { deriveRace } from "#app/domain/jv-data/derive-race.ts";
import type { Pedigree } from "#app/domain/jv-data/derive-runners.ts";
import { readHorseFacts } from "#app/domain/jv-data/facts/horse-facts.ts";
import { joinRecord, NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { HR } from "#app/domain/jv-data/layouts.ts";
import { parseOdds } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";
import { type IdentifiedRecord, identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { createRecordReader } from "#app/domain/jv-data/record-reader.ts";
import { noFindings, openRecord } from "#app/domain/jv-data/record-view.ts";
import { generateSample } from "#scripts/sample/generate.ts";
import { startOf } from "#scripts/sample/jv-data/changes.ts";
import { raceDay } from "#scripts/sample/jv-data/race-day.ts";
import { recordsOf } from "#scripts/sample/jv-data/write-files.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";

const SEED = 5;
const FROM = "2026-10-01";
/** Saturday, 14:05 in Japan: some of the day's races have weights. */
const SATURDAY = Date.parse("2026-11-21T14:05:00+09:00") / 1000;
const NEXT_DAY = SATURDAY + 86_400;

const asOfSaturday = [...generateSample({ seed: SEED, from: FROM, now: SATURDAY })];
const ofDay = (samples: readonly SampleRace[], date: string) => samples.filter(({ race }) => race.date === date);
const saturdayRun = ofDay([...generateSample({ seed: SEED, from: FROM, now: NEXT_DAY })], "2026-11-21");

interface Read {
  races: Map<string, RecordSet>;
  meetings: Map<string, RecordSet>;
  horses: Map<string, Pedigree>;
  odds: IdentifiedRecord[];
  notices: string[];
}

/** Reads bytes as the product does. */
function read(records: readonly Uint8Array[]): Read {
  const found: Read = { races: new Map(), meetings: new Map(), horses: new Map(), odds: [], notices: [] };
  const reader = createRecordReader();
  const blocks = [...records.map((bytes) => reader.push(bytes)), reader.end()];
  expect(blocks.flatMap(({ problems, skipped }) => [...problems, ...skipped])).toEqual([]);
  for (const { bytes } of blocks.flatMap((block) => block.records)) {
    const identified = identifyRecord(bytes);
    if (identified.outcome !== "identified") throw new Error(JSON.stringify(identified));
    const { record, notices } = identified;
    found.notices.push(...notices.map(({ field, reason }) => `${record.identity.kind} ${field}: ${reason}`));
    const { scope, id } = record.identity;
    if (scope === "horse") found.horses.set(id, readHorseFacts(bytes, noFindings()));
    else if (scope === "odds") found.odds.push(record);
    else {
      const sets = scope === "race" ? found.races : found.meetings;
      sets.set(id, joinRecord(sets.get(id) ?? NO_RECORDS, record).set);
    }
  }
  return found;
}

function derived({ races, meetings, horses }: Read, raceId: string) {
  const meeting = meetings.get(meetingIdOf(raceId)) ?? NO_RECORDS;
  const context = { raceId, meeting, horses, today: "2026-11-30" };
  const rows = deriveRace(races.get(raceId) ?? NO_RECORDS, context);
  if (rows.kind !== "race") throw new Error(`${raceId} ${JSON.stringify(rows)}`);
  return rows;
}

/** What records can say: they have no word on trouble in running. */
const rowsOf = ({ race, runners, payouts }: SampleRace) => ({
  race,
  runners: runners.map((runner) => ({ ...runner, trouble: null })),
  payouts,
});

function expectRows(found: Read, samples: readonly SampleRace[]): void {
  for (const sample of samples) {
    const { race, runners, payouts, notices } = derived(found, sample.race.raceId);
    expect({ race, runners, payouts }).toEqual(rowsOf(sample));
    expect(notices).toEqual([]);
  }
}

test("archived records of past and coming days give the rows of the open CSV", { tags: "full" }, () => {
  const horses = new Set<string>();
  const days = [...new Set(asOfSaturday.map(({ race }) => race.date))];
  const records = days.flatMap((date) => [...recordsOf(SEED, ofDay(asOfSaturday, date), horses)]);
  const found = read(records);
  expect(found.notices).toEqual([]);
  expectRows(found, asOfSaturday);
  const statuses = new Set(asOfSaturday.flatMap(({ race, runners }) => [race, ...runners].map(({ status }) => status)));
  expect([...statuses].sort()).toEqual(expect.arrayContaining(["did_not_finish", "excluded", "scratched", "result"]));
});

test("a day as it arrives ends in the sample's rows, in whatever order", () => {
  const deliveries = raceDay(SEED, saturdayRun);
  expect(deliveries.map(({ at }) => at)).toEqual(deliveries.map(({ at }) => at).sort((one, other) => one - other));
  const records = deliveries.flatMap((delivery) => delivery.records);
  expectRows(read(records), saturdayRun);
  expectRows(read(records.toReversed()), saturdayRun);
});

test("a race of the day passes from its card over weights and odds to the result", { tags: "full" }, () => {
  const sample = saturdayRun.find(({ race }) => race.venue === "東京" && race.raceNum === 11);
  if (sample === undefined) throw new Error("no race");
  const { raceId } = sample.race;
  const deliveries = raceDay(SEED, saturdayRun);
  const at = (minutes: number) =>
    read(deliveries.filter((delivery) => delivery.at <= startOf(sample.race) + 60 * minutes).flatMap((d) => d.records));
  const card = derived(at(-24 * 60), raceId);
  expect(card.race).toMatchObject({ status: "scheduled", weather: null, going: null });
  expect(card.runners.map(({ bodyWeightKg }) => bodyWeightKg)).toEqual(sample.runners.map(() => null));
  expect(card.runners[0]).toMatchObject({ sireName: sample.runners[0]?.sireName });
  expect(derived(at(-60), raceId).race).toMatchObject({ weather: sample.race.weather, going: sample.race.going });
  const atStart = derived(at(0), raceId);
  expect(atStart.race.status).toBe("scheduled");
  expect(atStart.runners.map(({ bodyWeightKg }) => bodyWeightKg)).toEqual(
    sample.runners.map(({ bodyWeightKg }) => bodyWeightKg),
  );
  const firstThree = derived(at(5), raceId);
  expect(firstThree.runners.filter(({ finishPosition }) => finishPosition !== null)).toHaveLength(3);
  expect(firstThree.payouts).toEqual([]);
  expect(derived(at(10), raceId).payouts).toHaveLength(sample.payouts.length);
  expect(derived(at(23), raceId).runners).toEqual(rowsOf(sample).runners);
});

test("the odds of a race end in the odds of its result", () => {
  const sample = saturdayRun.find(({ race }) => race.status === "result");
  if (sample === undefined) throw new Error("no race");
  const snapshots = read(raceDay(SEED, [sample]).flatMap(({ records }) => records)).odds.map(parseOdds);
  expect(new Set(snapshots.map(({ kind }) => kind))).toEqual(new Set(["O1", "O2", "O3", "O4", "O5", "O6"]));
  const win = snapshots.filter(({ kind }) => kind === "O1").map(({ pools }) => pools[0]?.entries ?? []);
  const last = win.at(-1) ?? [];
  expect(last.map(({ odds }) => odds)).toEqual(sample.runners.map(({ winOdds }) => winOdds));
  expect(last.map(({ popularity }) => popularity)).toEqual(sample.runners.map(({ popularity }) => popularity));
  expect(win[0]?.map(({ odds }) => odds)).not.toEqual(last.map(({ odds }) => odds));
  const quinella = snapshots.filter(({ kind }) => kind === "O2").at(-1)?.pools[0]?.entries ?? [];
  const paid = sample.payouts.find(({ betType }) => betType === "quinella");
  const quoted = quinella.find(({ combination }) => combination === paid?.combination);
  expect(quoted?.odds).toBe((paid?.payoutYen ?? 0) / 100);
});

/** Kind of record, its pool, and the rows of a payout record. */
const LONG_POOLS = {
  bracket: ["O1", 2, "PayWakuren.Umaban", 3],
  wide: ["O3", 0, "PayWide.Kumi", 7],
  exacta: ["O4", 0, "PayUmatan.Kumi", 6],
  trio: ["O5", 0, "PaySanrenpuku.Kumi", 3],
  trifecta: ["O6", 0, "PaySanrentan.Kumi", 6],
} as const;
type LongPool = (typeof LONG_POOLS)[keyof typeof LONG_POOLS];

function lastPayouts(records: readonly Uint8Array[], [, , field, rows]: LongPool) {
  const record = records.findLast(([one, other]) => String.fromCharCode(one ?? 0, other ?? 0) === "HR");
  const view = openRecord(HR, record?.subarray(0, -2) ?? new Uint8Array(), noFindings());
  const [pool] = field.split(".");
  return Array.from({ length: rows }, (_, row) => ({
    combination: (view.raw(field, row).match(field === "PayWakuren.Umaban" ? /[1-9]/g : /\d[1-9]|[1-9]0/g) ?? [])
      .map(Number)
      .join("-"),
    yen: Number(view.raw(`${pool}.Pay` as "PayWide.Pay", row)),
  })).filter(({ combination }) => combination !== "");
}

test("each race's bets pay what their last odds say, in a day as in an archive", () => {
  const won = saturdayRun.filter(({ race }) => race.status === "result" && race.venue === "東京");
  for (const sample of won) {
    const arrived = raceDay(SEED, [sample]).flatMap(({ records }) => records);
    const archived = [...recordsOf(SEED, [sample], new Set(), { isWhole: true })];
    const finals = [arrived, archived].map((records) => {
      const odds = read(records).odds.map(parseOdds);
      return Object.values(LONG_POOLS).map((pool) => ({
        paid: lastPayouts(records, pool),
        quoted: odds.findLast((snapshot) => snapshot.kind === pool[0])?.pools[pool[1]]?.entries ?? [],
      }));
    });
    expect(finals[1]).toEqual(finals[0]);
    for (const [place, { paid, quoted }] of (finals[0] ?? []).entries()) {
      expect(paid.length > 0).toBe(place > 0 || sample.runners.length > 8);
      for (const { combination, yen } of paid) {
        const entry = quoted.find((each) => each.combination === combination);
        expect(yen).toBeGreaterThan((entry?.odds ?? 1e9) * 100 - 10);
        expect(yen).toBeLessThanOrEqual((entry?.highOdds ?? entry?.odds ?? 0) * 100 + 0.001);
      }
    }
  }
  expect(won.length).toBeGreaterThan(8);
});

test("archives without the long odds have all other records", () => {
  const some = saturdayRun.slice(0, 4);
  const whole = [...recordsOf(SEED, some, new Set(), { isWhole: true })];
  const short = whole.filter(
    (record) => !["O3", "O4", "O5", "O6"].includes(String.fromCharCode(record[0] ?? 0, record[1] ?? 0)),
  );
  expect(short.length).toBeLessThan(whole.length);
  expect([...recordsOf(SEED, some, new Set())]).toEqual(short);
});
