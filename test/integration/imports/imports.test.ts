import { expect, test } from "vitest";
import {
  csv,
  type Files,
  filesOf,
  gzip,
  payoutRow,
  type Row,
  raceRow,
  runnerRow,
  smallSet,
} from "#test/integration/support/imports/import-set.ts";
import { openImportSite } from "#test/integration/support/imports/import-site.ts";
import { checkMutatedFiles } from "#test/integration/support/imports/mutated-files.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

const site = openImportSite();

const BUILD = "build-features all";
/** Ends the jobs created by earlier imports of a test. */
const endJobs = () => site.sql("update jobs set status = 'done'");

test("a set is stored, visible and complete, and a feature build is enqueued", async () => {
  const answer = await site.importSet(filesOf(smallSet()));
  expect(answer).toMatchObject({ status: "done", added: 22, changed: 0, unchanged: 0, skipped: 0, error_count: 0 });
  const { races } = (await site.state()).racing;
  expect(races?.map((race) => [race.race_id, race.runner_count, race.weighed_count, race.status])).toEqual([
    ["R1", 3, 3, "result"],
    ["R2", 3, 3, "result"],
    ["R3", 3, 3, "result"],
    ["R4", 3, 0, "scheduled"],
  ]);
  expect(races?.every((race) => race.pending_import_id === null && race.hidden === 0)).toBe(true);
  expect((await site.state()).jobs).toContain(BUILD);
  expect((await site.state()).stored).toEqual([]);
});

test("the same files again, compressed, in another order of columns and rows, change nothing", async () => {
  const set = smallSet();
  await site.importSet(filesOf(set));
  await endJobs();
  const before = (await site.state()).racing;
  const turned = (rows: Row[]) =>
    gzip(csv(rows.toReversed().map((row) => Object.fromEntries(Object.entries(row).toReversed()))));
  const answer = await site.importSet({
    "payouts.csv.gz": turned(set.payouts),
    "runners.csv": turned(set.runners),
    "races.csv.gz": turned(set.races),
  });
  expect(answer).toMatchObject({ status: "done", added: 0, changed: 0, unchanged: 22, notices: [] });
  expect((await site.state()).racing).toEqual(before);
  expect((await site.state()).jobs).not.toContain(BUILD);
});

test("a correction changes its rows, and the data version of its races only", async () => {
  await site.importSet(filesOf(smallSet()));
  await endJobs();
  const answer = await site.importSet({
    "runners.csv": csv([
      runnerRow({ race_id: "R1", horse_id: "H1", trouble: 1 }),
      runnerRow({ race_id: "R2", horse_num: 4, finish_position: 4, trouble: "" }),
    ]),
    // R3's quinella is gone, and its win payout is a different one.
    "payouts.csv": csv([payoutRow({ race_id: "R3", combination: "2" })]),
  });
  expect(answer).toMatchObject({ status: "done", added: 2, changed: 3, unchanged: 0 });
  const { races, runners, payouts } = (await site.state()).racing;
  const [first, second] = [races?.[0]?.data_version as number, races?.[3]?.data_version as number];
  expect(first).toBe(second + 1);
  expect(races?.map((race) => [race.race_id, race.data_version, race.runner_count])).toEqual([
    ["R1", first, 3],
    ["R2", first, 4],
    ["R3", first, 3],
    ["R4", second, 3],
  ]);
  expect(runners?.[0]).toMatchObject({ race_id: "R1", horse_num: 1, trouble: 1 });
  expect(payouts?.filter(({ race_id }) => race_id === "R3")).toEqual([
    { race_id: "R3", bet_type: "win", combination: "2", payout_yen: 240 },
  ]);
  expect((await site.state()).jobs).toContain(BUILD);
});

test("results for an announced race make it a race with a result", async () => {
  await site.importSet(filesOf(smallSet()));
  const rows = [1, 2, 3].map((horse_num) => runnerRow({ race_id: "R4", horse_num, finish_position: horse_num }));
  expect(await site.importSet({ "runners.csv": csv(rows) })).toMatchObject({ status: "done", added: 0, changed: 3 });
  const { races } = (await site.state()).racing;
  expect(races?.[3]).toMatchObject({ status: "result", runner_count: 3, weighed_count: 3 });
});

test("meeting, day, grade and class are stored if a file has them, and kept if it has not", async () => {
  const columns = { meeting_num: 5, meeting_day: 6, grade: "G3", race_class: "3歳以上オープン" };
  const set = smallSet();
  await site.importSet(filesOf(set));
  const plain = (await site.state()).racing.races;
  expect(plain?.[0]).toMatchObject({ meeting_num: null, meeting_day: null, grade: null, race_class: null });
  const known = (row: Row) => (row.race_id === "R1" ? columns : { meeting_num: "", meeting_day: "", grade: "" });
  const graded = { "races.csv": csv(set.races.map((row) => ({ ...row, race_class: "", ...known(row) }))) };
  // Empty cells are the same as a missing column: only R1 changes, and only once.
  expect(await site.importSet(graded)).toMatchObject({ status: "done", changed: 1, unchanged: set.races.length - 1 });
  expect(await site.importSet(graded)).toMatchObject({ status: "done", changed: 0, unchanged: set.races.length });
  const stored = (await site.state()).racing.races;
  expect(stored?.[0]).toMatchObject({ ...columns, runner_count: 3 });
  await site.importSet(filesOf(set));
  expect((await site.state()).racing.races?.map((race) => race.content_hash)).toEqual(
    plain?.map((race) => race.content_hash),
  );
});

test("a status given by the file is kept", async () => {
  const set = smallSet();
  set.races = set.races.map((race) => ({ ...race, status: race.race_id === "R4" ? "cancelled" : "result" }));
  await site.importSet(filesOf(set));
  const { races } = (await site.state()).racing;
  expect(races?.map(({ status }) => status)).toEqual(["result", "result", "result", "cancelled"]);
});

test("duplicate rows with the same content count as unchanged; rows without a number are skipped with a notice", async () => {
  const set = smallSet();
  set.runners.push({ ...(set.runners[0] as (typeof set.runners)[number]) });
  set.payouts.push({ ...(set.payouts[0] as (typeof set.payouts)[number]) });
  const none = { horse_num: "", finish_position: "", time_s: "" };
  set.runners.push(runnerRow({ race_id: "R2", horse_id: "H9", status: "scratched", ...none }));
  set.races = set.races.map((race) => ({ ...race, memo: "x" }));
  expect(await site.importSet(filesOf(set))).toMatchObject({
    status: "done",
    added: 22,
    changed: 0,
    unchanged: 2,
    skipped: 1,
    notices: [
      "races.csv: column memo is unknown and was ignored",
      "runners.csv:15: horse_num: runners scratched or excluded without a number are skipped",
    ],
  });
});
const packedRaces = () =>
  gzip(
    csv(
      Array.from({ length: 500 }, (_, index) =>
        raceRow({ race_id: `X${index}`, race_num: 1, venue: `v${index * 7919}` }),
      ),
    ),
  );

/** Valid by themselves, so that only the faulty file can refuse the set. */
const newRace = { "races.csv": csv([raceRow({ race_id: "R9", race_num: 9 })]) };

test.each<[string, () => Files, string[]]>([
  [
    "a bad number",
    () => ({ ...newRace, "runners.csv": csv([runnerRow({ race_id: "R9", win_odds: "abc" })]) }),
    ['runners.csv:2: win_odds: "abc" is not a number'],
  ],
  [
    "a gzip that is cut short",
    () => ({ "races.csv.gz": packedRaces().subarray(0, -40) }),
    ["the gzip data is damaged or cut short"],
  ],
  [
    "the same key with other content",
    () => ({ ...newRace, "runners.csv": csv([runnerRow({ race_id: "R9" }), runnerRow({ race_id: "R9", age: 4 })]) }),
    ['runners.csv:3: horse_num: runner 1 of race "R9" is given twice with different content'],
  ],
  [
    "the same race with other content",
    () => ({
      "races.csv": csv([
        raceRow({ race_id: "R9", race_num: 9 }),
        raceRow({ race_id: "R9", race_num: 9, going: "soft" }),
      ]),
    }),
    ['races.csv:3: race_id: "R9" is given twice with different content'],
  ],
  [
    "the same payout with another amount",
    () => ({ "payouts.csv": csv([payoutRow({ payout_yen: 240 }), payoutRow({ payout_yen: 250 })]) }),
    ['payouts.csv:3: combination: win 1 of race "R1" is given twice with different content'],
  ],
  [
    "a runner without its race",
    () => ({ ...newRace, "runners.csv": csv([runnerRow({ race_id: "R9" }), runnerRow({ race_id: "R0" })]) }),
    ['runners.csv:3: race_id: race "R0" is neither in this import nor stored'],
  ],
  [
    "a payout without its race",
    () => ({ "payouts.csv": csv([payoutRow({}), payoutRow({ race_id: "R0" })]) }),
    ['payouts.csv:3: race_id: race "R0" is neither in this import nor stored'],
  ],
  [
    "a day, venue and number that two races of the set claim",
    () => ({
      "races.csv": csv([raceRow({ race_id: "R8", race_num: 9 }), raceRow({ race_id: "R9", race_num: 9, name: "他" })]),
    }),
    ['races.csv:3: race_id: "R8" is given twice with different content, here as "R9"'],
  ],
  [
    "a day, venue and number of a new race that a stored one moves to",
    () => ({ "races.csv": csv([raceRow({ race_id: "R8", race_num: 9 }), raceRow({ race_id: "R3", race_num: 9 })]) }),
    ['races.csv:3: race_num: another race of this import is race 9 at "東京" on 2024-05-05'],
  ],
  [
    "a stored race moved to the day, venue and number of another",
    () => ({ "races.csv": csv([raceRow({ race_id: "R3", race_num: 2 })]) }),
    ['races.csv:2: race_num: this day, venue and number are those of stored race "R2"'],
  ],
  [
    "a row of another width",
    () => ({ "payouts.csv": `${csv([payoutRow({})])}R1,win,2\n` }),
    ["payouts.csv:3: row: has 3 cells where the header has 4"],
  ],
  ["an empty file", () => ({ ...newRace, "payouts.csv": "" }), ["payouts.csv:1: file: the file is empty"]],
])("%s refuses the whole set and leaves every table unchanged", async (_what, files, expected) => {
  await site.importSet(filesOf(smallSet()));
  await endJobs();
  const before = (await site.state()).racing;
  const answer = await site.importSet(files());
  expect(answer).toMatchObject({ status: "refused", added: 0, changed: 0, unchanged: 0 });
  const told = answer.errors.map(({ file, line, field, reason }) => `${file}:${line}: ${field}: ${reason}`);
  expect(told).toHaveLength(expected.length);
  for (const [index, message] of expected.entries()) expect(told[index]).toContain(message);
  expect(answer.error_count).toBe(expected.length);
  expect((await site.state()).racing).toEqual(before);
  expect((await site.state()).jobs).not.toContain(BUILD);
  expect((await site.state()).stored).toEqual([]);
});

test("reading a file without rows still yields to other work", async () => {
  const blank = gzip("\n".repeat(900_000));
  const { outcomes, breaths } = await site.runJob({ importId: await site.send({ "races.csv.gz": blank }) });
  expect(outcomes).toEqual(["done"]);
  expect(breaths).toBeGreaterThanOrEqual(Math.floor(900_000 / 65_536));
});

test("at most a hundred errors are listed, all are counted", async () => {
  const rows = Array.from({ length: 250 }, (_, index) => payoutRow({ race_id: `N${index}` }));
  const answer = await site.importSet({ "payouts.csv": csv(rows) });
  expect(answer.errors).toHaveLength(100);
  expect(answer.error_count).toBe(250);
});

test("a set beyond the limits is refused with the advice to send parts", async () => {
  const rows = { races: 10, runners: 5, payouts: 10 };
  const tooMany = await site.run({ importId: await site.send(filesOf(smallSet())), limits: { rows } });
  const reason = "more than 5 rows of runners in one import: send it in parts";
  expect(tooMany.errors).toEqual([{ file: "runners.csv", line: 13, field: "file", reason }]);
  const bomb = { "races.csv.gz": gzip(`${csv([raceRow({})])}${"\n".repeat(3_000_000)}`) };
  const tooLarge = await site.run({ importId: await site.send(bomb), limits: { unpackedBytes: 1_000_000 } });
  expect(tooLarge.errors[0]?.reason).toBe("the file is larger than 1000000 bytes when unpacked: send it in parts");
});

test("a set of which a line is damaged is refused whole, by file, line and field, or taken as it is written", {
  tags: "full",
  timeout: LONG_MS,
}, async () => {
  const { numRuns: count, seed } = fuzz({ quick: 30, whole: 5000 });
  const { refused, taken } = await checkMutatedFiles(site, { count, seed });
  expect(refused).toBeGreaterThan(5);
  expect(taken).toBeGreaterThan(0);
});
