import { expect, test } from "vitest";
import {
  csv,
  filesOf,
  payoutRow,
  type Row,
  raceRow,
  runnerRow,
  smallSet,
} from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { concat, ra, se, wh } from "#test/unit/jv-data/records.ts";

const site = openImportSite();

const aliases = () => site.sql("select alias, race_id from race_aliases order by alias");
/** The small set with each race's id replaced. */
const renamed = (rows: readonly Row[]) => csv(rows.map((row) => ({ ...row, race_id: `other-${row.race_id}` })));
const renamedSet = () => {
  const set = smallSet();
  return {
    "races.csv": renamed(set.races),
    "runners.csv": renamed(set.runners),
    "payouts.csv": renamed(set.payouts),
  };
};

test("the same races under other ids change nothing, and their ids are remembered once", async () => {
  await site.importSet(filesOf(smallSet()));
  const before = (await site.state()).racing;
  const answer = await site.importSet(renamedSet());
  expect(answer).toMatchObject({ status: "done", added: 0, changed: 0, unchanged: 22 });
  expect(answer.notices).toEqual([
    'races.csv: race_id: races that are stored under another id keep it, and the given ids lead to them from now on: "other-R1" to "R1", and 3 more',
  ]);
  expect((await site.state()).racing).toEqual(before);
  expect(await aliases()).toEqual(["R1", "R2", "R3", "R4"].map((id) => ({ alias: `other-${id}`, race_id: id })));
  expect(await site.importSet(renamedSet())).toMatchObject({ unchanged: 22, notices: [] });
});

test("rows under another id are those of the stored race, also without its row, and move it to another day", async () => {
  await site.importSet(filesOf(smallSet()));
  await site.importSet({ "races.csv": csv([raceRow({ race_id: "X", name: "特別" })]) });
  expect(
    await site.importSet({
      "runners.csv": csv([runnerRow({ race_id: "X", horse_num: 4, finish_position: 4 })]),
      "payouts.csv": csv([payoutRow({ race_id: "X", payout_yen: 310 })]),
    }),
  ).toMatchObject({ status: "done", added: 1 });
  const { races, runners, payouts } = (await site.state()).racing;
  expect(races).toHaveLength(4);
  expect(races?.[0]).toMatchObject({ race_id: "R1", name: "特別", runner_count: 4 });
  expect(runners?.filter(({ race_id }) => race_id === "R1").map(({ horse_num }) => horse_num)).toEqual([1, 2, 3, 4]);
  expect(payouts?.filter(({ race_id }) => race_id === "R1")).toMatchObject([{ payout_yen: 310 }]);

  await site.importSet({
    "payouts.csv": csv([payoutRow({ race_id: "X", bet_type: "", combination: "", payout_yen: "" })]),
  });
  expect(await site.sql("select count(*) n from payouts where race_id = 'R1'")).toEqual([{ n: 0 }]);

  await site.importSet({ "races.csv": csv([raceRow({ race_id: "X", date: "2024-05-07" })]) });
  expect(await site.sql("select race_id, date from races where date > '2024-05-06'")).toEqual([
    { race_id: "R1", date: "2024-05-07" },
  ]);
});

test("a race given under two of its ids is one race: the same twice is one, another content refuses the set", async () => {
  await site.importSet(filesOf(smallSet()));
  const both = (name: string) => csv([raceRow({}), raceRow({ race_id: "X", name })]);
  expect(await site.importSet({ "races.csv": both("未勝利") })).toMatchObject({ status: "done", unchanged: 2 });
  const answer = await site.importSet({ "races.csv": both("特別") });
  expect(answer.errors).toMatchObject([{ line: 3, reason: '"R1" is given twice with different content, here as "X"' }]);
});

test("a new race given under several ids in one import is one race under the first; later files, whatever they call it, are its", async () => {
  const place = { date: "2024-05-07", race_num: 3 };
  const files = {
    "races.csv": csv([
      raceRow({ ...place, race_id: "A" }),
      raceRow({ ...place, race_id: "B" }),
      raceRow({ ...place, race_id: "C", race_num: 4 }),
    ]),
    "more/races.csv": csv([raceRow({ ...place, race_id: "D" }), raceRow({ ...place, race_id: "B" })]),
    "runners.csv": csv([
      runnerRow({ race_id: "A" }),
      runnerRow({ race_id: "B", horse_num: 2, finish_position: 2 }),
      runnerRow({ race_id: "D" }),
    ]),
    "payouts.csv": csv([payoutRow({ race_id: "B" })]),
  };
  const answer = await site.importSet(files);
  // The files are read by name: more/races.csv first.
  expect(answer).toMatchObject({ status: "done", added: 5, changed: 0, unchanged: 4, errors: [] });
  expect(answer.notices).toEqual([
    'races.csv: race_id: races that are given under several ids keep the first, and the others lead to them from now on: "B" to "D", and 1 more',
  ]);
  expect(await aliases()).toEqual(["A", "B"].map((alias) => ({ alias, race_id: "D" })));
  const { races, runners, payouts } = (await site.state()).racing;
  expect(races?.map(({ race_id, runner_count }) => ({ race_id, runner_count }))).toEqual([
    { race_id: "C", runner_count: 0 },
    { race_id: "D", runner_count: 2 },
  ]);
  expect(runners?.map(({ race_id, horse_num }) => `${race_id} ${horse_num}`)).toEqual(["D 1", "D 2"]);
  expect(payouts?.map(({ race_id }) => race_id)).toEqual(["D"]);
  expect(await site.importSet(files)).toMatchObject({ added: 0, changed: 0, unchanged: 9, notices: [] });
  await site.importSet({ "races.csv": csv([raceRow({ ...place, race_id: "A", name: "特別" })]) });
  expect(await site.sql("select race_id, name from races where race_num = 3")).toEqual([
    { race_id: "D", name: "特別" },
  ]);
});

test("several ids of a new race with different content, or for the place of a stored one that moves there, refuse the set", async () => {
  const place = { date: "2024-05-07", race_num: 3 };
  const two = csv([raceRow({ ...place, race_id: "A" }), raceRow({ ...place, race_id: "B", name: "特別" })]);
  const refused = await site.importSet({ "races.csv": two });
  expect(refused).toMatchObject({ status: "refused", notices: [] });
  expect(refused.errors).toMatchObject([
    { line: 3, field: "race_id", reason: '"A" is given twice with different content, here as "B"' },
  ]);
  expect(await aliases()).toEqual([]);
  expect((await site.state()).racing.races).toEqual([]);

  const runners = csv([runnerRow({ race_id: "A" }), runnerRow({ race_id: "B", horse_id: "H2" })]);
  const same = csv([raceRow({ ...place, race_id: "A" }), raceRow({ ...place, race_id: "B" })]);
  const contradicting = await site.importSet({ "races.csv": same, "runners.csv": runners });
  expect(contradicting.errors).toMatchObject([{ file: "runners.csv", line: 3, field: "horse_num" }]);

  // A stored race keeps its address, so the new id would have to lead to it: it was staged as a race of its own before.
  await site.importSet({ "races.csv": csv([raceRow({})]) });
  const moved = await site.importSet({
    "races.csv": csv([raceRow({ ...place, race_id: "A" }), raceRow({ ...place })]),
  });
  expect(moved.errors).toMatchObject([{ line: 3, field: "race_num", reason: expect.stringContaining("another race") }]);
  // The other way round it is known which race it is.
  const led = await site.importSet({ "races.csv": csv([raceRow({ ...place }), raceRow({ ...place, race_id: "A" })]) });
  expect(led).toMatchObject({ status: "done", changed: 1, unchanged: 1 });
  expect(await aliases()).toEqual([{ alias: "A", race_id: "R1" }]);
});

test("an id that means a stored race is not led to another, and nothing is stored", async () => {
  await site.importSet(filesOf(smallSet()));
  await site.importSet({ "races.csv": csv([raceRow({ race_id: "X", race_num: 2 })]) });
  const before = await site.state();
  for (const race_id of ["X", "R2"]) {
    const answer = await site.importSet({ "races.csv": csv([raceRow({ race_id, race_num: 1 })]) });
    expect(answer).toMatchObject({ status: "refused" });
    expect(answer.errors).toMatchObject([
      { field: "race_num", reason: 'this day, venue and number are those of stored race "R1"' },
    ]);
  }
  expect((await site.state()).racing).toEqual(before.racing);
  expect(await aliases()).toEqual([{ alias: "X", race_id: "R2" }]);
  // A refused set leaves no id behind either.
  await site.importSet({
    "races.csv": csv([raceRow({ race_id: "Y", grade: "" }), raceRow({ race_id: "R9", grade: "GIII" })]),
  });
  expect(await aliases()).toHaveLength(1);
});

test("races of the sample and real ones do not lead to each other", async () => {
  await site.importSet(filesOf(smallSet()), "sample");
  expect(await site.importSet({ "races.csv": csv([raceRow({ race_id: "X" })]) })).toMatchObject({ added: 1 });
  expect(await aliases()).toEqual([]);
});

test("records of a race that is stored under another id remember theirs; rows of either go to one race", async () => {
  const slot = { race_id: "CSV-1", date: "2026-11-22", race_num: 11 };
  await site.importSet({ "races.csv": csv([raceRow(slot)]) });
  await site.deliver(concat(ra(), se({ horse: 1 })));
  const recordsId = "20261122-05-11";
  expect(await aliases()).toEqual([{ alias: recordsId, race_id: "CSV-1" }]);
  await site.importSet({ "runners.csv": csv([runnerRow({ race_id: recordsId, horse_num: 2, status: "entered" })]) });
  expect(await site.sql("select race_id, horse_num from runners order by horse_num")).toEqual([
    { race_id: "CSV-1", horse_num: 1 },
    { race_id: "CSV-1", horse_num: 2 },
  ]);

  // The other way round: the records' id came first.
  await site.reset();
  await site.deliver(concat(ra(), se({ horse: 1 })));
  await site.importSet({ "races.csv": csv([raceRow({ ...slot, name: "表の名前" })]) });
  expect(await aliases()).toEqual([{ alias: "CSV-1", race_id: recordsId }]);
  expect(await site.sql("select race_id, name from races")).toEqual([{ race_id: recordsId, name: "表の名前" }]);
  await site.deliver(wh({ at: "11221435" }, ["486+004"]));
  expect(await site.sql("select race_id, body_weight_kg from runners")).toEqual([
    { race_id: recordsId, body_weight_kg: 486 },
  ]);
});
