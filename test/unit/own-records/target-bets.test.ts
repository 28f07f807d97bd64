import { expect, test } from "vitest";
import { type TargetTicket, targetBetsCsv } from "#app/domain/own-records/target-bets.ts";

const RACE = { date: "2026-11-21", raceNum: 11, meetingNum: 5, meetingDay: 5 };
const ticket = (kind: TargetTicket["kind"], ...lines: TargetTicket["lines"]): TargetTicket => ({
  ...{ kind, lines, race: RACE, venueCode: "05" },
});

test("each combination is a line of twelve fields with TARGET's number of its kind", () => {
  const csv = targetBetsCsv([
    ticket("win", ["18", 500]),
    ticket("place", ["3", 100]),
    ticket("bracket", ["8-8", 100]),
    ticket("quinella", ["3-18", 200]),
    ticket("wide", ["3-18", 200]),
    ticket("exacta", ["18-3", 300]),
    ticket("trio", ["1-3-18", 100]),
    ticket("trifecta", ["18-1-3", 100], ["18-3-1", 200]),
  ]);
  const lines = [
    ...["0,18,0,0,500", "1,3,0,0,100", "2,8,8,0,100", "3,3,18,0,200", "4,3,18,0,200", "5,18,3,0,300"],
    ...["6,1,3,18,100", "7,18,1,3,100", "7,18,3,1,200"],
  ];
  expect(csv).toBe(lines.map((line) => `2026112105050511,0,${line},0,0,,,\r\n`).join(""));
});

test("a race without a meeting or a known course has no line", () => {
  const win = ticket("win", ["1", 100]);
  expect(
    targetBetsCsv([
      { ...win, race: { ...RACE, meetingNum: null } },
      { ...win, venueCode: undefined },
    ]),
  ).toBe("");
});
