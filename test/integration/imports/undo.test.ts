import { expect, test } from "vitest";
import {
  csv,
  type Files,
  filesOf,
  payoutRow,
  raceRow,
  runnerRow,
  smallSet,
} from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { CALL_STEP } from "#test/unit/support/fuzz.ts";

const site = openImportSite();

/** One row a chunk. */
const limits = { chunkCharacters: 1 };
const MONTH = 31 * 86_400;

/** Adds a race, moves one, adds and changes runners, replaces a race's payouts and empties another's. */
const correction: Files = {
  "races.csv": csv([
    raceRow({ race_id: "R5", race_num: 5 }),
    raceRow({ race_id: "R2", race_num: 3, status: "cancelled", name: "別の名" }),
  ]),
  "runners.csv": csv([
    runnerRow({ race_id: "R1", age: 4, carried_weight_kg: 54.5, trouble: 1 }),
    runnerRow({ race_id: "R1", horse_num: 4, finish_position: 4 }),
    runnerRow({ race_id: "R5" }),
    runnerRow({ race_id: "R5", horse_num: 2, finish_position: 2 }),
  ]),
  "payouts.csv": csv([
    payoutRow({ race_id: "R1", combination: "2" }),
    payoutRow({ race_id: "R5" }),
    payoutRow({ race_id: "R3", bet_type: "", combination: "", payout_yen: "" }),
  ]),
};

/** All that is stored of races, but for the versions, which rise with each change. */
async function content() {
  const { races, runners, payouts } = (await site.state()).racing;
  return {
    races: races?.map(
      ({ data_version: _, inputs_version: __, weights_version: ___, undone_to: ____, ...race }) => race,
    ),
    runners,
    payouts,
    aliases: await site.sql("select * from race_aliases order by alias"),
  };
}
const versions = () =>
  site.sql("select race_id, data_version, inputs_version, weights_version from races order by race_id");
const log = () => site.sql("select staff_id, action, subject, reason from audit_log order by id");

/** Two imports, the second over the first. @returns what stood after the first, and their ids */
async function twoImports(): Promise<{ before: Awaited<ReturnType<typeof content>>; first: number; second: number }> {
  const first = await site.send(filesOf(smallSet()));
  await site.run({ importId: first });
  const before = await content();
  const second = await site.send(correction);
  await site.run({ importId: second });
  await site.sql("update jobs set status = 'done'");
  return { before, first, second };
}

test("what an import added and changed goes back to what stood before, and the features follow", async () => {
  const { before, first, second } = await twoImports();
  const changed = await versions();
  expect((await site.state()).before).toEqual([`before/${second}/0`]);
  const undone = await site.undo(second);
  expect(undone).toMatchObject({ status: "done", added: 0, changed: 4, skipped: 0, notices: [], undoes: second });
  expect(await content()).toEqual(before);
  expect((await site.state()).jobs).toContain("build-features all");
  expect(await log()).toEqual([
    { staff_id: null, action: "import.undone", subject: `import:${second}`, reason: "a wrong file" },
  ]);
  // Cards that were changed have new versions; R3's, of which only payouts were, has its own.
  const version = 3;
  expect(await versions()).toEqual([
    { race_id: "R1", data_version: version, inputs_version: version, weights_version: version },
    { race_id: "R2", data_version: version, inputs_version: version, weights_version: 1 },
    { race_id: "R3", data_version: version, inputs_version: 1, weights_version: 1 },
    changed[3],
  ]);

  // With the second taken back nothing has been built on the first.
  expect((await site.askUndo(second)).json.detail).toContain("taken back");
  expect(await site.undo(first)).toMatchObject({ status: "done", changed: 4 });
  expect(await content()).toEqual({ races: [], runners: [], payouts: [], aliases: [] });
  // And the files can be imported again.
  await site.importSet(filesOf(smallSet()));
  expect(await content()).toEqual(before);
}, 60_000);

test("an import is not taken back while others have built on it, and the answer says which", async () => {
  const { first, second } = await twoImports();
  const stood = await site.state();
  const refusal = await site.askUndo(first);
  expect(refusal.status).toBe(409);
  expect(refusal.json.detail).toBe(
    `What this import changed has been changed since: 3 races, such as R1, by import ${second}.`,
  );
  expect(await site.state()).toEqual(stood);
  expect(await log()).toEqual([]);
  expect((await site.askUndo(99)).status).toBe(404);
}, 60_000);

test("what is built on an import between the request and its turn refuses the undo, and nothing changes", async () => {
  const { second } = await twoImports();
  const { json } = await site.askUndo(second);
  const third = await site.send({ "runners.csv": csv([runnerRow({ race_id: "R5", age: 9 })]) });
  await site.run({ importId: third });
  const stood = await content();
  const refused = await site.run({ importId: json.import_id });
  expect(refused).toMatchObject({ status: "refused", changed: 0 });
  expect(refused.errors[0]?.reason).toBe(`1 races, such as R5, have since been changed by import ${third}`);
  expect(await content()).toEqual(stood);
  // It can be asked for again once that is taken back.
  await site.undo(third);
  await site.undo(second);
}, 60_000);

test("an undo interrupted at any call of D1 or the store, before or after its effect, ends as if nothing had happened", {
  tags: "full",
}, async () => {
  async function play(at: number) {
    await site.reset();
    const { before, second } = await twoImports();
    const { json } = await site.askUndo(second);
    const fault = { at, mode: at % 2 === 0 ? "after" : "before" } as const;
    const { calls } = await site.runJob({ importId: json.import_id, fault, maxThrows: 1 });
    expect(await content(), `call ${at}`).toEqual(before);
    const answer = await site.read(json.import_id);
    return { calls, end: { ...answer, versions: await versions(), jobs: (await site.state()).jobs } };
  }
  const { calls, end } = await play(0);
  expect(end).toMatchObject({ status: "done", changed: 4, skipped: 0 });
  expect(calls).toBeGreaterThan(12);
  for (let at = 1; at <= calls; at += CALL_STEP) expect((await play(at)).end, `call ${at} of ${calls}`).toEqual(end);
});

test("of two undos at once one takes the import back; the job delivered twice and at once changes nothing more", async () => {
  const { before, second } = await twoImports();
  for (const atCall of [2, 3, 4, 5]) {
    const answers = await Promise.all([1, 2].map(() => site.askUndo(second, { meet: 2, atCall })));
    expect(answers.map(({ status }) => status).sort()).toEqual(atCall === 2 ? [202, 409] : [409, 409]);
  }
  expect(await log()).toHaveLength(1);
  const [undo] = await site.sql("select id from imports where undoes is not null");
  const importId = undo?.id as number;
  await Promise.all([1, 2, 3].map(() => site.runJob({ importId, maxRuns: 1000 })));
  expect(await site.read(importId)).toMatchObject({ status: "done", changed: 4, skipped: 0 });
  const stood = await site.state();
  await site.run({ importId });
  expect(await site.state()).toEqual({ ...stood, jobs: stood.jobs });
  expect(await content()).toEqual(before);
}, 60_000);

test("an import that stopped half-way is taken back, and its races are visible again", async () => {
  await site.importSet(filesOf(smallSet()));
  const before = await content();
  const importId = await site.send(correction);
  await site.runJob({ importId, limits, fault: { at: 30, mode: "before" } });
  expect((await site.askUndo(importId)).status).toBe(409);
  await site.fail(importId, "it was cut off");
  expect(await content()).not.toEqual(before);
  expect(await site.undo(importId)).toMatchObject({ status: "done", skipped: 0 });
  expect(await content()).toEqual(before);
}, 60_000);

test("a race goes back to its place, unless another race has come there", async () => {
  await site.importSet(filesOf(smallSet()));
  const before = await content();
  const at = (race_id: string, race_num: number): Files => ({ "races.csv": csv([raceRow({ race_id, race_num })]) });
  const moved = await site.send(at("R2", 3));
  await site.run({ importId: moved });
  const other = await site.send(at("R9", 2));
  await site.run({ importId: other });
  expect((await site.askUndo(moved)).json.detail).toContain("1 races, such as R2");
  await site.undo(other);
  await site.undo(moved);
  expect(await content()).toEqual(before);
}, 60_000);

test("a race that users have analysed is hidden, not removed, and shown when it is given again", async () => {
  await site.sql(
    "insert into users (id, email, name, password_hash, created_at) values (1, 'a@example.com', 'a', 'x', 0)",
  );
  await site.sql(`insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, form_key, status,
    created_at) values (1, 1, 'm', 1, '[]', 1, 0, 1, 1, 0)`);
  const importId = await site.send(filesOf(smallSet()));
  await site.run({ importId });
  const shown = await content();
  await site.sql(`insert into analyses (id, user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info,
      status, scores, created_at, completed_at) values (1, 1, 1, 'R4', 1, 'm', 1, '{}', 2, '[]', 0, 0)`);
  await site.sql(`insert into usage (user_id, kind, subject_id, day, month, under_free_limits, used_at)
    values (1, 'analysis', 1, '2024-05-06', '2024-05', 0, 0)`);
  await site.undo(importId);
  expect((await content()).races).toEqual([
    expect.objectContaining({ race_id: "R4", hidden: 1, status: "cancelled", pending_import_id: null }),
  ]);
  // As of any race that is cancelled.
  expect(await site.sql("select id from usage where returned_at is null")).toEqual([]);
  await site.importSet(filesOf(smallSet()));
  expect(await content()).toEqual(shown);
}, 60_000);

test("what stood before an import goes after a month, and with it the undo", async () => {
  const { second } = await twoImports();
  await site.call("POST", "/test/hourly", { clockAhead: MONTH - 2 * 86_400 });
  expect((await site.state()).before).toHaveLength(1);
  await site.call("POST", "/test/hourly", { clockAhead: MONTH });
  expect((await site.state()).before).toEqual([]);
  expect(await site.sql("select import_id from import_races")).toEqual([]);
  expect((await site.askUndo(second)).json.detail).toContain("not kept");
}, 60_000);
