import { expect, test } from "vitest";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { MOST_TICKETS_OF_DAY, MOST_TICKETS_OF_FILE } from "#app/domain/own-records/own-tickets.ts";
import { readTicketsCsv, writeTicketsCsv } from "#app/domain/own-records/tickets-csv.ts";
import { TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { refused } from "#app/domain/refused.ts";
import * as ownLimits from "#app/services/accounts/own-limits.server.ts";
import * as ownTickets from "#app/services/own-records/own-tickets.server.ts";
import { outcomeOf } from "#test/integration/support/concurrent-calls.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";

const user = { id: 1, plan: 5 };
const other = { id: 2, plan: 5 };

/** Races r1 to r3 of today at 15:40; it is 10:00. */
async function start() {
  const { database, deps } = await openTestDeps();
  for (const each of [user, other]) await insertUser(database.db, each);
  await insertModel(database.db, { id: 1 });
  await insertModel(database.db, { id: 2, userId: 2 });
  for (const num of [1, 2, 3])
    await insertRace(database.db, { raceId: `r${num}`, raceNum: num, startTime: "15:40", runnerRows: 10 });
  let key = 0;
  return {
    ...database,
    deps,
    record: async (
      lines: [string, number][],
      {
        kind = "win" as TicketKind,
        raceId = "r1",
        formKey = `key-${++key}`,
        who = user,
        modelId = null as number | null,
      } = {},
    ) => outcomeOf(await ownTickets.record(deps, { user: who, raceId, kind, lines, modelId, formKey })),
    change: async (id: number, yenEach: number, who = user) =>
      outcomeOf(await ownTickets.change(deps, { user: who, id, yenEach })),
    remove: async (id: number, who = user) => outcomeOf(await ownTickets.remove(deps, { user: who, id })),
    month: (who = user) => ownTickets.readMonth(deps, { user: who, month: null }),
    run: (sql: string) => database.d1.prepare(sql).run(),
  };
}

const AFTER_START = 6 * 3600;

test("a ticket is recorded once per form, changed and deleted until the start, and stays afterwards", async () => {
  await using site = await start();
  expect(
    await site.record(
      [
        ["1-2", 200],
        ["1-3", 300],
      ],
      { kind: "wide", formKey: "once", modelId: 1 },
    ),
  ).toBe("recorded");
  expect(await site.record([["1-2", 200]], { kind: "wide", formKey: "once" })).toBe("recorded");
  expect((await site.month()).tickets).toMatchObject([
    {
      ...{ id: 1, kind: "wide", yen: 500, modelId: 1, modelName: "model 1", settled: null, isOpen: true },
      lines: [
        ["1-2", 200],
        ["1-3", 300],
      ],
    },
  ]);
  expect(await site.change(1, 400)).toBe("changed");
  expect((await site.month()).tickets).toMatchObject([
    {
      yen: 800,
      lines: [
        ["1-2", 400],
        ["1-3", 400],
      ],
    },
  ]);
  expect(await site.record([["4", 100]])).toBe("recorded");
  const [second] = (await site.month()).tickets;
  expect(await site.remove(second?.id ?? 0)).toBe("deleted");
  expect(await site.remove(second?.id ?? 0)).toBe("deleted");
  site.deps.clock.now += AFTER_START;
  // Also to what the ticket has.
  for (const yen of [100, 400]) expect(await site.change(1, yen)).toBe("not-open");
  expect(await site.remove(1)).toBe("not-open");
  expect(await site.record([["4", 100]])).toBe("not-open");
  expect((await site.month()).tickets).toMatchObject([{ yen: 800, isOpen: false }]);
});

test("numbers that do not start, unknown races and foreign models are refused or left out", async () => {
  await using site = await start();
  await site.run("update runners set status = 'scratched' where race_id = 'r1' and horse_num in (4, 7)");
  expect(
    await ownTickets.record(site.deps, {
      ...{ user, raceId: "r1", kind: "quinella", modelId: null, formKey: "key-absent" },
      lines: [
        ["1-2", 100],
        ["4-11", 100],
      ],
    }),
  ).toMatchObject({ reason: "absent", line: 2, numbers: [4, 11] });
  // Horses 8, 9 and 10 are in bracket 8, and 7 is the only one of its bracket.
  expect(await site.record([["8-8", 100]], { kind: "bracket" })).toBe("recorded");
  expect(await site.record([["7-8", 100]], { kind: "bracket" })).toBe("absent");
  expect(await site.record([["3-3", 100]], { kind: "bracket" })).toBe("absent");
  expect(await site.record([["1", 100]], { raceId: "r9" })).toBe("not-open");
  expect(await site.record([["1", 100]], { modelId: 2 })).toBe("recorded");
  expect((await site.month()).tickets[0]).toMatchObject({ modelId: null });
});

test("another user's tickets are neither shown nor changed", async () => {
  await using site = await start();
  await site.record([["1", 100]]);
  expect(await site.change(1, 500, other)).toBe("not-found");
  expect(await site.remove(1, other)).toBe("deleted");
  expect((await site.month(other)).tickets).toEqual([]);
  expect((await site.month()).tickets).toMatchObject([{ yen: 100 }]);
  await site.run("update races set meeting_num = 5, meeting_day = 5");
  const targetBets = (who: typeof user, date = "2026-11-21") =>
    ownTickets.exportTargetBets(site.deps, { user: who, date });
  expect(await targetBets(user)).toBe("2026112105050501,0,0,1,0,0,100,0,0,,,\r\n");
  expect([await targetBets(other), await targetBets(user, "2026-11-22")]).toEqual([null, null]);
});

test("tickets count towards the own budget, also in parallel, and a pause refuses them", async () => {
  await using site = await start();
  await ownLimits.set(site.deps, { user, kind: "budget", amount: 1_000 });
  const results = await Promise.all([1, 2, 3, 4, 5].map((horse) => site.record([[`${horse}`, 300]])));
  expect(results.sort()).toEqual(["own-budget", "own-budget", "recorded", "recorded", "recorded"]);
  expect((await site.month()).limit).toEqual({ yen: 1_000, usedYen: 900 });
  expect(await site.record([["1", 200]], { raceId: "r2" })).toBe("own-budget");
  expect(await site.record([["1", 100]], { raceId: "r2" })).toBe("recorded");
  const [newest] = (await site.month()).tickets;
  expect(await site.change(newest?.id ?? 0, 200)).toBe("own-budget");
  // What was counted stays counted; the race may use it again.
  expect(await site.remove(newest?.id ?? 0)).toBe("deleted");
  expect(await site.record([["2", 100]], { raceId: "r2" })).toBe("recorded");
  expect(await site.record([["3", 100]], { raceId: "r3" })).toBe("own-budget");
  await ownLimits.pause(site.deps, { user, days: 7 });
  expect(await site.record([["5", 100]], { raceId: "r2" })).toBe("paused");
});

test("the month settles with refunds, and its sums are those of the file to the yen", async () => {
  await using site = await start();
  await site.record(
    [
      ["3", 500],
      ["8", 200],
    ],
    { modelId: 1 },
  );
  await site.record(
    [
      ["2-3", 300],
      ["3-8", 100],
    ],
    { kind: "quinella" },
  );
  await site.record([["1", 700]], { raceId: "r2" });
  site.deps.clock.now += AFTER_START;
  await site.run("update runners set status = 'scratched' where race_id = 'r1' and horse_num = 2");
  await site.run("update races set status = 'result' where race_id = 'r1'");
  await site.run(
    "insert into payouts (race_id, bet_type, combination, payout_yen) values ('r1', 'win', '3', 320), ('r1', 'quinella', '3-8', 980)",
  );
  await site.run(
    `insert into record_entries (analysis_id, user_id, model_id, model_name, race_id, date, picks, is_learnt_from,
       completed_at, seen_version, result_kind, bets, favourite)
     values (1, 1, 1, 'model 1', 'r1', '2026-11-21', '[3]', 0, 1, 1, 'settled', '[[200,320,1],[100,0,0],[700,980,1]]',
       '[1,[[200,0,0],[100,120,1],[700,0,0]]]')`,
  );
  const { sum, groups, beside, tickets } = await site.month();
  // 500 × 3.2 + 300 back + 100 × 9.8; the race without payouts waits.
  expect(sum).toEqual({ points: 4, stakeYen: 1100, payoutYen: 2880 });
  expect(groups.kinds).toMatchObject([
    { name: "win", points: 2, stakeYen: 700, payoutYen: 1600, awaitedYen: 700 },
    { name: "quinella", points: 2, stakeYen: 400, payoutYen: 1280, awaitedYen: 0 },
  ]);
  expect(groups.models.map(({ name, payoutYen }) => [name, payoutYen])).toEqual([
    ["手で記録", 1280],
    ["model 1", 1600],
  ]);
  expect(beside).toEqual({
    model: { points: 10, stakeYen: 1000, payoutYen: 1300 },
    favourite: { points: 10, stakeYen: 1000, payoutYen: 120 },
    luck: null,
  });
  expect(tickets.find(({ kind }) => kind === "quinella")?.settled?.refundYen).toBe(300);
  const { tickets: all, races } = await ownTickets.list(site.deps, { user, month: "2026-11" });
  const file = writeTicketsCsv(all, races, TICKET_WORDS);
  const rows = file
    .split("\r\n")
    .slice(1)
    .map((line) => line.split(","));
  const settled = rows.filter((cells) => cells[9] !== "");
  expect(rows).toHaveLength(5);
  expect(settled.reduce((total, cells) => total + Number(cells[8]), 0)).toBe(sum.stakeYen);
  expect(settled.reduce((total, cells) => total + Number(cells[9]), 0)).toBe(sum.payoutYen);
  // The file adds nothing here, and gives another account the same sums. Equal tickets are as many as in the file.
  const read = readTicketsCsv(file, TICKET_WORDS, TICKET_SIZES);
  if ("line" in read) throw new Error(`line ${read.line}`);
  const imported = async (who: typeof user, from = read) =>
    (await ownTickets.importFile(site.deps, { user: who, tickets: from })) as { added: number; left: number };
  expect(await imported(user)).toMatchObject({ added: 0 });
  expect(await imported(other)).toMatchObject({ added: 3 });
  expect((await site.month(other)).sum).toEqual(sum);
  expect(await imported(other, [...read, ...read])).toMatchObject({ added: 3 });
  // Unknown races, and those before the start, are left out.
  await site.run("update races set start_time = '23:00' where race_id = 'r3'");
  const line = { kind: "win" as const, lines: [["1", 100]] as [string, number][], modelName: null };
  expect(
    await imported(other, [
      { ...line, raceId: "r3" },
      { ...line, raceId: "r9" },
    ]),
  ).toMatchObject({ added: 0, left: 2 });
  // One file obeys the limit of a day too, and says so.
  const many = Array.from({ length: 210 }, (_, at): (typeof read)[number] => ({
    ...{ ...line, raceId: "r2", lines: [["2", 100 * (at + 1)]] },
  }));
  const stored = (await site.month(other)).tickets.length;
  expect(await imported(other, many)).toEqual({
    ...{ kind: "imported", added: MOST_TICKETS_OF_DAY - stored, left: 10 + stored },
  });
  expect(await imported(other, many)).toMatchObject({ added: 0, left: 10 + stored });
  const long = Array.from({ length: MOST_TICKETS_OF_FILE + 1 }, () => ({ ...line, raceId: "r2" }));
  expect(await imported(other, long)).toEqual(refused("too-many-tickets"));
  const broken = file.replace("3ー8", "3ー3");
  expect(readTicketsCsv(broken, TICKET_WORDS, TICKET_SIZES)).toHaveProperty("line");
  expect(readTicketsCsv("a,b\r\n1,2", TICKET_WORDS, TICKET_SIZES)).toEqual({ line: 1 });
});
