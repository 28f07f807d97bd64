import { expect, test } from "vitest";
import { csv, raceRow } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { concat, RACE_KEY, ra, se, um, we, wh } from "#test/unit/jv-data/records.ts";

const site = openImportSite();

const HORSES = Array.from({ length: 12 }, (_, index) => index + 1);

/** All deliveries read what is stored before one of them writes. */
const together = (deliveries: readonly Uint8Array[]) =>
  Promise.all(deliveries.map((delivery) => site.deliver(delivery, { meet: deliveries.length })));

test("of deliveries for one race that have all read it before one writes, none is lost", async () => {
  const answers = await together([ra(), ...HORSES.map((horse) => se({ horse }))]);
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(13);
  const { races, runners } = (await site.state()).racing;
  expect(races).toMatchObject([{ runner_count: 12, pending_import_id: null }]);
  expect(runners?.map(({ horse_num }) => horse_num)).toEqual(HORSES);
  expect(await site.sql("select * from records_aside")).toEqual([]);
  expect(await site.sql("select status from imports group by 1")).toEqual([{ status: "done" }]);
}, 60_000);

test("the same delivery twenty times at once is stored once", async () => {
  const delivery = concat(ra(), ...HORSES.map((horse) => se({ horse })));
  const answers = await together(Array<Uint8Array>(20).fill(delivery));
  expect(answers.map(({ added }) => added).sort((one, other) => one - other)).toEqual([...Array(19).fill(0), 13]);
  expect(await site.sql("select status, count(*) n from imports group by 1")).toEqual([{ status: "done", n: 1 }]);
  expect(await site.sql("select version from race_records")).toEqual([{ version: 1 }]);
}, 60_000);

test("a new race, its day's weather and its horse's ancestors at once: the race has both", async () => {
  for (let race = 1; race <= 9; race += 1) {
    const key = `${RACE_KEY.slice(0, 14)}0${race}`;
    const registered = `202310${5000 + race}`;
    await together([
      concat(ra({ key }), se({ key, horse: 1, registered })),
      we({ at: `1122090${race}` }, "1", race % 2 === 0 ? "111" : "211"),
    ]);
    await Promise.all([
      site.deliver(wh({ key, at: "11221435" }, ["486+004"])),
      site.deliver(um({ registered })),
      site.deliver(se({ key, horse: 2, registered: "2022100001" })),
    ]);
  }
  expect(await site.sql("select distinct weather from races")).toEqual([{ weather: "cloudy" }]);
  expect(await site.sql("select count(*) n, sum(body_weight_kg) kg from runners")).toEqual([{ n: 18, kg: 486 * 9 }]);
  expect(await site.sql("select distinct sire_name from runners where horse_num = 1")).toEqual([
    { sire_name: "オオゾラ" },
  ]);
}, 60_000);

test("an import of the same race meanwhile: one id, and what was delivered last", async () => {
  const races = csv([raceRow({ race_id: "CSV-1", date: "2026-11-22", race_num: 11 })]);
  await Promise.all([site.importSet({ "races.csv": races }), site.deliver(concat(ra(), se({ horse: 1 })))]);
  expect(await site.sql("select count(*) n from races where pending_import_id is null")).toEqual([{ n: 1 }]);
  await site.deliver(wh({ at: "11221435" }, ["486+004"]));
  expect((await site.state()).racing.runners).toMatchObject([{ horse_num: 1, body_weight_kg: 486 }]);
}, 60_000);

test("an import that ends after a later delivery has the later data version", async () => {
  const importId = await site.send({ "races.csv": csv([raceRow({})]) });
  await site.deliver(ra());
  const [live] = await site.sql("select data_version from races");
  expect(Number(live?.data_version)).toBeGreaterThan(importId);
  await site.run({ importId });
  const versions = await site.sql(
    "select data_version, inputs_version, weights_version from races where race_id = 'R1'",
  );
  const late = Number(live?.data_version) + 1;
  expect(versions).toEqual([{ data_version: late, inputs_version: late, weights_version: late }]);
}, 60_000);
