import { expect, test } from "vitest";
import { readOrder } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { createRandom } from "#app/domain/racing/random.ts";
import { csv, raceRow } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import {
  concat,
  hr,
  o1,
  o2,
  o3,
  o4,
  o5,
  o6,
  RACE_ID,
  ra,
  result,
  se,
  tc,
  wh,
  winPay,
} from "#test/unit/jv-data/records.ts";

const site = openImportSite();

const DAY = 86_400;

/** mmddhhmm of the race's day, some minutes before 15:40. */
function before(minutes: number): string {
  const minute = 15 * 60 + 40 - minutes;
  return `1122${String(Math.floor(minute / 60)).padStart(2, "0")}${String(minute % 60).padStart(2, "0")}`;
}

/** Odds of one moment, of every kind of record. */
function moment(at: string, win: number, stage = "1"): Uint8Array[] {
  const odds = String(win).padStart(4, "0");
  return [
    o1({ at, stage }, [
      [`${odds}01`, "001200180101"],
      ["012002", "002000310202"],
    ]),
    o2({ at, stage }, [{ horses: "0102", odds: `00${odds}001` }]),
    o3({ at, stage }, [{ horses: "0102", odds: `0${odds}09999001` }]),
    o4({ at, stage }, [{ horses: "0201", odds: `00${odds}001` }]),
    o5({ at, stage }, [{ horses: "010203", odds: `00${odds}001` }]),
    o6({ at, stage }, [{ horses: "030102", odds: `000${odds}0001` }]),
  ];
}

const stored = () => site.sql("select * from odds order by race_id, kind, order_key");

async function timesOf(kind: string): Promise<string[]> {
  const rows = (await stored()).filter((row) => row.kind === kind);
  return rows.map(({ order_key }) => readOrder(String(order_key)).announcedAt?.slice(11) ?? "end");
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  const random = createRandom(seed);
  return items
    .map((item) => ({ item, at: random() }))
    .sort((one, other) => one.at - other.at)
    .map(({ item }) => item);
}

/** Wide, exacta, trio and trifecta odds. */
const NEWEST_ONLY = ["O3", "O4", "O5", "O6"];

test("odds are stored by moment, the long ones the newest only; each record counts as what it was", async () => {
  const first = concat(...moment(before(30), 34));
  expect(await site.deliver(first)).toMatchObject({ added: 6, skipped: 0, kept_aside: 0 });
  expect(await site.deliver(first)).toMatchObject({ added: 0, changed: 0, unchanged: 6 });
  expect(await site.deliver(concat(...moment(before(29), 33)))).toMatchObject({ added: 0, changed: 6 });
  // Earlier moments of the win and the quinella are stored, too.
  expect(await site.deliver(concat(...moment(before(31), 33)))).toMatchObject({ added: 2, changed: 0, older: 4 });
  expect(await timesOf("O1")).toEqual(["15:09", "15:10", "15:11"]);
  expect(await timesOf("O2")).toEqual(["15:09", "15:10", "15:11"]);
  for (const kind of NEWEST_ONLY) expect(await timesOf(kind), kind).toEqual(["15:11"]);
  // Two of one minute: the greater stays, and the operator is told.
  const answer = await site.deliver(concat(...moment(before(29), 35).slice(0, 1)));
  expect(answer).toMatchObject({
    changed: 1,
    notices: [`${RACE_ID}: two O1 records of one moment differ: the greater was kept`],
  });
  const kept = await stored();
  expect(await site.deliver(concat(...moment(before(29), 34).slice(0, 1)))).toMatchObject({ changed: 0, older: 1 });
  expect(await stored()).toEqual(kept);
});

test("any order, repetition and grouping of a race's odds ends in the same rows", { tags: "full" }, async () => {
  const life = [
    ...[90, 61, 60, 31, 10, 5, 1].flatMap((minutes, index) => moment(before(minutes), 30 + index)),
    ...moment(before(5), 29),
    ...moment("00000000", 41, "3"),
    ...moment("00000000", 40, "4"),
    o1({ at: before(10), stage: "0" }, []),
  ];
  for (const record of life) await site.deliver(record);
  const expected = await stored();
  expect(await timesOf("O3")).toEqual(["end"]);
  for (let seed = 1; seed <= 8; seed += 1) {
    await site.reset();
    const order = shuffled([...life, ...shuffled(life, seed).slice(0, 12)], seed);
    for (let from = 0; from < order.length; from += seed) await site.deliver(concat(...order.slice(from, from + seed)));
    expect(await stored()).toEqual(expected);
  }
});

test("of deliveries that meet at the store none is lost, and the newest stays", async () => {
  const deliveries = Array.from({ length: 20 }, (_, index) => concat(...moment(before(index + 1), 30 + index)));
  await Promise.all(deliveries.map((delivery) => site.deliver(delivery, { meet: 20, atCall: 1 })));
  expect(await timesOf("O1")).toHaveLength(20);
  for (const kind of NEWEST_ONLY) expect(await timesOf(kind), kind).toEqual(["15:39"]);
  const once = await stored();
  await site.reset();
  for (const delivery of deliveries) await site.deliver(delivery);
  expect(await stored()).toEqual(once);
  // Two deliveries of one moment at once: the greater text wins, in any order.
  const same = Array.from({ length: 10 }, (_, index) => concat(...moment(before(1), 50 + index)));
  await site.reset();
  await Promise.all(same.map((delivery) => site.deliver(delivery, { meet: 10, atCall: 1 })));
  const greatest = await stored();
  await site.reset();
  for (const delivery of same.toReversed()) await site.deliver(delivery);
  expect(await stored()).toEqual(greatest);
});

test("odds change no race, no data version, no feature and no job", async () => {
  await site.deliver(
    concat(
      ra({ stage: "7" }),
      se({ horse: 1, stage: "7" }, ...result(1, "2315", "-002")),
      se({ horse: 2, stage: "7" }, ...result(2, "2317", "0002")),
    ),
  );
  await site.sql("update jobs set status = 'done'");
  const everything = async () => {
    const { racing, jobs, stored } = await site.state();
    const { facts, ...rows } = racing;
    const kept = facts.filter(({ key }) => key !== "changed-at:odds");
    return { rows, jobs, stored, kept, imports: await site.sql("select * from imports") };
  };
  const earlier = await everything();
  await site.deliver(concat(...moment(before(30), 34), ...moment("00000000", 41, "4")));
  await site.deliver(concat(...moment(before(30), 34)));
  expect(await everything()).toEqual(earlier);
  expect(await stored()).toHaveLength(2 * 2 + NEWEST_ONLY.length);
});

test("two days after a race some moments of its odds are left, by the start that it had in the end", async () => {
  const all = Array.from({ length: 100 }, (_, index) => concat(...moment(before(index - 10), 30 + index)));
  const card = concat(ra(), se({ horse: 1 }));
  for (const delivery of [all, [card], [tc({ at: "11221500" }, "1550")]].flat()) await site.deliver(delivery);
  await site.deliver(concat(...moment("00000000", 50, "4")));
  expect(await stored()).toHaveLength(2 * 101 + NEWEST_ONLY.length);
  const hourly = (day: number) => site.call("POST", "/test/hourly", { clockAhead: day * DAY });
  // Saturday is the day before the race.
  await hourly(2);
  expect(await stored()).toHaveLength(2 * 101 + NEWEST_ONLY.length);
  await hourly(4);
  const left = ["14:50", "15:20", "15:40", "15:45", "15:49", "end"];
  expect(await timesOf("O1")).toEqual(left);
  expect(await timesOf("O2")).toEqual(left);
  // What comes that late is thinned at once, to the same.
  const kept = await stored();
  for (const body of all) await site.call("POST", "/admin/api/records", { body, clockAhead: 4 * DAY });
  expect(await stored()).toEqual(kept);
}, 60_000);

test("odds of a race that is not stored stay, and are thinned by the race that comes, whatever its id", async () => {
  for (const minutes of [62, 61, 60, 59, 58, 57, 56]) await site.deliver(concat(...moment(before(minutes), 30)));
  const hourly = () => site.call("POST", "/test/hourly", { clockAhead: 5 * DAY });
  await hourly();
  expect(await timesOf("O1")).toHaveLength(7);
  const race = raceRow({ race_id: "CSV-1", date: "2026-11-22", race_num: 11, start_time: "15:40" });
  await site.importSet({ "races.csv": csv([race]) });
  await hourly();
  expect(await timesOf("O1")).toEqual(["14:40", "14:44"]);
});

test("the ages of odds, weights, results and deliveries are known to who looks after the site", async () => {
  const ages = async (clockAhead: number) => {
    const { json } = await site.call<{ ages: Record<string, number | null> }>("POST", "/test/health", { clockAhead });
    const { odds, weights, results, delivery } = json.ages;
    return { odds, weights, results, delivery };
  };
  const deliver = (body: Uint8Array, clockAhead: number) =>
    site.call("POST", "/admin/api/records", { body, clockAhead });
  expect(await ages(0)).toEqual({ odds: null, weights: null, results: null, delivery: null });
  await deliver(concat(ra(), se({ horse: 1 }), se({ horse: 2 })), 0);
  expect(await ages(10)).toEqual({ odds: null, weights: null, results: null, delivery: 10 });
  await deliver(wh({ at: before(60) }, ["486+004"]), 100);
  await deliver(concat(...moment(before(30), 34)), 200);
  await deliver(concat(...moment(before(30), 34)), 250);
  expect(await ages(300)).toEqual({ odds: 100, weights: 200, results: null, delivery: 50 });
  const finish = [se({ horse: 1, stage: "7" }, ...result(1, "2315", "-002"))];
  await deliver(concat(ra({ stage: "7" }), ...finish), 400);
  await deliver(hr({}, winPay(1, "01", 310)), 500);
  expect(await ages(500)).toEqual({ odds: 300, weights: 400, results: 0, delivery: 0 });
});
