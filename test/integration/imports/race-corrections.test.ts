import { expect, test } from "vitest";
import { csv, filesOf, payoutRow, type Row, raceRow, smallSet } from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

const site = openImportSite();

/** R4 of the small set, which is still to be run, with changes. */
const comingRace = (change: Row) =>
  csv([raceRow({ race_id: "R4", date: "2024-05-06", race_num: 2, status: "scheduled", ...change })]);
const none = (race_id: string): Row => ({ race_id, bet_type: "", combination: "", payout_yen: "" });
const payoutsOf = async (raceId: string) =>
  (await site.state()).racing.payouts?.filter(({ race_id }) => race_id === raceId);
const versionOf = async (raceId: string) =>
  (await site.state()).racing.races?.find(({ race_id }) => race_id === raceId)?.data_version;

/** Analyses of race R4, all with a use: 1 complete, 2 running, 3 failed and returned, 4 deleted; and 5 of R1. */
async function addAnalyses() {
  const { sql } = site;
  await sql("insert into users (id, email, name, password_hash, created_at) values (1, 'a@example.com', 'a', 'x', 0)");
  await sql(`insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, form_key, status,
    created_at) select value, 1, 'm', 1, '[]', 1, 0, value, 1, 0 from json_each('[1, 2, 3, 4, 5]')`);
  await sql(`insert into analyses (id, user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info,
      status, scores, created_at, completed_at, deleted_at)
    select value ->> 0, 1, value ->> 0, value ->> 1, 1, 'm', 1, '{}', value ->> 2, '[]', 0, 0, value ->> 3
    from json_each('[[1, "R4", 2, null], [2, "R4", 1, null], [3, "R4", 3, null], [4, "R4", 2, 9], [5, "R1", 2, null]]')`);
  await sql(`insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at, returned_at)
    select 1, 'analysis', id, '2024-05-06', '2024-05', 0, 0, case id when 3 then 7 end from analyses`);
  // A model's use has the same number.
  await sql(`insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
    values (1, 'model', 1, '2024-05-06', '2024-05', 0, 0)`);
}
const returned = async () =>
  (await site.sql("select kind, subject_id, returned_at from usage order by kind, subject_id")).map(
    ({ kind, subject_id, returned_at }) => [kind, subject_id, returned_at],
  );

test("uses spent on a race are returned once when an import cancels it, and not taken again when it is held after all", async () => {
  await site.importSet(filesOf(smallSet()));
  await addAnalyses();
  const before = await returned();
  await site.importSet({ "races.csv": comingRace({ going: "soft" }) });
  expect(await returned()).toEqual(before);

  const importId = await site.send({ "races.csv": comingRace({ status: "cancelled" }) });
  await site.run({ importId });
  const after = await returned();
  const now = after[0]?.[2];
  expect(now).toEqual(expect.any(Number));
  expect(after).toEqual([
    ["analysis", 1, now],
    ["analysis", 2, now],
    ["analysis", 3, 7],
    ["analysis", 4, now],
    ["analysis", 5, null],
    ["model", 1, null],
  ]);

  // The job delivered twice, the same file again, held after all, and cancelled again.
  await site.sql("update usage set returned_at = 8 where returned_at > 7");
  const once = await returned();
  await site.run({ importId });
  await site.importSet({ "races.csv": comingRace({ status: "cancelled" }) });
  expect(await returned()).toEqual(once);
  await site.importSet({ "races.csv": comingRace({}) });
  expect(await returned()).toEqual(once);
  await site.importSet({ "races.csv": comingRace({ status: "cancelled", going: "soft" }) });
  expect(await returned()).toEqual(once);
}, 60_000);

test("of two imports at once that cancel a race, each use is returned once; interrupted anywhere, the end is the same", {
  tags: "full",
}, async () => {
  await site.importSet(filesOf(smallSet()));
  await addAnalyses();
  const cancel = { "races.csv": comingRace({ status: "cancelled" }) };
  const ids = [await site.send(cancel), await site.send({ ...cancel, "payouts.csv": csv([none("R3")]) })];
  await Promise.all(ids.map((importId) => site.run({ importId, maxRuns: 1000 })));
  for (const importId of ids) await site.run({ importId });
  const uses = await returned();
  expect(uses.map(([, subject, at]) => [subject, at === null])).toEqual([
    [1, false],
    [2, false],
    [3, false],
    [4, false],
    [5, true],
    [1, true],
  ]);

  for (const mode of ["before", "after"] as const) {
    for (let at = 1, calls = 1; at <= calls; at += CALL_STEP) {
      await site.importSet({ "races.csv": comingRace({}) });
      await site.sql("update usage set returned_at = null where kind = 'analysis' and subject_id <> 3");
      const importId = await site.send(cancel);
      calls = (await site.runJob({ importId, fault: { at, mode }, maxThrows: 1 })).calls;
      expect(await returned()).toEqual(uses);
    }
  }
});

test("a row with nothing but a race empties its payouts, once; other races keep theirs", async () => {
  await site.importSet(filesOf(smallSet()));
  await site.sql("update jobs set status = 'done'");
  const kept = await payoutsOf("R1");
  const rows = [none("R2"), payoutRow({ race_id: "R3" }), none("R4"), none("R2")];
  const emptied = await site.importSet({ "payouts.csv": csv(rows) });
  // R2 loses two; R3 its quinella; R4 had none, and R2 is named twice.
  expect(emptied).toMatchObject({ status: "done", added: 0, changed: 3, unchanged: 3 });
  expect(await payoutsOf("R1")).toEqual(kept);
  expect(await payoutsOf("R2")).toEqual([]);
  expect(await payoutsOf("R3")).toHaveLength(1);
  const version = await versionOf("R2");
  expect([version, await versionOf("R3")]).toEqual([2, 2]);
  expect([await versionOf("R1"), await versionOf("R4")]).toEqual([1, 1]);
  expect((await site.state()).jobs).toContain("build-features all");

  expect(await site.importSet({ "payouts.csv": csv(rows) })).toMatchObject({ added: 0, changed: 0, unchanged: 4 });
  expect(await versionOf("R2")).toBe(version);
  // And they can come back.
  const paid = { "payouts.csv": csv([payoutRow({ race_id: "R2", payout_yen: 310 })]) };
  expect(await site.importSet(paid)).toMatchObject({ added: 1, changed: 0 });
  expect(await payoutsOf("R2")).toHaveLength(1);
});

test("a race with payouts and a row that says it has none is refused, in either order, and nothing is stored", async () => {
  await site.importSet(filesOf(smallSet()));
  const before = (await site.state()).racing;
  for (const rows of [
    [none("R1"), payoutRow({})],
    [payoutRow({}), none("R1")],
  ]) {
    const answer = await site.importSet({ "payouts.csv": csv(rows) });
    expect(answer.status).toBe("refused");
    expect(answer.errors).toEqual([
      {
        file: "payouts.csv",
        line: 3,
        field: "race_id",
        reason: 'race "R1" has payouts and a row that says it has none',
      },
    ]);
  }
  const unknown = await site.importSet({ "payouts.csv": csv([none("R0"), none("")]) });
  expect(unknown.errors.map(({ line, field }) => `${line} ${field}`).sort()).toEqual(["2 race_id", "3 race_id"]);
  const half = await site.importSet({ "payouts.csv": csv([{ ...none("R1"), bet_type: "win" }]) });
  expect(half.errors.map(({ field }) => field)).toEqual(["combination", "payout_yen"]);
  expect((await site.state()).racing).toEqual(before);
}, 60_000);
