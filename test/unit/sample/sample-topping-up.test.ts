// @module-tag full
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { readHeader } from "#app/domain/open-csv/open-csv.ts";
import { parsePayout, parseRace, parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import { PAYOUT_COLUMNS, payoutLine, RACE_COLUMNS, RUNNER_COLUMNS, raceLine, runnerLine } from "#scripts/sample/csv.ts";
import { generateSample, sampleWindow } from "#scripts/sample/generate.ts";
import type { SampleRace } from "#scripts/sample/run-race.ts";
import { writeSample } from "#scripts/sample/write.ts";

const SEED = 7;
/** Saturday, 10:00 in Japan. */
const SATURDAY = Date.parse("2026-11-21T10:00:00+09:00") / 1000;
const NINE_DAYS = 9 * 86_400;
const FROM = "2026-10-10";

const first = [...generateSample({ seed: SEED, from: FROM, now: SATURDAY })];
const later = [...generateSample({ seed: SEED, from: FROM, now: SATURDAY + NINE_DAYS })];
const laterById = new Map(later.map((sample) => [sample.race.raceId, sample]));

const linesOf = ({ race, runners, payouts }: SampleRace): string[] => [
  raceLine(race),
  ...runners.map(runnerLine),
  ...payouts.map(payoutLine),
];
const isPast = ({ race }: SampleRace): boolean => race.date < "2026-11-21";

test("the window of a first start is three years, or ten weeks for tests", () => {
  expect(sampleWindow(SATURDAY)).toEqual({ from: "2023-11-21", today: "2026-11-21", until: "2026-11-29" });
  expect(sampleWindow(SATURDAY, "small").from).toBe("2026-09-12");
  expect(sampleWindow(Date.parse("2028-02-29T12:00:00+09:00") / 1000).from).toBe("2025-02-28");
});

test("the same options give the same races", () => {
  const again = [...generateSample({ seed: SEED, from: FROM, now: SATURDAY })];
  expect(again.flatMap(linesOf).join("\n")).toBe(first.flatMap(linesOf).join("\n"));
});

test("another seed gives other races", () => {
  const other = generateSample({ seed: SEED + 1, from: FROM, now: SATURDAY }).next();
  expect(other.done).toBe(false);
  expect(linesOf(other.value as SampleRace)).not.toEqual(linesOf(first[0] as SampleRace));
});

test("nine days later every earlier past race is the same to the byte", () => {
  const past = first.filter(isPast);
  expect(past.length).toBeGreaterThan(500);
  for (const sample of past) {
    const now = laterById.get(sample.race.raceId);
    expect(now && linesOf(now)).toEqual(linesOf(sample));
  }
});

test("entered races get results with the same runners", () => {
  const entered = first.filter((sample) => !isPast(sample) && sample.race.date <= "2026-11-22");
  expect(entered.length).toBeGreaterThan(40);
  expect(entered.every(({ runners }) => runners.length > 0)).toBe(true);
  for (const { race, runners } of entered) {
    const now = laterById.get(race.raceId);
    expect(["result", "cancelled"]).toContain(now?.race.status);
    const card = (rows: SampleRace["runners"]) =>
      rows.map((row) => [
        row.horseNum,
        row.bracketNum,
        row.horseId,
        row.jockeyId,
        row.carriedWeightKg,
        row.age,
        row.sex,
      ]);
    expect(card(now?.runners ?? [])).toEqual(card(runners));
    for (const [index, runner] of runners.entries()) {
      // An announced weight does not change with the result.
      const ran = now?.runners[index];
      if (runner.bodyWeightKg !== null && ran?.status === "finished")
        expect(ran.bodyWeightKg).toBe(runner.bodyWeightKg);
    }
  }
});

test("new days have races up to eight days ahead", () => {
  const days = later.flatMap(({ race }) => (race.status === "scheduled" ? [race.date] : []));
  expect(days.at(-1)).toBeDefined();
  expect(days.every((day) => day >= "2026-11-30" && day <= addDays("2026-11-30", 8))).toBe(true);
  expect(days).toContain("2026-12-05");
});

test("a race has no runners until its draw at ten of the day before", () => {
  const runnersOn = (day: string, now: number): number[] =>
    [...generateSample({ seed: SEED, from: FROM, now, emitSince: "2026-11-21" })]
      .filter(({ race }) => race.date === day)
      .map(({ runners }) => runners.length);
  const before = runnersOn("2026-11-22", SATURDAY - 1);
  expect(before.length).toBeGreaterThan(23);
  expect(Math.max(...before)).toBe(0);
  expect(Math.min(...runnersOn("2026-11-22", SATURDAY))).toBeGreaterThan(3);
  expect(Math.max(...runnersOn("2026-11-28", SATURDAY))).toBe(0);
});

test("on a Saturday at ten the first races have weights and the later ones none", () => {
  const today = first.filter(({ race }) => race.date === "2026-11-21" && race.venueType === 1);
  expect(today.length).toBe(24);
  for (const { race, runners } of today) {
    expect(race.status).toBe("scheduled");
    expect(race.weather).not.toBeNull();
    const announced = (race.startTime ?? "") <= "11:00";
    const waiting = runners.filter(({ status }) => status === "entered");
    const weighed = waiting.filter(({ bodyWeightKg }) => bodyWeightKg !== null).length;
    if (announced) expect(weighed).toBeGreaterThanOrEqual(waiting.length - 1);
    else expect(weighed).toBe(0);
  }
});

test("coming days have neither weather nor results", () => {
  const coming = first.filter(({ race }) => race.date > "2026-11-21");
  expect(coming.length).toBeGreaterThan(30);
  for (const { race, runners, payouts } of coming) {
    expect([race.weather, race.going, payouts.length]).toEqual([null, null, 0]);
    for (const runner of runners) {
      expect(runner).toMatchObject({
        status: "entered",
        finishPosition: null,
        winOdds: null,
        bodyWeightKg: null,
        trouble: null,
      });
    }
  }
});

test("a horse is entered once at a time and rests between starts", () => {
  const lastDay = new Map<string, string>();
  for (const { race, runners } of later) {
    for (const { horseId } of runners) {
      const last = lastDay.get(horseId);
      if (last !== undefined) expect(race.date > addDays(last, 8)).toBe(true);
      lastDay.set(horseId, race.date);
    }
  }
});

test("`emitSince` yields only races from that day on, unchanged", () => {
  const since = [...generateSample({ seed: SEED, from: FROM, now: SATURDAY + NINE_DAYS, emitSince: "2026-11-21" })];
  expect(since.flatMap(linesOf)).toEqual(later.filter(({ race }) => race.date >= "2026-11-21").flatMap(linesOf));
});

test("the importer's parsers read the written files without findings", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "sample-"));
  try {
    const written = await writeSample(dir, { seed: SEED, from: FROM, now: SATURDAY, emitSince: "2026-11-01" });
    const rowsOf = async (file: string): Promise<string[][]> =>
      gunzipSync(await readFile(file))
        .toString("utf8")
        .trimEnd()
        .split("\n")
        .map((line) => line.split(","));
    const complaints: string[] = [];
    const report = (field: string, reason: string) => complaints.push(`${field}: ${reason}`);
    const [raceHeader, ...races] = await rowsOf(written.files.races);
    const [runnerHeader, ...runners] = await rowsOf(written.files.runners);
    const [payoutHeader, ...payouts] = await rowsOf(written.files.payouts);
    expect([raceHeader, runnerHeader, payoutHeader]).toEqual([RACE_COLUMNS, RUNNER_COLUMNS, PAYOUT_COLUMNS]);
    for (const kind of ["races", "runners", "payouts"] as const) {
      const header = readHeader(kind, { races: RACE_COLUMNS, runners: RUNNER_COLUMNS, payouts: PAYOUT_COLUMNS }[kind]);
      expect([header.unknown, header.problems]).toEqual([[], []]);
    }
    for (const row of races) parseRace(row, readHeader("races", RACE_COLUMNS).columns, report);
    const columns = readHeader("runners", RUNNER_COLUMNS).columns;
    for (const row of runners) parseRunner(row, columns, report);
    for (const row of payouts) parsePayout(row, readHeader("payouts", PAYOUT_COLUMNS).columns, report);
    expect(complaints).toEqual([]);
    expect([races.length, runners.length, payouts.length]).toEqual([written.races, written.runners, written.payouts]);
    expect(written.races).toBeGreaterThan(300);
  } finally {
    await rm(dir, { recursive: true });
  }
});

test("true ticket values are written on request only, and change no other file", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "sample-truth-"));
  const options = { seed: SEED, from: "2026-11-14", now: SATURDAY, isCentralOnly: true };
  try {
    const plain = await writeSample(path.join(dir, "plain"), options);
    const truthFile = path.join(dir, "truth.csv.gz");
    const judged = await writeSample(path.join(dir, "judged"), { ...options, truthFile });
    for (const kind of ["races", "runners", "payouts"] as const) {
      expect(Buffer.compare(await readFile(judged.files[kind]), await readFile(plain.files[kind])), kind).toBe(0);
    }
    expect((await readdir(path.join(dir, "plain"))).sort()).toEqual([
      "payouts.csv.gz",
      "races.csv.gz",
      "runners.csv.gz",
    ]);
    const [header, ...rows] = gunzipSync(await readFile(truthFile))
      .toString("utf8")
      .trimEnd()
      .split("\n");
    expect(header).toBe("race_id,bet_type,combination,chance,expected_payout_yen");
    const wins = new Map<string, number>();
    for (const row of rows) {
      const [raceId = "", betType, , chance] = row.split(",");
      if (betType === "win") wins.set(raceId, (wins.get(raceId) ?? 0) + Number(chance));
    }
    expect(wins.size).toBeGreaterThan(50);
    for (const [raceId, sum] of wins) expect(Math.abs(sum - 1), raceId).toBeLessThan(1e-3);
  } finally {
    await rm(dir, { recursive: true });
  }
});
