import type { RunnerStatus } from "#app/domain/racing/race.ts";
import type { Race } from "#app/domain/racing/records.ts";

/**
 * Bets on one race worked out by hand from the rules of app/domain/settlement/README.md. Unless a case says otherwise: a
 * central flat race 11 with twelve runners, picks 3 8 1 2 4, so that the tickets are
 * win 3, 8 · place 3 · quinella 3-8, 1-3, 2-3, 3-4, 1-8, 2-8, 4-8 (100 yen each: 200, 100, 700).
 */
export interface SettlementCase {
  name: string;
  picks?: readonly number[];
  /** Horse numbers 1 … n. */
  field?: number;
  /** Outcomes of runners that did not simply finish. */
  outcomes?: Record<number, RunnerStatus>;
  /** Rows "bet type, combination, yen per 100". */
  payouts: string;
  race?: Partial<Race>;
  isLearntFrom?: boolean;
  /** Rows "bet type, stake in yen, payout in yen, winning tickets"; null: no bets count on the race. */
  expected: string | null;
}

/** Winner 6 ahead of 9 and 12, none of which was picked. */
const ALL_LOST = "win 6 1230, place 6 310, place 9 270, place 12 450, quinella 6-9 4820";
const LOST = "win 200 0 0, place 100 0 0, quinella 700 0 0";

export const SETTLEMENT_CASES: readonly SettlementCase[] = [
  {
    name: "second pick wins, first pick third, second horse not picked",
    payouts: "win 8 540, place 8 180, place 6 210, place 3 130, quinella 6-8 2310",
    expected: "win 200 540 1, place 100 130 1, quinella 700 0 0",
  },
  {
    name: "first and second pick come first and second",
    payouts: "win 3 320, place 3 140, place 8 190, place 5 300, quinella 3-8 1240",
    expected: "win 200 320 1, place 100 140 1, quinella 700 1240 1",
  },
  {
    name: "fifth pick wins before the second: only the quinella 4-8",
    payouts: "win 4 980, place 4 310, place 8 200, place 9 150, quinella 4-8 3560",
    expected: "win 200 0 0, place 100 0 0, quinella 700 3560 1",
  },
  {
    name: "third and fourth pick come first and second: that pair is no ticket",
    payouts: "win 1 400, place 1 170, place 2 200, place 3 110, quinella 1-2 890",
    expected: "win 200 0 0, place 100 110 1, quinella 700 0 0",
  },
  {
    name: "fifth and sixth pick: a sixth pick is in no ticket",
    picks: [3, 8, 1, 2, 4, 10],
    payouts: "win 10 1500, place 10 400, place 8 200, place 5 300, quinella 8-10 6030",
    expected: LOST,
  },
  { name: "nothing picked comes in", payouts: ALL_LOST, expected: LOST },
  {
    name: "quinella of a two-digit horse picked first",
    picks: [12, 8, 1, 2, 4],
    payouts: "win 12 260, place 12 120, place 8 150, place 1 180, quinella 8-12 510",
    expected: "win 200 260 1, place 100 120 1, quinella 700 510 1",
  },
  {
    name: "a payout of more than half a million",
    payouts: "win 4 56940, place 4 16110, place 8 200, place 9 150, quinella 4-8 502590",
    expected: "win 200 0 0, place 100 0 0, quinella 700 502590 1",
  },
  {
    name: "dead heat for first, both picked: both win rows and one pair",
    payouts: "win 3 190, win 8 240, place 3 130, place 8 150, place 7 200, quinella 3-8 880",
    expected: "win 200 430 2, place 100 130 1, quinella 700 880 1",
  },
  {
    name: "dead heat for first, one of them picked",
    payouts: "win 6 310, win 8 240, place 6 220, place 8 160, place 3 120, quinella 6-8 1500",
    expected: "win 200 240 1, place 100 120 1, quinella 700 0 0",
  },
  {
    name: "three first: three win rows, three pairs",
    payouts:
      "win 3 150, win 8 200, win 1 310, place 3 110, place 8 120, place 1 150, quinella 3-8 400, quinella 1-3 500, quinella 1-8 620",
    expected: "win 200 350 2, place 100 110 1, quinella 700 1520 3",
  },
  {
    name: "dead heat for second, both picked: two pairs",
    payouts: "win 3 260, place 3 120, place 8 150, place 1 180, quinella 3-8 610, quinella 1-3 740",
    expected: "win 200 260 1, place 100 120 1, quinella 700 1350 2",
  },
  {
    name: "dead heat for second, one of them picked",
    payouts: "win 3 260, place 3 120, place 8 150, place 9 330, quinella 3-8 610, quinella 3-9 2020",
    expected: "win 200 260 1, place 100 120 1, quinella 700 610 1",
  },
  {
    name: "dead heat for third: four place rows, the pick in the last of them",
    payouts: "win 8 540, place 8 150, place 6 210, place 9 260, place 3 120, quinella 6-8 2310",
    expected: "win 200 540 1, place 100 120 1, quinella 700 0 0",
  },
  {
    name: "three place rows: second of eight pays",
    field: 8,
    payouts: "win 6 430, place 6 170, place 3 140, place 5 210, quinella 3-6 990",
    expected: "win 200 0 0, place 100 140 1, quinella 700 0 0",
  },
  {
    name: "two place rows: second of seven pays",
    picks: [3, 7, 1, 2, 4],
    field: 7,
    payouts: "win 6 430, place 6 170, place 3 150, quinella 3-6 990",
    expected: "win 200 0 0, place 100 150 1, quinella 700 0 0",
  },
  {
    name: "two place rows: third of seven does not",
    picks: [3, 7, 1, 2, 4],
    field: 7,
    payouts: "win 7 430, place 7 170, place 6 150, quinella 6-7 990",
    expected: "win 200 430 1, place 100 0 0, quinella 700 0 0",
  },
  {
    name: "two place rows and a dead heat for second: three rows of five",
    picks: [3, 5, 1, 2, 4],
    field: 5,
    payouts: "win 5 210, place 5 110, place 3 130, place 4 190, quinella 3-5 420, quinella 4-5 880",
    expected: "win 200 210 1, place 100 130 1, quinella 700 1300 2",
  },
  {
    name: "eight at the sale, one excluded: still three place rows",
    picks: [3, 8, 1, 2, 4],
    field: 8,
    outcomes: { 7: "excluded" },
    payouts: "win 6 430, place 6 170, place 5 210, place 3 160, quinella 5-6 1990",
    expected: "win 200 0 0, place 100 160 1, quinella 700 0 0",
  },
  {
    name: "five at the sale, one excluded: place was sold, four start",
    picks: [3, 1, 2, 4, 5],
    field: 5,
    outcomes: { 5: "excluded" },
    payouts: "win 3 180, place 3 100, place 4 130, quinella 3-4 360",
    // Quinella without 3-5 and 1-5.
    expected: "win 200 180 1, place 100 100 1, quinella 500 360 1",
  },
  {
    name: "four runners: no place betting, five pairs",
    picks: [4, 1, 2, 3],
    field: 4,
    payouts: "win 1 300, quinella 1-4 520",
    expected: "win 200 300 1, place 0 0 0, quinella 500 520 1",
  },
  {
    name: "three runners: three pairs, of which 1-3 is one",
    picks: [2, 3, 1],
    field: 3,
    payouts: "win 3 210, quinella 1-3 480",
    expected: "win 200 210 1, place 0 0 0, quinella 300 480 1",
  },
  {
    name: "two runners: neither place nor quinella is sold",
    picks: [1, 2],
    field: 2,
    payouts: "win 2 120",
    expected: "win 200 120 1, place 0 0 0, quinella 0 0 0",
  },
  {
    name: "first pick scratched: refunded, not replaced",
    outcomes: { 3: "scratched" },
    payouts: "win 8 540, place 8 180, place 2 210, place 6 130, quinella 2-8 1870",
    // Left: win 8, no place, quinella 1-8, 2-8, 4-8.
    expected: "win 100 540 1, place 0 0 0, quinella 300 1870 1",
  },
  {
    name: "first pick excluded at the gate: the same",
    outcomes: { 3: "excluded" },
    payouts: ALL_LOST,
    expected: "win 100 0 0, place 0 0 0, quinella 300 0 0",
  },
  {
    name: "second pick scratched: win 3, place 3, quinella 1-3, 2-3, 3-4",
    outcomes: { 8: "scratched" },
    payouts: "win 3 230, place 3 110, place 4 240, place 6 200, quinella 3-4 1410",
    expected: "win 100 230 1, place 100 110 1, quinella 300 1410 1",
  },
  {
    name: "third pick excluded: quinella without 1-3 and 1-8",
    outcomes: { 1: "excluded" },
    payouts: ALL_LOST,
    expected: "win 200 0 0, place 100 0 0, quinella 500 0 0",
  },
  {
    name: "a scratched horse that was not picked changes nothing",
    outcomes: { 11: "scratched" },
    payouts: ALL_LOST,
    expected: LOST,
  },
  {
    name: "first two picks scratched: all refunded, no race was bet",
    outcomes: { 3: "scratched", 8: "excluded" },
    payouts: ALL_LOST,
    expected: "win 0 0 0, place 0 0 0, quinella 0 0 0",
  },
  {
    name: "a pick that is no longer on the card did not start",
    picks: [13, 8, 1, 2, 4],
    payouts: "win 8 540, place 8 180, place 2 210, place 6 130, quinella 2-8 1870",
    expected: "win 100 540 1, place 0 0 0, quinella 300 1870 1",
  },
  {
    name: "a pick that did not finish is not refunded",
    outcomes: { 3: "did_not_finish" },
    payouts: ALL_LOST,
    expected: LOST,
  },
  {
    name: "a disqualified pick is not refunded",
    outcomes: { 3: "disqualified" },
    payouts: "win 8 540, place 8 180, place 6 210, place 9 130, quinella 6-8 2310",
    expected: "win 200 540 1, place 100 0 0, quinella 700 0 0",
  },
  {
    name: "特払 of the quinella: 70 yen for each of seven tickets, no hit",
    payouts: "win 6 1230, place 6 310, place 3 270, place 12 450, quinella 0 70",
    expected: "win 200 0 0, place 100 270 1, quinella 700 490 0",
  },
  {
    name: "特払 of the win: 80 yen for each of two tickets, no hit",
    payouts: "win 0 80, place 6 310, place 9 270, place 12 450, quinella 6-9 4820",
    expected: "win 200 160 0, place 100 0 0, quinella 700 0 0",
  },
  {
    name: "特払 of the place",
    payouts: "win 6 1230, place 0 70, quinella 6-9 4820",
    expected: "win 200 0 0, place 100 70 0, quinella 700 0 0",
  },
  {
    name: "特払 pays nothing for a refunded ticket",
    outcomes: { 3: "scratched" },
    payouts: "win 0 70, place 6 310, place 9 270, place 12 450, quinella 0 80",
    expected: "win 100 70 0, place 0 0 0, quinella 300 240 0",
  },
  {
    name: "place 不成立, as a row of 0 yen: its stake is returned",
    payouts: "win 3 320, place 0 0, quinella 3-8 1240",
    expected: "win 200 320 1, place 0 0 0, quinella 700 1240 1",
  },
  {
    name: "quinella 不成立, as a row of 0 yen for the pair that came in",
    payouts: "win 3 320, place 3 140, place 8 190, quinella 3-8 0",
    expected: "win 200 320 1, place 100 140 1, quinella 0 0 0",
  },
  {
    name: "win 不成立 beside a paid place",
    payouts: "win 0 0, place 3 140, place 8 190, place 5 220, quinella 5-9 880",
    expected: "win 0 0 0, place 100 140 1, quinella 700 0 0",
  },
  { name: "every type 不成立: nothing counts", payouts: "win 0 0, place 0 0, quinella 0 0", expected: null },
  {
    name: "返還同枠: brackets that are returned leave quinellas alone, 7-8 of bracket 4 too",
    picks: [7, 8, 1, 2, 4],
    outcomes: { 9: "scratched" },
    payouts: "win 7 300, place 7 130, place 8 150, place 6 210, quinella 7-8 1120, bracket_quinella 4-4 0",
    expected: "win 200 300 1, place 100 130 1, quinella 700 1120 1",
  },
  {
    name: "a pair is returned with either of its horses: 8 excluded takes 3-8 and its three others",
    outcomes: { 8: "excluded" },
    payouts: "win 3 230, place 3 110, place 4 240, quinella 0 70",
    // Left: quinella 1-3, 2-3, 3-4, each 特払.
    expected: "win 100 230 1, place 100 110 1, quinella 300 210 0",
  },
  {
    name: "eight declared, place pays three; one scratched, seven start: the rows decide, not the starters",
    picks: [3, 8, 1, 2, 4],
    field: 8,
    outcomes: { 8: "scratched" },
    payouts: "win 1 460, place 1 160, place 2 210, place 3 120, quinella 1-2 1330",
    // Left: win 3; place 3; quinella 1-3, 2-3, 3-4.
    expected: "win 100 0 0, place 100 120 1, quinella 300 0 0",
  },
  {
    name: "a hit that pays the stake only (100円元返し) is a hit",
    payouts: "win 3 110, place 3 100, place 6 400, place 9 300, quinella 3-6 700",
    expected: "win 200 110 1, place 100 100 1, quinella 700 0 0",
  },
  {
    name: "rows of other bet types are not used",
    payouts: "win 3 320, bracket_quinella 2-6 500, trio 1-3-8 4000, exacta 3-8 9000",
    expected: "win 200 320 1, place 0 0 0, quinella 0 0 0",
  },
  { name: "only rows of other bet types: nothing official yet", payouts: "trio 1-3-8 4000", expected: null },
  { name: "no payout yet", payouts: "", expected: null },
  { name: "a cancelled race is no race", payouts: "", race: { status: "cancelled" }, expected: null },
  {
    name: "a race cancelled after its payouts came is no race",
    payouts: ALL_LOST,
    race: { status: "cancelled" },
    expected: null,
  },
  { name: "a race that the model learnt from", payouts: ALL_LOST, isLearntFrom: true, expected: null },
  { name: "a jump race", payouts: ALL_LOST, race: { surface: "jump" }, expected: null },
  { name: "a regional race", payouts: ALL_LOST, race: { venue: "大井", venueType: 2 }, expected: null },
  { name: "race 6 of a normal meeting", payouts: ALL_LOST, race: { raceNum: 6 }, expected: null },
  { name: "race 7 of a normal meeting", payouts: ALL_LOST, race: { raceNum: 7 }, expected: LOST },
  { name: "race 12 of a normal meeting", payouts: ALL_LOST, race: { raceNum: 12 }, expected: LOST },
  {
    name: "race 6 of the special meeting",
    payouts: ALL_LOST,
    race: { date: "2024-07-28", venue: "新潟", raceNum: 6 },
    expected: LOST,
  },
  {
    name: "race 8 of the special meeting",
    payouts: ALL_LOST,
    race: { date: "2024-08-03", venue: "新潟", raceNum: 8 },
    expected: null,
  },
  {
    name: "race 8 of another course on a special day",
    payouts: ALL_LOST,
    race: { date: "2024-08-03", venue: "札幌", raceNum: 8 },
    expected: LOST,
  },
  {
    name: "race 6 of another course on a special day",
    payouts: ALL_LOST,
    race: { date: "2024-08-03", venue: "札幌", raceNum: 6 },
    expected: null,
  },
  {
    name: "race 8 at the special venue a week later",
    payouts: ALL_LOST,
    race: { date: "2024-08-10", venue: "新潟", raceNum: 8 },
    expected: LOST,
  },
];
