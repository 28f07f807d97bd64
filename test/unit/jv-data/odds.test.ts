import { expect, test } from "vitest";
import { compareOdds, parseOdds, readOrder, storedOddsOf } from "#app/domain/jv-data/odds/odds-snapshot.ts";
import { identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { isOddsKind } from "#app/domain/jv-data/record-kinds.ts";
import { identified } from "./derivations.ts";
import { o1, o2, o4, type Put, RACE_ID, RACE_KEY, record } from "./records.ts";

const pools = (bytes: Uint8Array) => parseOdds(identified(bytes)).pools;
const head = (kind: string): Put[] => [
  [1, `${kind}120261122${RACE_KEY}11221435`],
  [36, "0202"],
  [40, "7"],
];
const regular = { state: "sold", highOdds: null, isCapped: false };

test("win, place and bracket odds with popularity, range and stakes", () => {
  const snapshot = parseOdds(
    identified(
      o1(
        {},
        [
          ["003401", "0012001801"],
          ["012002", "0020003102"],
        ],
        [
          { horses: "11", odds: "-----  " },
          { horses: "12", odds: "0012301" },
        ],
      ),
    ),
  );
  expect(snapshot).toMatchObject({
    raceId: RACE_ID,
    kind: "O1",
    stage: "1",
    isFinal: false,
    announcedAt: "2026-11-22T14:35",
    madeOn: "2026-11-22",
  });
  expect(snapshot.pools).toEqual([
    {
      betType: "win",
      sale: "sold",
      stakesYen: 12_345_600,
      entries: [
        { ...regular, combination: "1", odds: 3.4, popularity: 1 },
        { ...regular, combination: "2", odds: 12, popularity: 2 },
      ],
    },
    {
      betType: "place",
      sale: "sold",
      stakesYen: null,
      entries: [
        { ...regular, combination: "1", odds: 1.2, highOdds: 1.8, popularity: 1 },
        { ...regular, combination: "2", odds: 2, highOdds: 3.1, popularity: 2 },
      ],
    },
    {
      betType: "bracket",
      sale: "sold",
      stakesYen: null,
      entries: [
        { ...regular, combination: "1-1", state: "scratched_before_sale", odds: null, popularity: null },
        { ...regular, combination: "1-2", odds: 12.3, popularity: 1 },
      ],
    },
  ]);
});

test("what stands in place of odds: no votes, scratched before or after the sale began, not declared, at least", () => {
  const [win] = pools(
    o1({}, [
      ["000018", "0000000018"],
      ["----  ", "--------  "],
      ["******", "**********"],
      ["      ", "          "],
      ["999905", "9999999905"],
    ]),
  );
  expect(
    win?.entries.map(({ combination, state, odds, popularity, isCapped }) => [
      combination,
      state,
      odds,
      popularity,
      isCapped,
    ]),
  ).toEqual([
    ["1", "no_votes", null, 18, false],
    ["2", "scratched_before_sale", null, null, false],
    ["3", "scratched_after_sale", null, null, false],
    ["5", "sold", 999.9, 5, true],
  ]);
});

test("quinella, wide, exacta, trio and trifecta odds", () => {
  expect(
    pools(record(2042, ...head("O2"), [41, "0102001729031"], [54, "0103------   "], [2030, "00072621712"])),
  ).toEqual([
    {
      betType: "quinella",
      sale: "sold",
      stakesYen: 7_262_171_200,
      entries: [
        { ...regular, combination: "1-2", odds: 172.9, popularity: 31 },
        { ...regular, combination: "1-3", state: "scratched_before_sale", odds: null, popularity: null },
      ],
    },
  ]);
  expect(pools(record(2654, ...head("O3"), [41, "01020012300145007"]))).toMatchObject([
    { betType: "wide", entries: [{ combination: "1-2", odds: 12.3, highOdds: 14.5, popularity: 7 }] },
  ]);
  expect(pools(record(12293, ...head("O5"), [41, "010203003593079"], [12266, "161718999999816"]))).toMatchObject([
    {
      betType: "trio",
      entries: [
        { combination: "1-2-3", odds: 359.3, popularity: 79 },
        { combination: "16-17-18", odds: 99_999.9, popularity: 816, isCapped: true },
      ],
    },
  ]);
  const exactas = [
    { horses: "0102", odds: "001729031" },
    { horses: "0201", odds: "002000035" },
  ];
  expect(pools(o4({}, exactas))[0]?.entries.map(({ combination, odds }) => [combination, odds])).toEqual([
    ["1-2", 172.9],
    ["2-1", 200],
  ]);
  expect(pools(record(83_285, ...head("O6"), [41, "01020300035930079"], [83_256, "18171699999994896"]))).toMatchObject([
    {
      betType: "trifecta",
      entries: [
        { combination: "1-2-3", odds: 359.3, popularity: 79 },
        { combination: "18-17-16", odds: 999_999.9, popularity: 4896, isCapped: true },
      ],
    },
  ]);
});

test("a bet type that is not sold says so", () => {
  const [win, place] = pools(new Uint8Array(o1({}, [])).fill(0x30, 39, 43));
  expect([win?.sale, place?.sale]).toEqual(["not_sold", "not_sold"]);
});

test("impossible odds are refused with their field", () => {
  expect(identifyRecord(o1({}, [["03x401", "0012001801"]]))).toEqual({
    outcome: "refused",
    problems: [{ field: "OddsTansyoInfo.Odds", reason: '"03x4" is not a number' }],
  });
  const wrong = [
    o2({}, [{ horses: "0201", odds: "001729031" }]),
    o4({}, [{ horses: "0202", odds: "001729031" }]),
    o1({}, [], [{ horses: "29", odds: "0012301" }]),
  ];
  for (const bytes of wrong) expect(identifyRecord(bytes)).toMatchObject({ outcome: "refused" });
});

test("of odds the later announcement is newer, the last ones newest, then cancellation and deletion", () => {
  const none: [] = [];
  const ascending = [
    o1({ at: "11211600" }, none),
    // Without a time: the end of the day before.
    o1({ stage: "2", at: "00000000" }, none),
    o1({ at: "11220930", made: "20261123" }, none),
    o1({ at: "11221430" }, none),
    o1({ at: "11221430", made: "20261123" }, none),
    o1({ stage: "0", at: "11221430" }, none),
    o1({ at: "11221431" }, none),
    o1({ stage: "3", at: "00000000", made: "20261130" }, none),
    o1({ stage: "4", at: "00000000" }, none),
    o1({ stage: "5", at: "00000000", made: "20261123" }, none),
    o1({ stage: "9", at: "00000000" }, none),
    o1({ stage: "0", at: "00000000" }, none),
  ].map(identified);
  const stored = ascending.map(storedOddsOf);
  const byAge = stored.toReversed().sort(compareOdds);
  expect(byAge).toEqual(stored);
  expect(compareOdds(byAge[0]!, byAge[0]!)).toBe(0);
  // In SQL orders are compared as texts.
  expect(stored.map(({ order }) => order)).toEqual(stored.map(({ order }) => order).toSorted());
  for (const record of ascending) {
    const { stage, isFinal, announcedAt } = parseOdds(record);
    expect(readOrder(storedOddsOf(record).order)).toEqual({ stage, isFinal, announcedAt });
  }
  const [, eve] = ascending;
  expect(parseOdds(eve!)).toMatchObject({ announcedAt: "2026-11-21T23:59", isFinal: false });
  expect(parseOdds(ascending.at(-2)!)).toMatchObject({ stage: "9", pools: [], announcedAt: null });
  expect(stored.at(-2)).toMatchObject({ raceId: RACE_ID, kind: "O1", odds: "" });
});

test("of odds of one moment and stage those count whose text is greater", () => {
  const [low, high] = [o1({}, [["003401", "001200180101"]]), o1({}, [["003402", "001200180101"]])].map(identified);
  const [one, other] = [storedOddsOf(low!), storedOddsOf(high!)];
  expect(one.order).toBe(other.order);
  expect(compareOdds(one, other)).toBe(-compareOdds(other, one));
  expect(compareOdds(one, other)).not.toBe(0);
});

test("odds are distinguished from the records of a race by their kind", () => {
  expect([isOddsKind("O1"), isOddsKind("RA")]).toEqual([true, false]);
});
