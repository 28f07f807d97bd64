import { expect, test } from "vitest";
import { bundleName } from "#app/domain/record-bundle.ts";
import { bundleOf, csv, filesOf, raceRow, smallSet } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { concat, ra, result, se, um, wh } from "#test/unit/jv-data/records.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

const site = openImportSite();

const QUARTER_HOUR = 900;
const DAY = 86_400;

const sweep = async (clockAhead = 0) => (await site.call("POST", "/test/sweep", { clockAhead })).json;
const hourly = () => site.call("POST", "/test/hourly");
const openImports = () =>
  site.sql("select id, status from imports where status not in ('done', 'refused', 'failed') order by id");

const KEYS = ["2026112205050601", "2026111505050601"];
const card = (key: string) => concat(ra({ key }), se({ key, horse: 1 }), se({ key, horse: 2 }));
const results = (key: string) =>
  concat(
    ra({ key, stage: "7" }),
    se({ key, stage: "7" }, ...result(1, "2315", "-001")),
    wh({ key }, ["486+004"]),
    um(),
  );

test("killed at any call, an import of records leaves no import open once it is swept and done", {
  tags: "full",
}, async () => {
  const files = {
    [bundleName(1)]: bundleOf({ "a.jvd": concat(...KEYS.map(card)), "b.jvd": concat(...KEYS.map(results)) }),
  };
  const { calls } = await site.runJob({ importId: await site.send(files) });
  const expected = await site.storedRows();
  expect(expected.races).toHaveLength(KEYS.length);
  let lost = 0;
  let messages = 0;
  for (let at = 1; at <= calls; at += CALL_STEP) {
    await site.reset();
    const importId = await site.send(files);
    const fault = { at, mode: at % 2 === 0 ? "after" : "before" } as const;
    const cut = await site.runJob({ importId, fault });
    // A message that is lost stops nothing: the sweep sends another.
    if (cut.thrown.length === 0) {
      expect(cut.outcomes).toEqual(["done"]);
      messages += 1;
      continue;
    }
    const before = await openImports();
    const writes = before.filter(({ id }) => id !== importId);
    lost += writes.length;
    // It could still be alive, and so could the job.
    expect(await sweep(), `call ${at}`).toEqual({ dropped: 0, failed: 0, woken: 0 });
    expect(await openImports()).toEqual(before);
    expect(await sweep(QUARTER_HOUR + 1), `call ${at}`).toEqual({ dropped: writes.length, failed: 0, woken: 0 });
    expect(await site.run({ importId })).toMatchObject({ status: "done", errors: [] });
    expect(await site.storedRows(), `call ${at}`).toEqual(expected);
    expect(await openImports()).toEqual([]);
  }
  expect(lost).toBeGreaterThan(0);
  expect(messages).toBeLessThan(calls / 4);
});

test("swept all the time, an import and deliveries that are alive lose nothing", async () => {
  const files = { [bundleName(1)]: bundleOf({ "a.jvd": concat(...KEYS.map(card)) }) };
  const play = async (beside: () => Promise<unknown>) => {
    await site.reset();
    const importId = await site.send(files);
    let isOver = false;
    const swept = (async () => {
      while (!isOver) await beside();
    })();
    await Promise.all([
      site.run({ importId }),
      ...KEYS.map((key) => site.deliver(results(key))),
      site.deliver(concat(...KEYS.map(results))),
    ]);
    isOver = true;
    await swept;
    expect(await openImports()).toEqual([]);
    expect(await site.read(importId)).toMatchObject({ status: "done", error_count: 0 });
    return site.storedRows();
  };
  const expected = await play(async () => new Promise((resolve) => setTimeout(resolve, 5)));
  expect(expected.races).toHaveLength(KEYS.length);
  const jobs = () => site.sql("select id from jobs where kind = 'ingest-import'");
  expect(
    await play(async () => {
      expect(await sweep()).toEqual({ dropped: 0, failed: 0, woken: 0 });
      await hourly();
    }),
  ).toEqual(expected);
  expect(await jobs()).toHaveLength(1);
});

test("a delivery whose import is swept away while it lives writes nothing by half, and is taken when it is sent again", async () => {
  await site.deliver(card(KEYS[0] ?? ""));
  await site.deliver(results(KEYS[0] ?? ""));
  const expected = await site.storedRows();
  await site.reset();
  await site.deliver(card(KEYS[0] ?? ""));
  const before = await site.storedRows();
  // As if each write took longer than a quarter of an hour.
  await site.sql(`create trigger swept after insert on imports when new.chunk_count > 0
    begin delete from imports where id = new.id; end`);
  const cut = await site.call("POST", "/admin/api/records", { body: results(KEYS[0] ?? "") });
  await site.sql("drop trigger swept");
  expect(cut.status).toBe(500);
  // The horse's own record belongs to no race.
  expect(await site.storedRows()).toEqual({ ...before, horses: expect.any(Array) });
  await site.deliver(results(KEYS[0] ?? ""));
  expect(await site.storedRows()).toEqual(expected);
  expect(await openImports()).toEqual([]);
});

test("files that do not come to an end within a day are removed, and their import has failed", async () => {
  const created = await site.call<{ import_id: number }>("POST", "/admin/api/imports", { body: { source: "real" } });
  const { import_id: importId } = created.json;
  const put = () =>
    site.call("PUT", `/admin/api/imports/${importId}/files/races.csv`, { body: new TextEncoder().encode("race_id\n") });
  await put();
  expect(await sweep(DAY)).toEqual({ dropped: 0, failed: 0, woken: 0 });
  await hourly();
  expect((await site.state()).stored).toHaveLength(1);
  expect(await sweep(DAY + 1)).toEqual({ dropped: 0, failed: 1, woken: 0 });
  expect((await site.state()).stored).toEqual([]);
  const failed = await site.read(importId);
  expect(failed).toMatchObject({ status: "failed", error_count: 1 });
  expect(failed.errors).toMatchObject([{ reason: "its files were never completed" }]);
  expect((await put()).status).toBe(409);
});

test("a started import whose job was never created gets one, once", async () => {
  const importId = await site.send(filesOf(smallSet()));
  for (const status of ["queued", "validating", "applying"]) {
    await site.sql(`update imports set status = '${status}'`);
    expect(await sweep()).toMatchObject({ woken: 0 });
    await site.sql("delete from jobs");
    expect(await sweep()).toEqual({ dropped: 0, failed: 0, woken: 1 });
    expect((await site.state()).jobs).toEqual([`ingest-import ${importId}`]);
    expect(await sweep()).toMatchObject({ woken: 0 });
  }
  await site.sql("update imports set status = 'queued'");
  expect(await site.run({ importId })).toMatchObject({ status: "done" });
  await site.sql("delete from jobs");
  expect(await sweep()).toMatchObject({ woken: 0 });
});

test("what a killed process left in the store of an import that is over goes within the hour, and nothing of others", async () => {
  const files = { "races.csv": csv([raceRow({})]) };
  const first = await site.send(files);
  const { calls } = await site.runJob({ importId: first });
  await site.reset();
  const importId = await site.send(files);
  // Its last calls list and delete what is staged.
  expect((await site.runJob({ importId, fault: { at: calls, mode: "before" } })).thrown).toHaveLength(1);
  expect(await site.read(importId)).toMatchObject({ status: "done" });
  const left = (await site.state()).stored;
  expect(left.length).toBeGreaterThan(0);
  const other = await site.send({ "races.csv": csv([raceRow({ race_id: "R2", race_num: 2 })]) });
  await hourly();
  const { stored } = await site.state();
  expect(stored).toHaveLength(1);
  expect(stored[0]).toMatch(new RegExp(`^imports/${other}/`));
  expect(await site.run({ importId: other })).toMatchObject({ status: "done", added: 1 });
});
