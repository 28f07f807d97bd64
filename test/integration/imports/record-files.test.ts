import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createImportSite, type ImportSite } from "#test/integration/support/imports/import-site.ts";
import { av, concat, hr, o1, quinellaPay, ra, record, result, se, um, wh, winPay } from "#test/unit/jv-data/records.ts";

let site: ImportSite;

beforeAll(async () => {
  site = await createImportSite();
});
afterAll(() => site.dispose());
beforeEach(() => site.reset());

const keyOf = (race: number, day = "20261122") => `${day}050506${String(race).padStart(2, "0")}`;
const registered = (race: number, horse: number) => `2023${String(race * 100 + horse).padStart(6, "0")}`;

/** Records of some races by kind, as a day's files: card, weather, weights, a scratch, results, payouts, horses. */
function dayFiles(races: readonly number[], day = "20261122"): Record<string, Uint8Array> {
  const horses = [1, 2, 3];
  const at = day.slice(4);
  const each = (make: (race: number) => readonly Uint8Array[]) => concat(...races.flatMap(make));
  return {
    "SE.jvd": each((race) =>
      horses.flatMap((horse) =>
        ["2", "7"].map((stage) =>
          se(
            { key: keyOf(race, day), horse, stage, made: day, registered: registered(race, horse) },
            ...(stage === "7" && horse < 3 ? result(horse, "2315", horse === 1 ? "-002" : "0002") : []),
          ),
        ),
      ),
    ),
    "RA.jvd": each((race) => ["2", "7"].map((stage) => ra({ key: keyOf(race, day), stage, made: day }))),
    "HR.jvd": each((race) => [hr({ key: keyOf(race, day) }, winPay(1, "01", 310), quinellaPay(1, "0102", 450 + race))]),
    "WH.jvd": each((race) => [wh({ key: keyOf(race, day), at: `${at}1435` }, ["486+004", "502-002", "470 000"])]),
    "AV.jvd": each((race) => [av({ key: keyOf(race, day), at: `${at}1500` }, "03")]),
    "O1.jvd": each((race) => [o1({ key: keyOf(race, day), at: `${at}1400` }, [["003401", "001200180101"]])]),
    "UM.jvd": each((race) => [um({ registered: registered(race, 1) })]),
    "WE.jvd": concat(
      record(42, [1, `WE1${day}`], [12, `${day}050506`], [26, `${at}0900`], [34, "1"], [35, "211"], [38, "000"]),
    ),
  };
}

/** Rows without what tells when they were written, and the stored records. */
async function rowsNow() {
  const { races, runners, payouts } = (await site.state()).racing;
  return {
    races: races?.map(({ data_version: _, inputs_version: __, weights_version: ___, ...race }) => race),
    runners,
    payouts,
    sets: await site.sql("select race_id, hex(records) records from race_records order by race_id"),
    horses: await site.sql("select horse_id, sire_name, hex(records) records from horse_records order by horse_id"),
    aside: await site.sql("select race_id, hex(record) record from records_aside order by id"),
  };
}

test("files of records end in the rows of live deliveries, and nothing is left in the store", async () => {
  const files = dayFiles([1, 2, 11]);
  for (const content of Object.values(files)) await site.deliver(content);
  const expected = await rowsNow();
  await site.reset();

  const answer = await site.importRecords(files);
  expect(answer).toMatchObject({ status: "done", kept_aside: 0, errors: [], skipped: 3 });
  expect(await rowsNow()).toEqual(expected);
  expect(expected.races).toHaveLength(3);
  expect(expected.races?.[0]).toMatchObject({ status: "result", weather: "cloudy", pending_import_id: null });
  expect(expected.runners).toHaveLength(9);
  expect(expected.aside).toEqual([]);
  const { stored, jobs } = await site.state();
  expect(stored).toEqual([]);
  expect(jobs).toContain("build-features all");

  const again = await site.importRecords(files);
  expect(again).toMatchObject({ status: "done", added: 0, changed: 0, kept_aside: 0, skipped: 3 });
  expect(again.unchanged).toBe(answer.added + answer.changed + answer.unchanged);
  expect(await rowsNow()).toEqual(expected);
});
