import { expect, test } from "vitest";
import { formatImportError, kindOfFileName, readHeader } from "#app/domain/open-csv/open-csv.ts";
import { parsePayout, parseRace, parseRunner } from "#app/domain/open-csv/open-csv-rows.ts";
import { NO_RACE_DETAILS } from "#test/unit/support/racing-factories.ts";

const RACE = {
  race_id: "20160101ST01",
  date: "2016-01-01",
  venue: "ST",
  venue_type: "1",
  race_num: "1",
  name: "第五班",
  start_time: "12:30",
  surface: "turf",
  distance_m: "1400",
  weather: "fine",
  going: "firm",
  status: "result",
};
const RUNNER = {
  race_id: "20160101ST01",
  horse_num: "1",
  bracket_num: "14",
  horse_id: "T063",
  horse_name: "駕迅 (T063)",
  sex: "gelding",
  age: "5",
  carried_weight_kg: "59.9",
  jockey_id: "J1",
  jockey_name: "黎海榮",
  trainer_id: "T1",
  trainer_name: "李易達",
  status: "finished",
  finish_position: "3",
  time_s: "83.35",
  margin_s: "0.05",
  corner_positions: "8-7-9",
  last_600m_s: "34.1",
  win_odds: "10.0",
  popularity: "4",
  body_weight_kg: "532",
  body_weight_change_kg: "+4",
  prize_yen: "1380000",
  sire_name: "父",
  dam_sire_name: "母の父",
  trouble: "0",
};
const PAYOUT = { race_id: "20160101ST01", bet_type: "quinella", combination: "12-11", payout_yen: "3215" };

type Kind = "races" | "runners" | "payouts";

/** Result and findings of a row with some cells replaced. */
function parse(kind: Kind, changes: Record<string, string> = {}) {
  const cells = { ...{ races: RACE, runners: RUNNER, payouts: PAYOUT }[kind], ...changes };
  const names = Object.keys(cells);
  const reports: string[] = [];
  const report = (field: string, reason: string) => reports.push(`${field}: ${reason}`);
  const values = Object.values(cells);
  const read = {
    races: () => parseRace(values, readHeader("races", names).columns, report),
    runners: () => parseRunner(values, readHeader("runners", names).columns, report),
    payouts: () => parsePayout(values, readHeader("payouts", names).columns, report),
  }[kind]();
  return { read, reports };
}

test("a file's name determines its kind, in any folder and letter case", () => {
  expect(kindOfFileName("races.csv")).toBe("races");
  expect(kindOfFileName("2024/Runners.CSV.gz")).toBe("runners");
  expect(kindOfFileName("../payouts.csv")).toBe("payouts");
  for (const name of ["races.txt", "races.csv.zip", "myraces.csv", "constructor.csv", "", "races"])
    expect(kindOfFileName(name)).toBeNull();
});

test("columns are found in any order; unknown, missing and duplicate ones are reported", () => {
  const header = readHeader("payouts", ["payout_yen", "note", " race_id ", "bet_type", "bet_type"]);
  expect(header.unknown).toEqual(["note"]);
  expect(header.columns).toEqual({ race_id: 2, bet_type: 3, combination: -1, payout_yen: 0 });
  expect(header.problems).toEqual([
    { field: "combination", reason: "this column is missing" },
    { field: "bet_type", reason: "this column stands twice in the header" },
  ]);
});

test("a race, with every unknown cell null", () => {
  expect(parse("races").read).toEqual({
    raceId: "20160101ST01",
    date: "2016-01-01",
    venue: "ST",
    venueType: 1,
    raceNum: 1,
    name: "第五班",
    startTime: "12:30",
    surface: "turf",
    distanceM: 1400,
    weather: "fine",
    going: "firm",
    status: "result",
    meetingNum: null,
    meetingDay: null,
    grade: null,
    raceClass: null,
    ...NO_RACE_DETAILS,
  });
  const { read, reports } = parse("races", {
    start_time: "",
    surface: "",
    distance_m: "",
    weather: "",
    going: "",
    status: "",
  });
  expect(read).toMatchObject({
    startTime: null,
    surface: null,
    distanceM: null,
    weather: null,
    going: null,
    status: null,
  });
  expect(reports).toEqual([]);
});

test("meeting, day, grade and class of a race are read if the file has them, and unknown if they are empty", () => {
  const { read, reports } = parse("races", {
    meeting_num: "5",
    meeting_day: "6",
    grade: "listed",
    race_class: "3歳以上オープン",
  });
  expect(reports).toEqual([]);
  expect(read).toMatchObject({ meetingNum: 5, meetingDay: 6, grade: "listed", raceClass: "3歳以上オープン" });
  const empty = parse("races", { meeting_num: "", meeting_day: "", grade: "", race_class: "" });
  expect(empty.reports).toEqual([]);
  expect(empty.read).toMatchObject({ meetingNum: null, meetingDay: null, grade: null, raceClass: null });
});

test("a runner, typed", () => {
  expect(parse("runners").read).toMatchObject({
    horseNum: 1,
    bracketNum: 14,
    carriedWeightKg: 59.9,
    finishPosition: 3,
    timeS: 83.35,
    cornerPositions: "8-7-9",
    winOdds: 10,
    bodyWeightChangeKg: 4,
    prizeYen: 1380000,
    trouble: false,
  });
  const unknown = Object.fromEntries(
    Object.keys(RUNNER)
      .filter((name) => !["race_id", "horse_num", "horse_id", "horse_name", "status"].includes(name))
      .map((name) => [name, ""]),
  );
  const { read, reports } = parse("runners", { ...unknown, status: "entered" });
  expect(reports).toEqual([]);
  expect(Object.values(read).filter((value) => value === null)).toHaveLength(26);
});

test("a runner without a number is skipped if it did not start, and refused otherwise", () => {
  for (const status of ["scratched", "excluded"]) {
    const { read, reports } = parse("runners", { horse_num: "", status, finish_position: "" });
    expect(read).toEqual({ kind: "no-number", raceId: "20160101ST01" });
    expect(reports).toEqual([]);
  }
  expect(parse("runners", { horse_num: "" }).reports).toEqual([
    "horse_num: is empty (allowed only for a runner scratched or excluded)",
  ]);
});

test("a quinella is normalised to ascending numbers", () => {
  expect(parse("payouts").read).toEqual({
    raceId: "20160101ST01",
    betType: "quinella",
    combination: "11-12",
    payoutYen: 3215,
  });
  expect(parse("payouts", { bet_type: "exacta" }).read).toMatchObject({ combination: "12-11" });
});

test("a payout row with nothing but its race says that the race has none", () => {
  const empty = { bet_type: "", combination: " ", payout_yen: "" };
  const { read, reports } = parse("payouts", empty);
  expect(read).toEqual({ kind: "none", raceId: "20160101ST01" });
  expect(reports).toEqual([]);
  expect(parse("payouts", { ...empty, race_id: "" }).reports).toEqual(["race_id: is empty"]);
  expect(parse("payouts", { ...empty, payout_yen: "0" }).reports).toEqual([
    "bet_type: is empty",
    "combination: is empty",
  ]);
});

test.each<[Kind, Record<string, string>, string]>([
  ["races", { date: "2016-02-30" }, 'date: "2016-02-30" is no calendar day (YYYY-MM-DD)'],
  ["races", { date: "2016/01/01" }, 'date: "2016/01/01" is no calendar day (YYYY-MM-DD)'],
  ["races", { date: "" }, "date: is empty"],
  ["races", { race_id: "" }, "race_id: is empty"],
  ["races", { race_id: "a b" }, 'race_id: "a b" is not an id of 1 to 64 printable ASCII characters'],
  ["races", { venue: "" }, "venue: is empty"],
  ["races", { venue_type: "5" }, 'venue_type: "5" is not between 1 and 4'],
  ["races", { venue_type: "" }, "venue_type: is empty"],
  ["races", { race_num: "1.5" }, 'race_num: "1.5" is not a whole number'],
  ["races", { race_num: "０１" }, 'race_num: "０１" is not a whole number'],
  ["races", { start_time: "25:00" }, 'start_time: "25:00" is not a time of day (HH:MM)'],
  ["races", { surface: "grass" }, 'surface: "grass" is none of turf, dirt, jump'],
  ["races", { distance_m: "0x10" }, 'distance_m: "0x10" is not a whole number'],
  ["races", { going: "Firm" }, 'going: "Firm" is none of firm, good, yielding, soft'],
  ["races", { meeting_num: "0" }, 'meeting_num: "0" is not between 1 and 99'],
  ["races", { meeting_day: "6日" }, 'meeting_day: "6日" is not a whole number'],
  ["races", { grade: "GⅠ" }, 'grade: "GⅠ" is none of G1, G2, G3, listed, stakes'],
  ["races", { race_class: "x".repeat(41) }, "race_class: is longer than 40 characters"],
  ["races", { status: "over" }, 'status: "over" is none of scheduled, result, cancelled'],
  ["races", { name: "two\nlines" }, 'name: "two\\nlines" holds a control character'],
  ["races", { name: "x".repeat(201) }, "name: is longer than 200 characters"],
  ["runners", { horse_num: "0" }, 'horse_num: "0" is not between 1 and 99'],
  ["runners", { horse_id: "" }, "horse_id: is empty"],
  ["runners", { horse_name: "" }, "horse_name: is empty"],
  ["runners", { sex: "mare" }, 'sex: "mare" is none of male, female, gelding'],
  ["runners", { carried_weight_kg: "1e2" }, 'carried_weight_kg: "1e2" is not a number'],
  ["runners", { carried_weight_kg: "NaN" }, 'carried_weight_kg: "NaN" is not a number'],
  ["runners", { win_odds: "Infinity" }, 'win_odds: "Infinity" is not a number'],
  ["runners", { time_s: "1:23.4" }, 'time_s: "1:23.4" is not a number'],
  ["runners", { body_weight_kg: "480.5" }, 'body_weight_kg: "480.5" is not a whole number'],
  ["runners", { status: "" }, "status: is empty"],
  ["runners", { finish_position: "" }, "finish_position: is empty for a runner that finished"],
  ["runners", { corner_positions: "8-x" }, 'corner_positions: "8-x" is not positions first to last, like "9-8-8"'],
  ["runners", { trouble: "yes" }, 'trouble: "yes" is none of 0, 1'],
  ["payouts", { bet_type: "" }, "bet_type: is empty"],
  ["payouts", { bet_type: "単勝" }, 'bet_type: "単勝" is no bet type'],
  ["payouts", { combination: "6_8" }, 'combination: "6_8" is not a combination like "6" or "6-8"'],
  ["payouts", { payout_yen: "-1" }, 'payout_yen: "-1" is not between 0 and 1000000000000'],
  ["payouts", { payout_yen: "" }, "payout_yen: is empty"],
])("%s with %o are refused", (kind, changes, message) => {
  expect(parse(kind, changes).reports).toEqual([message]);
});

test("an unknown status of a runner is refused once, without consequential errors", () => {
  expect(parse("runners", { status: "won", finish_position: "" }).reports).toEqual([
    'status: "won" is none of entered, finished, scratched, excluded, did_not_finish, disqualified, no_result',
  ]);
});

test("a refusal is printed as file, line, field, reason", () => {
  expect(formatImportError({ file: "races.csv", line: 3, field: "date", reason: "is empty" })).toBe(
    "races.csv:3: date: is empty",
  );
});
