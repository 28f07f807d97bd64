import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecordReader, MAX_LISTED_PROBLEMS, type RecordBlock } from "#app/domain/jv-data/record-reader.ts";
import { concat, cp932, hr, nu, oldUm, ra, record, se, um } from "./records.ts";

/** Reads bytes split at the given positions. */
function read(bytes: Uint8Array, cuts: readonly number[] = []): RecordBlock {
  const reader = createRecordReader();
  const result: RecordBlock = { records: [], problems: [], problemCount: 0, skipped: [] };
  const add = (block: RecordBlock) => {
    result.records.push(...block.records);
    result.problems.push(...block.problems);
    result.problemCount += block.problemCount;
    result.skipped.push(...block.skipped);
  };
  let from = 0;
  for (const cut of [...cuts, bytes.length].sort((one, other) => one - other)) {
    add(reader.push(bytes.subarray(from, cut)));
    from = cut;
  }
  add(reader.end());
  return result;
}

const kindsAndLines = ({ records }: RecordBlock) => records.map(({ kind, line }) => `${kind}:${line}`);

test("records are cut by lines, each with the number of its line; kinds that are not read are counted", () => {
  const block = read(concat(ra(), se(), cp932("\r\n"), record(80, [1, "JG1"]), hr()));
  expect(kindsAndLines(block)).toEqual(["RA:1", "SE:2", "HR:5"]);
  expect(block.skipped).toEqual(["JG"]);
  expect(block.problems).toEqual([]);
  expect(block.records[1]?.bytes).toEqual(se());
});

test("a line feed alone and a last line without an end are taken, and the record gets its line end", () => {
  const bare = se().subarray(0, -2);
  const block = read(concat(bare, cp932("\n"), bare, cp932("\r\n"), bare));
  expect(kindsAndLines(block)).toEqual(["SE:1", "SE:2", "SE:3"]);
  for (const { bytes } of block.records) expect(bytes).toEqual(se());
});

test("the length of a horse's record until 2023 is read beside the present one, any other is refused by name", () => {
  const block = read(concat(oldUm(), um(), record(1600, [1, "UM1"])));
  expect(kindsAndLines(block)).toEqual(["UM:1", "UM:2"]);
  expect(block.problems).toEqual([
    {
      line: 3,
      field: "record",
      reason: "UM has 1600 bytes, not 1609 or 1577 bytes with its line end (an unknown version, or not CP932?)",
    },
  ]);
});

test("regional horses are read, their older records and the other regional kinds counted whatever their length", () => {
  const block = read(concat(nu(), record(1460, [1, "NU1"]), record(1032, [1, "HA4"]), record(99, [1, "NK2"])));
  expect(kindsAndLines(block)).toEqual(["NU:1"]);
  expect(block.skipped).toEqual(["NU", "HA", "NK"]);
  expect(block.problems).toEqual([]);
});

test("unknown kinds, lines beyond any record and a cut-off end are named, and the rest is read", () => {
  const block = read(
    concat(cp932("レース,着順\r\n"), se(), new Uint8Array(200_000).fill(0x30), cp932("\n"), se().subarray(0, 300)),
  );
  expect(kindsAndLines(block)).toEqual(["SE:2"]);
  expect(block.problems.map(({ line, field }) => `${line} ${field}`)).toEqual(["1 RecordSpec", "3 record", "4 record"]);
  expect(block.problems[1]?.reason).toBe("is longer than any record");
  expect(block.problems[2]?.reason).toBe("SE is cut off: the file ends after 300 of 555 bytes with its line end");
});

test("a file full of other lines lists a thousand problems and counts all", () => {
  const block = read(cp932("xy\n".repeat(1200)), [7]);
  expect(block.problems).toHaveLength(MAX_LISTED_PROBLEMS);
  expect(block.problemCount).toBe(1200);
});

test.each([
  ["LF", "\n", []],
  ["CR LF", "\r\n", []],
  ["CR LF, cut between them", "\r\n", [700_001]],
])(
  "of a million blank lines (%s) the records behind them are read, of more the line is named and the rest left out",
  (_, end, cuts) => {
    const most = Buffer.from(end.repeat(1_000_000));
    expect(kindsAndLines(read(concat(se(), most, se({ horse: 2 })), cuts))).toEqual(["SE:1", "SE:1000002"]);
    const block = read(concat(se(), most, cp932(end), ra(), cp932(end.repeat(99)), se().subarray(0, 99)), cuts);
    expect(kindsAndLines(block)).toEqual(["SE:1"]);
    const reason = "more than 1000000 lines are blank: the rest of the file is left out";
    expect(block.problems).toEqual([{ line: 1_000_002, field: "record", reason }]);
    expect(block.problemCount).toBe(1);
  },
);

test("any cut of the bytes gives the same records", () => {
  const bytes = concat(
    ra(),
    se(),
    cp932("??\r\n\r\n"),
    um(),
    record(80, [1, "JG1"]),
    se({ horse: 2 }),
    hr().subarray(0, 99),
  );
  const whole = read(bytes);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length), { maxLength: 8 }), (cuts) => {
      expect(read(bytes, cuts)).toEqual(whole);
    }),
  );
});

test("the layouts have the lengths that their kinds have", () => {
  const lengths = { RA: 1272, SE: 555, HR: 719, WH: 847, WE: 42, AV: 78, JC: 161, TC: 45, CC: 50, UM: 1609, NU: 1492 };
  const odds = { O1: 962, O2: 2042, O3: 2654, O4: 4031, O5: 12_293, O6: 83_285 };
  for (const [kind, length] of Object.entries({ ...lengths, ...odds })) {
    expect(read(record(length, [1, `${kind}2`])).records.map((one) => one.kind)).toEqual([kind]);
  }
});
