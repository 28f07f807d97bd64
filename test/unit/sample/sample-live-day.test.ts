import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { addDays, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { bytesUntil, liveDays, openDayFile } from "#scripts/sample/live/live-days.ts";

const SAMPLE = { seed: 3, from: "2026-10-20" };
const SATURDAY = "2026-11-21";
const SUNDAY = addDays(SATURDAY, 1);

const [saturday, sunday] = liveDays(SAMPLE, SATURDAY);
if (saturday === undefined || sunday === undefined) throw new Error("the weekend has racing");
const at = (clock: string, day = SATURDAY): number =>
  startOfJapanDay(day) + Number(clock.slice(0, 2)) * 3600 + Number(clock.slice(3)) * 60;
const arrivedBy = (instant: number) => saturday.deliveries.filter((delivery) => delivery.at <= instant);
const whatIn = (names: readonly { name: string }[]) => new Set(names.map(({ name }) => name.replace(/^[\d-]*\d-/, "")));

test("the day before, cards arrive; the day's own deliveries begin with the same bytes", { tags: "full" }, () => {
  expect(sunday.day).toBe(SUNDAY);
  expect(whatIn(sunday.deliveries)).toEqual(new Set(["card"]));
  const [asToday] = liveDays(SAMPLE, SUNDAY);
  const cards = sunday.deliveries.flatMap(({ records }) => records);
  const begin = asToday?.deliveries.slice(0, sunday.deliveries.length).flatMap(({ records }) => records);
  expect(Buffer.concat(begin ?? []).equals(Buffer.concat(cards))).toBe(true);
});

test("what has arrived follows the day: cards, weather, odds, weights, results", () => {
  expect(arrivedBy(at("09:59", addDays(SATURDAY, -1)))).toEqual([]);
  expect(whatIn(arrivedBy(at("07:00")))).toEqual(new Set(["card"]));
  expect(whatIn(arrivedBy(at("08:05")))).toContain("sky");
  expect(whatIn(arrivedBy(at("08:05")))).not.toContain("weights");
  // The first race starts at 09:50.
  expect(whatIn(arrivedBy(at("09:10")))).toEqual(expect.objectContaining(new Set(["card", "sky", "odds", "weights"])));
  expect(whatIn(arrivedBy(at("09:49")))).not.toContain("first-three");
  expect(whatIn(arrivedBy(at("10:15")))).toContain("final");
  const finals = saturday.deliveries.filter(({ name }) => name.endsWith("final") || name.endsWith("cancelled"));
  const races = new Set(saturday.deliveries.filter(({ name }) => name.endsWith("card")).map(({ name }) => name));
  expect(finals).toHaveLength(races.size);
});

test("days without racing replay nothing", () => {
  expect(liveDays(SAMPLE, "2027-01-02")).toEqual([]);
  expect(liveDays({ ...SAMPLE, from: "2026-12-20" }, "2027-01-03").map(({ day }) => day)).toEqual(["2027-01-04"]);
});

test("the file grows as records arrive, goes on after a kill, and starts again if it holds anything else", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "keiba-day-"));
  const file = path.join(dir, `${SATURDAY}.jvd`);
  const all = Buffer.concat(saturday.deliveries.flatMap(({ records }) => records));
  const size = (instant: number): number => bytesUntil(saturday.deliveries, instant);
  const early = await openDayFile(file, saturday.deliveries);
  await early.writeUntil(at("09:00"));
  expect((await readFile(file)).equals(all.subarray(0, size(at("09:00"))))).toBe(true);
  await writeFile(file, all.subarray(0, size(at("09:00")) - 7));
  const late = await openDayFile(file, saturday.deliveries);
  await late.writeUntil(at("08:00"));
  expect((await readFile(file)).length).toBe(size(at("09:00")) - 7);
  await late.writeUntil(at("12:00"));
  expect((await readFile(file)).equals(all.subarray(0, size(at("12:00"))))).toBe(true);
  await writeFile(file, "something else");
  await (await openDayFile(file, saturday.deliveries)).writeUntil(at("23:59"));
  expect((await readFile(file)).equals(all)).toBe(true);
  await rm(dir, { recursive: true });
});
