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
import { type ImportSite, openImportSite } from "#test/integration/support/imports/import-site.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { createAdmin } from "#workers/web/admin/index.ts";

const site = openImportSite();

const hiddenRaces = async () =>
  (await site.state()).racing.races.filter((race) => race.hidden === 1).map((race) => race.race_id);
const pendingRaces = async () => (await site.state()).racing.races.filter((race) => race.pending_import_id !== null);

test("the first real races of a venue type hide its sample, and the operator can show it again", async () => {
  const rename = (row: Row): Row => ({ ...row, race_id: `S${row.race_id}` });
  const { races, runners, payouts } = smallSet();
  const oi = { venue: "大井", venue_type: 2, surface: "dirt" };
  const sample = {
    races: [...races.map(rename), raceRow({ race_id: "SN", ...oi })],
    runners: runners.map(rename),
    payouts: payouts.map(rename),
  };
  await site.importSet(filesOf(sample), "sample");
  expect(await hiddenRaces()).toEqual([]);

  const first = await site.importSet(filesOf(smallSet()));
  expect(first.notices).toEqual([expect.stringContaining("the sample races of venue type 1 are hidden")]);
  expect(await hiddenRaces()).toEqual(["SR1", "SR2", "SR3", "SR4"]);

  // Later additions to the sample are hidden too.
  const later = [
    raceRow({ race_id: "SR5", date: "2024-05-07" }),
    raceRow({ race_id: "SN2", date: "2024-05-07", ...oi }),
  ];
  await site.importSet({ "races.csv": csv(later) }, "sample");
  expect(await hiddenRaces()).toEqual(["SR1", "SR2", "SR3", "SR4", "SR5"]);

  await site.sql("update jobs set status = 'done'");
  const shown = await site.call("POST", "/admin/api/sample", { body: { venue_type: 1, hidden: false } });
  expect(shown).toEqual({ status: 200, json: { races: 5 } });
  expect((await site.state()).jobs).toEqual(["build-features all"]);
  expect(await hiddenRaces()).toEqual([]);
  // Further real races do not override the operator.
  await site.importSet({ "races.csv": csv([raceRow({ race_id: "R9", race_num: 9 })]) });
  expect(await hiddenRaces()).toEqual([]);
});

test("a race cannot change between sample and real", async () => {
  await site.importSet(filesOf(smallSet()), "sample");
  const answer = await site.importSet({ "races.csv": csv([raceRow({})]) });
  const reason = '"R1" is stored with another source (sample or real)';
  expect(answer.errors).toEqual([{ file: "races.csv", line: 2, field: "race_id", reason }]);
  const runners = await site.importSet({ "runners.csv": csv([runnerRow({})]) });
  expect(runners.errors[0]?.reason).toBe('race "R1" is neither in this import nor stored');
});

test("contradictions between rows are reported by file, line and column, and the rows are stored as they are", async () => {
  const starters = [1, 2].map((horse_num) => runnerRow({ race_id: "R1", horse_num }));
  const answer = await site.importSet({
    "races.csv": csv([
      raceRow({}),
      raceRow({ race_id: "OLD", date: "1949-12-31" }),
      raceRow({ race_id: "FAR", date: "2999-01-01" }),
    ]),
    "runners.csv": csv([
      ...starters,
      runnerRow({ race_id: "R1", horse_num: 3, status: "scratched", finish_position: "" }),
      runnerRow({ race_id: "FAR" }),
    ]),
    "payouts.csv": csv([
      payoutRow({}),
      payoutRow({ bet_type: "quinella", combination: "1-3" }),
      // A combination of brackets, and a bet that may pay so much.
      payoutRow({ bet_type: "bracket_quinella", combination: "3-8" }),
      payoutRow({ bet_type: "trifecta", combination: "1-2-3", payout_yen: 20_000_000 }),
      payoutRow({ race_id: "FAR", payout_yen: 10_000_010 }),
    ]),
  });
  expect(answer).toMatchObject({ status: "done", added: 12 });
  expect(answer.notices).toEqual([
    "races.csv:3: date: the race is of 1949",
    "races.csv:4: date: the race is of 2999",
    "payouts.csv:3: combination: quinella 1-3 pays, and 3 did not run",
    "payouts.csv:5: combination: trifecta 1-2-3 pays, and 3 did not run",
    "payouts.csv:6: payout_yen: win 1 pays 10000010 yen",
    "runners.csv:2: finish_position: all 2 horses with a place are first",
    "payouts.csv:2: bet_type: 2 horses won, and 1 win bets pay",
    "runners.csv:5: finish_position: the race has a result and is on 2999-01-01, in the future",
  ]);
});

test("a returned stake, and horses of which only the store has rows, are no contradiction", async () => {
  await site.importSet(filesOf(smallSet()));
  const places = [1, 1, 3];
  const runners = places.map((finish_position, index) =>
    runnerRow({ race_id: "R5", horse_num: index + 1, finish_position }),
  );
  const answer = await site.importSet({
    "races.csv": csv([raceRow({ race_id: "R5", race_num: 5 })]),
    "runners.csv": csv(runners),
    // No ticket won; and the stored race's runners are not in this import.
    "payouts.csv": csv([payoutRow({ race_id: "R5", payout_yen: 70 }), payoutRow({ race_id: "R1" })]),
  });
  expect(answer).toMatchObject({ status: "done", notices: [] });
});

test("a combination that a bet cannot have refuses the import by file, line and combination", async () => {
  const refused = await site.importSet({
    ...filesOf(smallSet()),
    "payouts.csv": csv([payoutRow({ combination: "1-3" })]),
  });
  expect(refused).toMatchObject({
    status: "refused",
    errors: [{ file: "payouts.csv", line: 2, field: "combination", reason: "win 1-3 does not have 1 number" }],
  });
  expect((await site.state()).racing.races).toEqual([]);
});

/** Horses 1, 2 and 3 of R1 in this order, and what scrapes made of its payouts: 2 was scratched in no file. */
const SCRAPED = csv([
  payoutRow({ combination: "2", payout_yen: 1600 }),
  payoutRow({ bet_type: "place", combination: "62", payout_yen: 490_130 }),
  payoutRow({ bet_type: "quinella", combination: "2-6", payout_yen: 1410 }),
  payoutRow({ bet_type: "exacta", combination: "2-1", payout_yen: 1410 }),
]);
const SCRAPED_NOTICES = [
  "payouts.csv:2: combination: win 2 pays, and 1 has won",
  "payouts.csv:3: combination: place 62 pays, and 62 did not run",
  "payouts.csv:4: combination: quinella 2-6 pays, and 6 did not run",
  "payouts.csv:5: combination: exacta 2-1 pays, and the first are 1, 2",
];

test("payouts that contradict the result are named in one import, alone, with one runner, and under another id", async () => {
  const { races, runners } = smallSet();
  const [race, ...others] = races;
  const card = { "races.csv": csv([race!, ...others]), "runners.csv": csv(runners) };
  expect((await site.importSet({ ...card, "payouts.csv": SCRAPED })).notices).toEqual(SCRAPED_NOTICES);
  await site.reset();
  await site.importSet(card);
  const noticesOf = async (files: Record<string, string>) => (await site.importSet(files)).notices;
  expect(await noticesOf({ "payouts.csv": SCRAPED })).toEqual(SCRAPED_NOTICES);
  const corrected = csv([runnerRow({ race_id: "R1", horse_num: 3, finish_position: 3, age: 4 })]);
  expect(await noticesOf({ "runners.csv": corrected, "payouts.csv": SCRAPED })).toEqual(SCRAPED_NOTICES);
  const aliased = await noticesOf({
    "races.csv": csv([raceRow({ race_id: "OTHER" })]),
    "payouts.csv": SCRAPED.replaceAll("R1,", "OTHER,"),
  });
  expect(aliased.filter((notice) => notice.startsWith("payouts.csv"))).toEqual(SCRAPED_NOTICES);
  // What the store has right is judged by nothing but itself.
  expect(await noticesOf({ "payouts.csv": csv(smallSet().payouts) })).toEqual([]);
});

test("a result that arrives after the payouts is judged by them, and new payouts replace the stored ones", async () => {
  await site.importSet(filesOf(smallSet()));
  const runner = (horse_num: number, row: Row) => runnerRow({ race_id: "R1", horse_num, ...row });
  const swapped = csv([runner(1, { finish_position: 2 }), runner(2, { finish_position: 1 })]);
  const { payouts } = smallSet();
  const renewed = await site.importSet({
    "runners.csv": swapped,
    "payouts.csv": csv([payoutRow({ combination: "2" }), ...payouts.filter(({ bet_type }) => bet_type !== "win")]),
  });
  expect(renewed.notices).toEqual([]);
  await site.importSet({ ...filesOf(smallSet()) });
  expect((await site.importSet({ "runners.csv": swapped })).notices).toEqual([
    "runners.csv:2: finish_position: stored payout: win 1 pays, and 2 has won",
  ]);
  const scratched = { status: "scratched", finish_position: "", time_s: "", margin_s: "", corner_positions: "" };
  const withdrawn = await site.importSet({ "runners.csv": csv([runner(2, scratched)]) });
  expect(withdrawn.notices).toContain("runners.csv:2: status: stored payout: quinella 1-2 pays, and 2 did not run");
  // An import that removes the payouts leaves nothing to settle.
  const none = csv([{ race_id: "R1", bet_type: "", combination: "", payout_yen: "" }]);
  expect((await site.importSet({ "runners.csv": swapped, "payouts.csv": none })).notices).toEqual([]);
});

test("an import that knows few sires says what that means for models, from a hundred starters on", async () => {
  const races = Array.from({ length: 10 }, (_, at) => `R${at + 1}`);
  const noticesOf = async (known: number, count = 100) => {
    const runners = Array.from({ length: count }, (_, at) =>
      runnerRow({
        ...{ race_id: races[at % 10]!, horse_num: 1 + Math.floor(at / 10), horse_id: `H${at}` },
        ...{ finish_position: 1 + Math.floor(at / 10), sire_name: at < known ? "シロイウマ" : "" },
      }),
    );
    const { notices } = await site.importSet({
      "races.csv": csv(races.map((race_id, at) => raceRow({ race_id, race_num: at + 1 }))),
      "runners.csv": csv(runners),
    });
    return notices;
  };
  expect(await noticesOf(60)).toEqual([expect.stringContaining("known of 60 of 100 starters")]);
  expect(await noticesOf(0)).toEqual([expect.stringContaining("models learn nothing from pedigree")]);
  expect(await noticesOf(95)).toEqual([]);
  expect(await noticesOf(0, 90)).toEqual([]);
});

test("an import waits while another is running", async () => {
  const first = await site.send(filesOf(smallSet()));
  await site.sql(`update imports set status = 'applying' where id = ${first}`);
  const second = await site.send({ "races.csv": csv([raceRow({})]) });
  expect((await site.runJob({ importId: second, maxRuns: 3 })).outcomes).toEqual(["again", "again", "again"]);
  await site.sql(`update imports set status = 'failed' where id = ${first}`);
  expect((await site.runJob({ importId: second })).outcomes).toEqual(["done"]);
});

test("a failed import reports it, its races stay hidden, and the next import that contains them shows them again", async () => {
  const importId = await site.send(filesOf(smallSet()));
  const cutAt = (at: number) => site.runJob({ importId, fault: { at, mode: "after" } });
  for (let at = 10; (await site.read(importId)).status !== "applying"; at += 1) await cutAt(at);
  // The row, the first chunk from the store, its batch.
  expect((await cutAt(3)).thrown).toHaveLength(1);
  await site.fail(importId, "the disk is full");
  const failed = await site.read(importId);
  expect(failed).toMatchObject({ status: "failed", error_count: 1 });
  expect(failed.errors[0]?.reason).toContain("the disk is full; races that it had touched stay hidden");
  expect((await site.state()).stored).toEqual([]);
  expect(await pendingRaces()).not.toEqual([]);
  // Its job does nothing more.
  expect((await site.runJob({ importId })).outcomes).toEqual(["done"]);

  expect(await site.importSet(filesOf(smallSet()))).toMatchObject({ status: "done" });
  expect(await pendingRaces()).toEqual([]);
  expect((await site.state()).racing.runners).toHaveLength(12);
});

test("the admin routes refuse anything outside the protocol", async () => {
  const status = async (method: string, path: string, options?: Parameters<ImportSite["call"]>[2]) =>
    (await site.call(method, path, options)).status;
  const file = new TextEncoder().encode("race_id\n");
  expect(await status("POST", "/admin/api/imports", { body: { source: "real" }, token: "guess" })).toBe(401);
  expect(await status("POST", "/admin/api/imports", { body: { source: "other" } })).toBe(400);
  expect(await status("POST", "/admin/api/imports", { body: "{" })).toBe(400);
  expect(await status("GET", "/admin/api/imports/999")).toBe(404);
  expect(await status("GET", "/admin/api/imports/1e3")).toBe(404);
  expect(await status("PUT", "/admin/api/imports/999/files/races.csv", { body: file })).toBe(404);
  const created = await site.call<{ import_id: number }>("POST", "/admin/api/imports", { body: { source: "real" } });
  const path = `/admin/api/imports/${created.json.import_id}`;
  expect(await status("POST", `${path}/start`)).toBe(409);
  expect(await status("PUT", `${path}/files/notes.csv`, { body: file })).toBe(400);
  expect(await status("PUT", `${path}/files/a%00/races.csv`, { body: file })).toBe(400);
  expect(await status("PUT", `${path}/files/${"x".repeat(4000)}%2Fraces.csv`, { body: file })).toBe(400);
  expect(await status("PUT", `${path}/files/..%2F..%2Fraces.csv`, { body: file })).toBe(201);
  expect(await status("PUT", `${path}/files/races.csv`, { body: file })).toBe(201);
  expect(await status("PUT", `${path}/files/races.csv`, { body: file })).toBe(201);
  const [row] = await site.sql("select files from imports");
  const stored = JSON.parse(String(row?.files)) as { name: string; key: string }[];
  expect(stored.map(({ name }) => name)).toEqual(["../../races.csv", "races.csv"]);
  expect(stored.every(({ key }) => /^imports\/\d+\/files\/[\w-]+$/.test(key))).toBe(true);
  expect(await status("POST", `${path}/start`)).toBe(202);
  expect(await status("POST", `${path}/start`)).toBe(202);
  expect(await status("PUT", `${path}/files/races.csv`, { body: file })).toBe(409);
  expect((await site.state()).jobs).toEqual([`ingest-import ${created.json.import_id}`]);
});

test("a file is refused by its length, and without one, before it is read", async () => {
  const { deps } = await openTestDeps();
  let pulled = 0;
  const send = async (length: string | null) => {
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    const headers = new Headers({ authorization: `Bearer ${deps.config.adminToken}` });
    if (length !== null) headers.set("content-length", length);
    const init = { method: "PUT", body, headers, duplex: "half" };
    const request = new Request("http://site.test/admin/api/imports/1/files/races.csv", init);
    return createAdmin().fetch(request, { deps, requestId: "test" });
  };
  expect((await send(String(100 * 1024 * 1024 + 1))).status).toBe(413);
  expect((await send(null)).status).toBe(411);
  expect(pulled).toBeLessThanOrEqual(2);
});
