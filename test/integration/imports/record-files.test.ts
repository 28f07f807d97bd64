import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundleName } from "#app/domain/record-bundle.ts";
import { bundleOf, csv, gzip, raceRow, runnerRow } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { av, concat, hr, o1, quinellaPay, ra, record, result, se, um, wh, winPay } from "#test/unit/jv-data/records.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

const site = openImportSite();

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

test("files of records end in the rows of live deliveries, and nothing is left in the store", async () => {
  const files = dayFiles([1, 2, 11]);
  for (const content of Object.values(files)) await site.deliver(content);
  const expected = await site.storedRows();
  await site.reset();

  const answer = await site.importRecords(files);
  expect(answer).toMatchObject({ status: "done", kept_aside: 0, errors: [], skipped: 0 });
  expect(await site.storedRows()).toEqual(expected);
  expect(expected.races).toHaveLength(3);
  expect(expected.races?.[0]).toMatchObject({ status: "result", weather: "cloudy", pending_import_id: null });
  expect(expected.runners).toHaveLength(9);
  expect(expected.odds).toHaveLength(3);
  expect(expected.aside).toEqual([]);
  const { stored, jobs } = await site.state();
  expect(stored).toEqual([]);
  expect(jobs).toContain("build-features all");

  const again = await site.importRecords(files);
  expect(again).toMatchObject({ status: "done", added: 0, changed: 0, kept_aside: 0, skipped: 0 });
  expect(again.unchanged).toBe(answer.added + answer.changed + answer.unchanged);
  expect(await site.storedRows()).toEqual(expected);
});

/** Records line by line, for which no order is needed. */
function linesOf(files: Readonly<Record<string, Uint8Array>>): Uint8Array[] {
  return Object.values(files).flatMap((content) => {
    const lines: Uint8Array[] = [];
    for (let at = 0; at < content.length; ) {
      const end = content.indexOf(10, at) + 1;
      lines.push(content.subarray(at, end));
      at = end;
    }
    return lines;
  });
}

test("files and lines in any order, repeated, over several imports and beside live deliveries end in the same rows", {
  tags: "full",
}, async () => {
  const files = { ...dayFiles([1, 2]), ...prefixed(dayFiles([5], "20261115")) };
  const lines = linesOf(files);
  await site.importRecords(files);
  const expected = await site.storedRows();
  expect(expected.races).toHaveLength(3);
  const shuffled = fc.shuffledSubarray(lines, { minLength: lines.length, maxLength: lines.length });
  const doors = fc.array(fc.record({ size: fc.integer({ min: 1, max: 20 }), isLive: fc.boolean() }), {
    minLength: 3,
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(shuffled, fc.subarray(lines), doors, async (order, repeated, parts) => {
      await site.reset();
      const all = [...order, ...repeated];
      let at = 0;
      for (const { size, isLive } of parts) {
        const part = all.slice(at, at + size);
        at += size;
        if (part.length === 0) continue;
        const half = Math.ceil(part.length / 2);
        if (isLive) await site.deliver(concat(...part));
        else await site.importRecords({ a: concat(...part.slice(0, half)), b: concat(...part.slice(half)) });
      }
      const rest = all.slice(at);
      const half = Math.ceil(rest.length / 2);
      await Promise.all([
        site.importRecords({ "rest.jvd": concat(...rest.slice(0, half)) }),
        site.deliver(concat(...rest.slice(half))),
      ]);
      expect(await site.storedRows()).toEqual(expected);
    }),
    { numRuns: 10 },
  );
});

const prefixed = (files: Readonly<Record<string, Uint8Array>>): Record<string, Uint8Array> =>
  Object.fromEntries(Object.entries(files).map(([name, content]) => [`before/${name}`, content]));

test("killed after any call and resumed, with a live delivery between, the import ends in the same rows and counts each record once", {
  tags: "full",
}, async () => {
  const files = { ...dayFiles([1, 2]), ...prefixed(dayFiles([5], "20261115")) };
  const send = () => site.send({ [bundleName(1)]: bundleOf(files) });
  const { calls } = await site.runJob({ importId: await send() });
  const expected = await site.storedRows();
  const records = linesOf(files).length;
  const live = files["WH.jvd"] ?? new Uint8Array();
  for (let at = 1; at <= calls; at += CALL_STEP) {
    await site.reset();
    const importId = await send();
    const fault = { at, mode: at % 2 === 0 ? "after" : "before" } as const;
    const cut = await site.runJob({ importId, fault });
    // A message that is lost stops nothing: the sweep sends another.
    if (cut.thrown.length === 0) expect(cut.outcomes).toEqual(["done"]);
    if (Math.floor(at / CALL_STEP) % 3 === 0) await site.deliver(live);
    // Those that came before their race's own record count when they are taken.
    const [aside] = await site.sql("select count(*) n from records_aside");
    const answer = await site.run({ importId });
    expect(answer).toMatchObject({ status: "done", skipped: 0 });
    expect(answer.added + answer.changed + answer.unchanged).toBe(records + Number(aside?.n));
    expect(await site.storedRows()).toEqual(expected);
    const { stored, jobs } = await site.state();
    expect(stored).toEqual([]);
    expect(jobs).toContain("build-features all");
  }
});

test("two runs of the job at once end in the same rows, and count each record once", async () => {
  const files = dayFiles([1, 2, 3]);
  await site.importRecords(files);
  const expected = await site.storedRows();
  await site.reset();
  const importId = await site.send({ [bundleName(1)]: bundleOf(files) });
  await Promise.all([site.runJob({ importId, maxThrows: 5 }), site.runJob({ importId, maxThrows: 5 })]);
  const answer = await site.run({ importId });
  expect(answer).toMatchObject({ status: "done", skipped: 0 });
  expect(answer.added + answer.changed + answer.unchanged).toBe(linesOf(files).length);
  expect(await site.storedRows()).toEqual(expected);
});

test("horses alone bring their ancestors to races that are stored, and only to those made from records", async () => {
  const { "UM.jvd": horses = new Uint8Array(), ...rest } = dayFiles([1, 2]);
  await site.importRecords(rest);
  const csvRunner = runnerRow({ race_id: "CSV", horse_id: registered(1, 1), sire_name: "", dam_sire_name: "" });
  await site.importSet({ "races.csv": csv([raceRow({ race_id: "CSV" })]), "runners.csv": csv([csvRunner]) });
  const sires = () => site.sql("select race_id, sire_name from runners where horse_num = 1 order by race_id");
  expect(await sires()).toMatchObject([{ sire_name: null }, { sire_name: null }, { sire_name: null }]);
  expect(await site.importRecords({ "UM.jvd": horses })).toMatchObject({ added: 2, unchanged: 0, kept_aside: 0 });
  expect(await sires()).toEqual([
    { race_id: "20261122-05-01", sire_name: "オオゾラ" },
    { race_id: "20261122-05-02", sire_name: "オオゾラ" },
    { race_id: "CSV", sire_name: null },
  ]);
});

test("more records of a race than memory allows come in parts, with the same rows", { tags: "full" }, async () => {
  const { "SE.jvd": entries = new Uint8Array(), "RA.jvd": race = new Uint8Array(), ...rest } = dayFiles([1]);
  await site.importRecords({ entries, race, ...rest });
  const expected = await site.storedRows();
  await site.reset();
  const weights = rest["WH.jvd"] ?? new Uint8Array();
  const many = Buffer.concat(Array<Uint8Array>(16_000).fill(weights));
  const answer = await site.importRecords({ ...rest, entries, many, race });
  expect(answer.status).toBe("done");
  expect(await site.storedRows()).toEqual(expected);
});

test("each refusal is named by file, line and field; the race's other records and the other races go on", async () => {
  const files = dayFiles([1, 2]);
  const bad = se({ key: keyOf(2), horse: 4, registered: registered(2, 4) }, [289, "9z9"]);
  const answer = await site.importRecords({
    ...files,
    "deep/bad.jvd": concat(
      bad,
      record(100, [1, "ZZ720261122"]),
      ra().subarray(0, 400),
      Uint8Array.of(13, 10),
      record(60, [1, "HC120261122"]),
      se({ key: keyOf(9), horse: 1 }),
    ),
  });
  expect(answer).toMatchObject({ status: "done", kept_aside: 2, error_count: 4, skipped: 1 });
  expect(answer.errors).toEqual([
    { file: "deep/bad.jvd", line: 1, field: "Futan", reason: '"9z9" is not a number' },
    { file: "deep/bad.jvd", line: 2, field: "RecordSpec", reason: '"ZZ" is no kind of record' },
    { file: "deep/bad.jvd", line: 3, field: "record", reason: expect.stringContaining("RA has 402 bytes, not 1272") },
    { file: "deep/bad.jvd", line: 5, field: "RecordSpec", reason: "the race's own record (RA) is not here yet" },
  ]);
  const { races, runners } = (await site.state()).racing;
  expect(races).toHaveLength(2);
  expect(runners).toHaveLength(6);
  expect(await site.sql("select kind, file, line, field from records_aside order by line")).toEqual([
    { kind: "SE", file: "deep/bad.jvd", line: 1, field: "Futan" },
    { kind: "SE", file: "deep/bad.jvd", line: 5, field: "RecordSpec" },
  ]);
});

test("records of a first real import hide the sample of their venue type", async () => {
  await site.importSet({ "races.csv": csv([raceRow({ race_id: "S1" })]) }, "sample");
  const answer = await site.importRecords(dayFiles([1]));
  const hidden = expect.stringContaining("the sample races of these races' venue types are hidden");
  expect(answer.notices).toEqual(expect.arrayContaining([hidden]));
  expect(await site.sql("select race_id, hidden from races order by race_id desc")).toEqual([
    { race_id: "S1", hidden: 1 },
    { race_id: "20261122-05-01", hidden: 0 },
  ]);
});

test("records say what it means for models that the newest races lack sires", async () => {
  const races = Array.from({ length: 10 }, (_, at) => `R${at + 1}`);
  const runners = Array.from({ length: 100 }, (_, at) =>
    runnerRow({
      ...{ race_id: races[at % 10]!, horse_num: 1 + Math.floor(at / 10), horse_id: `H${at}`, sire_name: "" },
      finish_position: 1 + Math.floor(at / 10),
    }),
  );
  await site.importSet({
    "races.csv": csv(races.map((race_id, at) => raceRow({ race_id, race_num: at + 1 }))),
    "runners.csv": csv(runners),
  });
  const { notices } = await site.importRecords(dayFiles([1]));
  expect(notices.filter((notice) => notice.includes("sire_name"))).toEqual([
    expect.stringMatching(/^the newest races of venue type 1: sire_name: known of \d+ of 10\d starters/),
  ]);
});

test("files leave no note that a day's records come: only what the live door gets can fall silent", async () => {
  await site.importRecords(dayFiles([1]));
  expect(await site.sql("select day from delivered_days")).toEqual([]);
});

test("a bundle that is cut short, or is none, is refused and changes nothing; one of the sample or beside open CSV is not taken", async () => {
  const whole = gunzipSync(bundleOf(dayFiles([1])));
  for (const [bytes, reason] of [
    [whole.subarray(0, -5), "is cut short"],
    [bundleOf(dayFiles([1])).subarray(0, -9), "the gzip data is damaged or cut short"],
    [ra(), "the bundle has a header that is none"],
  ] as const) {
    const answer = await site.run({ importId: await site.send({ [bundleName(1)]: bytes }) });
    expect(answer).toMatchObject({ status: "refused", errors: [{ file: "1/records.bundle", reason }] });
  }
  expect((await site.state()).racing.races).toEqual([]);
  await expect(site.send({ [bundleName(1)]: whole }, "sample")).rejects.toThrow("Records are real");
  await expect(site.send({ [bundleName(1)]: whole, "races.csv": "race_id\n" })).rejects.toThrow("need an import each");
});

test("200 MB of line feeds in less than a megabyte of gzip are named by file and line, what stands before them is taken, and the queue goes on", {
  tags: "full",
}, async () => {
  const blank = Buffer.alloc(200_000_000, "\n");
  const bomb = bundleOf({
    "a/RA.jvd": dayFiles([1])["RA.jvd"] ?? blank,
    "b/x.jvd": blank,
    "c/RA.jvd": ra({ key: keyOf(2) }),
  });
  expect(bomb.length).toBeLessThan(1_000_000);
  const importId = await site.send({ [bundleName(1)]: bomb });
  const { outcomes, thrown, breaths } = await site.runJob({ importId });
  expect([outcomes, thrown]).toEqual([["done"], []]);
  // Others are let work all along, so that the site is not taken for dead.
  expect(breaths).toBeGreaterThan(blank.length / 65_536);
  const reason = "more than 1000000 lines are blank: the rest of the file is left out";
  expect(await site.read(importId)).toMatchObject({
    ...{ status: "done", added: 2, changed: 1, error_count: 1 },
    errors: [{ file: "b/x.jvd", line: 1_000_001, field: "record", reason }],
  });
  expect(await site.importRecords(dayFiles([3]))).toMatchObject({ status: "done", kept_aside: 0, error_count: 0 });
});

test("at the live door a megabyte of line feeds, and a gzip, are named by line, and change nothing", async () => {
  const blank = await site.deliver(new Uint8Array(1_048_576).fill(10));
  expect([blank.broken, blank.refusals]).toEqual([
    1,
    [{ line: 1_000_001, field: "record", reason: expect.stringContaining("more than 1000000 lines are blank") }],
  ]);
  const packed = await site.deliver(gzip(Buffer.alloc(200_000_000, "\n")));
  expect(packed.broken).toBeGreaterThan(0);
  expect(packed.refusals[0]).toMatchObject({ line: 1, field: "RecordSpec" });
  expect(packed.added).toBe(0);
});
