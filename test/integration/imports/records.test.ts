import { expect, test } from "vitest";
import { csv, raceRow, runnerRow } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import {
  av,
  concat,
  hr,
  o1,
  quinellaPay,
  RACE_ID,
  RACE_KEY,
  ra,
  record,
  result,
  se,
  um,
  we,
  wh,
  winPay,
} from "#test/unit/jv-data/records.ts";

const site = openImportSite();

const BUILD = "build-features all";

/** A race's life, one delivery each: entries, card, weather, weights, a scratch, the result, payouts, a correction. */
const LIFE: readonly Uint8Array[] = [
  concat(ra({ stage: "1", made: "20261119" }), ...[1, 2, 3].map((horse) => entry(horse, "1", "20261119"))),
  concat(ra({ made: "20261121" }), ...[1, 2, 3].map((horse) => entry(horse, "2", "20261121"))),
  we({ at: "11220900" }, "1", "211"),
  wh({ at: "11221435" }, ["486+004", "502-002", "470 000"]),
  av({ at: "11221500" }, "03"),
  concat(
    ra({ stage: "7", made: "20261122" }),
    entry(1, "7", "20261122", result(2, "2317", "0002")),
    entry(2, "7", "20261122", result(1, "2315", "-002")),
    entry(3, "7", "20261122", [[332, "1"]]),
  ),
  hr({ stage: "2" }, winPay(1, "02", 310), quinellaPay(1, "0102", 450)),
  hr({ stage: "2", made: "20261123" }, winPay(1, "02", 320), quinellaPay(1, "0102", 450)),
  um({ registered: "2023105001" }),
];

function entry(horse: number, stage: string, made: string, puts: ReturnType<typeof result> = []): Uint8Array {
  return se({ horse, stage, made }, ...puts);
}

test("entries, card, weather, weights, scratch, result, payouts and correction end in the race's rows", async () => {
  for (const delivery of LIFE) await site.deliver(delivery);
  const { races, runners, payouts } = await site.storedRows();
  expect(races).toHaveLength(1);
  expect(races?.[0]).toMatchObject({
    race_id: RACE_ID,
    venue: "東京",
    status: "result",
    source: "real",
    runner_count: 3,
    weighed_count: 3,
    hidden: 0,
    pending_import_id: null,
  });
  expect(
    runners?.map((runner) => [
      runner.horse_num,
      runner.status,
      runner.finish_position,
      runner.body_weight_kg,
      runner.sire_name,
    ]),
  ).toEqual([
    [1, "finished", 2, 486, "オオゾラ"],
    [2, "finished", 1, 502, null],
    [3, "scratched", null, 470, null],
  ]);
  expect(payouts).toEqual([
    { race_id: RACE_ID, bet_type: "quinella", combination: "1-2", payout_yen: 450 },
    { race_id: RACE_ID, bet_type: "win", combination: "2", payout_yen: 320 },
  ]);
  expect(await site.sql("select * from records_aside")).toEqual([]);
  expect((await site.state()).jobs).toContain(BUILD);
});

test("any order of the deliveries ends in the same rows", { tags: "full" }, async () => {
  for (const delivery of LIFE) await site.deliver(delivery);
  const expected = await site.storedRows();
  const orders = [
    LIFE.toReversed(),
    ...[2, 5, 7].map((step) => LIFE.map((_, index) => LIFE[(index * step) % LIFE.length] ?? new Uint8Array())),
    ...[1, 4].map((from) => [...LIFE.slice(from), ...LIFE.slice(0, from)]),
    [concat(...LIFE.toReversed())],
  ];
  for (const order of orders) {
    expect(new Set(order).size).toBe(order.length);
    await site.reset();
    for (const delivery of order) await site.deliver(delivery);
    expect(await site.storedRows()).toEqual(expected);
    expect(await site.sql("select * from records_aside")).toEqual([]);
  }
});

test("the same records again change nothing, not even a version, and enqueue no build of features that are there", async () => {
  for (const delivery of LIFE) await site.deliver(delivery);
  const all = () =>
    Promise.all([
      site.state(),
      site.storedRows(),
      site.sql("select * from imports"),
      site.sql("select * from horse_records"),
    ]);
  await site.sql("update jobs set status = 'done'");
  const before = await all();
  const { json } = await site.call<{ importId: number }>("POST", "/test/features-built");
  expect(json.importId).toBe(before[0].racing.races?.[0]?.data_version);
  for (const delivery of [...LIFE.toReversed(), concat(...LIFE)]) {
    expect(await site.deliver(delivery)).toMatchObject({ added: 0, changed: 0, kept_aside: 0, broken: 0 });
  }
  expect({ ...(await all())[0], stored: [] }).toEqual({ ...before[0], stored: [] });
  expect((await all()).slice(1)).toEqual(before.slice(1));
}, 60_000);

test("a build that only payouts ask for begins later, and at once when weights come before that", async () => {
  const [card = new Uint8Array()] = LIFE;
  const begin = async () =>
    await site.sql(
      "select run_after - created_at seconds from jobs where kind = 'build-features' and status = 'queued'",
    );
  await site.deliver(card);
  // Without any features, users may wait.
  expect(await begin()).toEqual([{ seconds: 0 }]);
  await site.sql("update jobs set status = 'done'");
  await site.call("POST", "/test/features-built");
  await site.deliver(hr({}, winPay(1, "02", 310)));
  await site.deliver(hr({ made: "20261123" }, winPay(1, "02", 320)));
  expect(await begin()).toEqual([{ seconds: 5 }]);
  await site.deliver(wh({ at: "11221435" }, ["486+004", "502-002", "470 000"]));
  expect(await begin()).toEqual([{ seconds: 0 }]);
});

test("a delivery counts what it brings, and only what changes a row gets a version", async () => {
  const [entries = new Uint8Array(), card = new Uint8Array()] = LIFE;
  expect(await site.deliver(entries)).toMatchObject({ added: 4, changed: 0, unchanged: 0, older: 0, skipped: 0 });
  const [first] = (await site.state()).racing.races ?? [];
  expect(await site.deliver(concat(card, o1({}, [["003401", "001200180101"]])))).toMatchObject({
    added: 1,
    changed: 4,
    skipped: 0,
  });
  // The same content at a later stage: records change, rows do not.
  const [second] = (await site.state()).racing.races ?? [];
  expect(second).toEqual(first);
  expect(await site.deliver(entries)).toMatchObject({ added: 0, changed: 0, unchanged: 0, older: 4 });
  await site.deliver(wh({ at: "11221435" }, ["486+004", "502-002", "470 000"]));
  const [third] = (await site.state()).racing.races ?? [];
  const version = Number(third?.data_version);
  expect(version).toBeGreaterThan(Number(first?.data_version));
  expect(third).toMatchObject({ weighed_count: 3, weights_version: version, inputs_version: first?.inputs_version });
  // Payouts are read by no feature.
  await site.deliver(hr({}, winPay(1, "02", 310)));
  const [fourth] = (await site.state()).racing.races ?? [];
  expect(fourth).toMatchObject({ weights_version: version, inputs_version: first?.inputs_version });
  expect(Number(fourth?.data_version)).toBeGreaterThan(version);
  expect(await site.sql("select status, source from imports group by 1, 2")).toEqual([
    { status: "done", source: "real" },
  ]);
});

test("a delivery leaves when records of its races' days last came", async () => {
  const noted = () => site.sql("select day, last_at, alerted_at from delivered_days order by day");
  await site.deliver(concat(ra(), o1({}, [["003401", "001200180101"]]), um({ registered: "2023105001" })));
  const [first] = await noted();
  expect(await noted()).toEqual([{ day: "2026-11-22", last_at: SATURDAY_MORNING, alerted_at: null }]);
  const later = { body: o1({}, [["003401", "001200180101"]]), clockAhead: 600 };
  expect((await site.call("POST", "/admin/api/records", later)).status).toBe(200);
  expect(await noted()).toEqual([{ ...first, last_at: SATURDAY_MORNING + 600 }]);
  // A clock that went back, and records of last year.
  await site.deliver(ra());
  await site.deliver(ra({ key: `2025${RACE_KEY.slice(4)}` }));
  expect(await noted()).toEqual([{ ...first, last_at: SATURDAY_MORNING + 600 }]);
});

test("records without their race's own are kept aside with the reason, listed, and taken when it arrives", async () => {
  const early = concat(wh({ at: "11221435" }, ["486+004"]), entry(1, "2", "20261121"));
  const reason = "the race's own record (RA) is not here yet";
  const answer = await site.deliver(early);
  expect(answer).toMatchObject({ added: 0, kept_aside: 2 });
  expect(answer.refusals).toEqual([
    { line: 1, field: "RecordSpec", reason },
    { line: 2, field: "RecordSpec", reason },
  ]);
  expect((await site.state()).racing.races).toEqual([]);
  await site.deliver(early);
  const { json } = await site.call<{ count: number; records: object[] }>("GET", "/admin/api/records/aside");
  expect(json.count).toBe(2);
  expect(json.records).toContainEqual(expect.objectContaining({ race_id: RACE_ID, kind: "WH", reason }));

  expect(await site.deliver(ra())).toMatchObject({ added: 3, kept_aside: 0 });
  expect((await site.state()).racing.runners).toMatchObject([{ horse_num: 1, body_weight_kg: 486 }]);
  expect((await site.call<{ count: number }>("GET", "/admin/api/records/aside")).json.count).toBe(0);
});

test("records that contradict each other are kept aside until one is corrected; the rest goes on", async () => {
  await site.deliver(concat(ra(), entry(1, "2", "20261121")));
  const before = (await site.state()).racing.runners;
  const other = { stage: "2", horse: 1, registered: "2023109999", name: "アオイウマ" };
  const answer = await site.deliver(concat(se(other), wh({ at: "11221435" }, ["486+004"])));
  expect(answer).toMatchObject({ added: 0, kept_aside: 2 });
  expect(answer.refusals[0]).toMatchObject({ line: 1, field: "Umaban" });
  expect((await site.state()).racing.runners).toEqual(before);
  // Another record is taken without those aside.
  expect(await site.deliver(av({ at: "11221500" }, "01"))).toMatchObject({ added: 1, kept_aside: 0 });
  expect((await site.state()).racing.runners).toMatchObject([{ horse_num: 1, status: "scratched" }]);
  await site.deliver(se({ ...other, horse: 2, made: "20261123" }));
  expect((await site.state()).racing.runners).toMatchObject([
    { horse_num: 1, status: "scratched", body_weight_kg: 486 },
    { horse_num: 2, horse_name: "アオイウマ" },
  ]);
  expect(await site.sql("select * from records_aside")).toEqual([]);
});

test("an impossible record is kept aside alone, until it is sent again", async () => {
  const answer = await site.deliver(concat(ra(), entry(1, "2", "20261121", [[289, "54x"]]), entry(2, "2", "20261121")));
  expect(answer).toMatchObject({ added: 2, kept_aside: 1, broken: 0 });
  expect(answer.refusals).toMatchObject([{ line: 2, field: "Futan" }]);
  expect((await site.state()).racing.runners).toHaveLength(1);
  expect(await site.deliver(entry(1, "2", "20261121"))).toMatchObject({ added: 1 });
  expect((await site.state()).racing.runners).toHaveLength(2);
  expect(await site.sql("select * from records_aside")).toEqual([]);
});

test("bytes that are no records are named by line; too many, or none who may send them, change nothing", async () => {
  const bytes = concat(new TextEncoder().encode("race_id,date\n"), ra(), ra().subarray(0, 900));
  const answer = await site.deliver(bytes);
  expect(answer).toMatchObject({ added: 1, broken: 2, kept_aside: 0 });
  expect(answer.refusals.map(({ line, field }) => [line, field])).toEqual([
    [1, "RecordSpec"],
    [3, "record"],
  ]);
  const random = Uint8Array.from({ length: 50_000 }, (_, index) => (index * 7919 + (index >> 3)) % 251);
  expect(await site.deliver(random)).toMatchObject({ added: 0, changed: 0 });
  expect(await site.deliver(new Uint8Array())).toMatchObject({ added: 0, broken: 0 });
  const before = await site.storedRows();
  const large = concat(
    ...Array<Uint8Array>(850).fill(hr({}, winPay(1, "02", 310))),
    ...Array<Uint8Array>(400).fill(ra()),
  );
  expect(large.length).toBeGreaterThan(1024 * 1024);
  expect((await site.call("POST", "/admin/api/records", { body: large })).status).toBe(413);
  const body = concat(ra({ stage: "9" }));
  expect((await site.call("POST", "/admin/api/records", { body, token: "wrong" })).status).toBe(401);
  expect((await site.call("GET", "/admin/api/records/aside", { token: "wrong" })).status).toBe(401);
  expect(await site.storedRows()).toEqual(before);
}, 60_000);

test("a race stored under another id keeps it; its rows become those of the records", async () => {
  const slot = { race_id: "CSV-1", date: "2026-11-22", venue: "東京", race_num: 11 };
  await site.importSet({
    "races.csv": csv([raceRow(slot)]),
    "runners.csv": csv(
      [1, 2, 3].map((horse_num) => runnerRow({ race_id: "CSV-1", horse_num, finish_position: horse_num })),
    ),
  });
  expect(await site.deliver(wh({ at: "11221435" }, ["486+004"]))).toMatchObject({ added: 0, kept_aside: 1 });
  expect((await site.state()).racing.runners).toHaveLength(3);
  await site.deliver(concat(ra(), entry(1, "2", "20261121"), entry(2, "2", "20261121")));
  const { races, runners } = (await site.state()).racing;
  expect(races).toMatchObject([{ race_id: "CSV-1", name: "ジャパンステークス", runner_count: 2, status: "scheduled" }]);
  expect(runners?.map(({ race_id, horse_num, body_weight_kg }) => [race_id, horse_num, body_weight_kg])).toEqual([
    ["CSV-1", 1, 486],
    ["CSV-1", 2, null],
  ]);
});

test("an id that another stored race has is not taken over", async () => {
  await site.importSet({ "races.csv": csv([raceRow({ race_id: RACE_ID, race_num: 5 })]) });
  const before = (await site.state()).racing.races;
  const answer = await site.deliver(ra());
  expect(answer).toMatchObject({ added: 0, kept_aside: 1 });
  expect(answer.refusals).toMatchObject([{ field: "race_id" }]);
  expect((await site.state()).racing.races).toEqual(before);
});

test("the first real races of a venue type hide its sample, as an import's do", async () => {
  await site.importSet(
    { "races.csv": csv([raceRow({}), raceRow({ race_id: "R2", venue: "大井", venue_type: 2 })]) },
    "sample",
  );
  const { notices } = await site.deliver(ra());
  expect(notices.join()).toContain("sample");
  expect(await site.sql("select race_id, hidden from races order by race_id")).toEqual([
    { race_id: RACE_ID, hidden: 0 },
    { race_id: "R1", hidden: 1 },
    { race_id: "R2", hidden: 0 },
  ]);
});

test("a deleted race is hidden, and shown again when it is sent again", async () => {
  await site.deliver(concat(ra({ made: "20261120" }), entry(1, "2", "20261120")));
  const deletion = ra({ stage: "0", made: "20261121" });
  await site.deliver(deletion);
  expect((await site.state()).racing.races).toMatchObject([{ hidden: 1, status: "cancelled" }]);
  await site.deliver(ra({ made: "20261122" }));
  expect((await site.state()).racing.races).toMatchObject([{ hidden: 0, status: "scheduled", runner_count: 1 }]);
});

test("weather and ancestors reach the races that are stored", async () => {
  const second = `${RACE_KEY.slice(0, 14)}12`;
  await site.deliver(concat(ra(), entry(1, "2", "20261121"), ra({ key: second }), se({ key: second, horse: 1 })));
  await site.deliver(we({ at: "11220900" }, "1", "211"));
  expect(await site.sql("select weather, going from races")).toEqual([
    { weather: "cloudy", going: "firm" },
    { weather: "cloudy", going: "firm" },
  ]);
  expect(await site.deliver(um({ registered: "2023105001" }))).toMatchObject({ added: 1 });
  expect(await site.sql("select sire_name from runners")).toEqual([
    { sire_name: "オオゾラ" },
    { sire_name: "オオゾラ" },
  ]);
  // A delivery that was cut off after the horse was stored is made up for when it comes again.
  await site.sql("update runners set sire_name = null, content_hash = ''");
  expect(await site.deliver(um({ registered: "2023105001" }))).toMatchObject({ added: 0, unchanged: 1 });
  expect(await site.sql("select sire_name from runners")).toEqual([
    { sire_name: "オオゾラ" },
    { sire_name: "オオゾラ" },
  ]);
});

test("a race abroad and kinds that are not read are skipped", async () => {
  const abroad = ra({ key: "20261122A4050611" });
  expect(await site.deliver(concat(abroad, record(105, [1, "WC1"])))).toMatchObject({
    added: 0,
    skipped: 2,
    broken: 0,
  });
});
