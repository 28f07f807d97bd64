import fc from "fast-check";
import { expect, test } from "vitest";
import { CsvReader } from "#app/domain/open-csv/csv-reader.ts";
import { type CsvProblem, MAX_LINE_BYTES } from "#app/domain/open-csv/line-decoder.ts";

interface Result {
  rows: string[][];
  lines: number[];
  problem: CsvProblem | null;
}

/** Reads bytes split at the given positions. */
function read(bytes: Uint8Array, cuts: readonly number[] = [], blockCharacters?: number): Result {
  const reader = new CsvReader(blockCharacters === undefined ? {} : { blockCharacters });
  const result: Result = { rows: [], lines: [], problem: null };
  const add = (block: Result) => {
    result.rows.push(...block.rows);
    result.lines.push(...block.lines);
    result.problem = block.problem;
  };
  let from = 0;
  for (const cut of [...cuts].sort((one, other) => one - other)) {
    add(reader.push(bytes.subarray(from, Math.max(from, cut))));
    from = Math.max(from, cut);
    if (result.problem !== null) return result;
  }
  add(reader.push(bytes.subarray(from)));
  if (result.problem === null) add(reader.end());
  return result;
}

const utf8 = (text: string) => new TextEncoder().encode(text);

test("cells, quotes, line feeds and commas inside quotes, each row with the line it starts on", () => {
  expect(read(utf8('a,b\n1,"x, ""y"""\n2,"two\nlines"\n3,z'))).toEqual({
    rows: [
      ["a", "b"],
      ["1", 'x, "y"'],
      ["2", "two\nlines"],
      ["3", "z"],
    ],
    lines: [1, 2, 3, 5],
    problem: null,
  });
});

test("a byte order mark, CRLF (after quotes too) and blank lines are ignored", () => {
  const result = read(utf8('\uFEFFa,b\r\n1,"x"\r\n\r\n2,駕迅\r\n'));
  expect(result.rows).toEqual([
    ["a", "b"],
    ["1", "x"],
    ["2", "駕迅"],
  ]);
  expect(result.lines).toEqual([1, 2, 4]);
});

test("bytes of another encoding are refused with their line", () => {
  // 馬 in Shift_JIS.
  const bytes = new Uint8Array([...utf8("a,b\n1,x\n2,"), 0x94, 0x6e, ...utf8("\n3,y\n")]);
  const { rows, problem } = read(bytes);
  expect(rows).toEqual([
    ["a", "b"],
    ["1", "x"],
  ]);
  expect(problem).toEqual({
    line: 3,
    reason: "is not UTF-8 text (Shift_JIS or another encoding? save it as UTF-8)",
  });
});

test("bare carriage returns as line ends are refused with their line, in short files and in long ones", () => {
  const reason = "ends lines with a bare carriage return (CR): save it with LF or CRLF line ends";
  expect(read(utf8("a,b\r1,x\r2,y\r")).problem).toEqual({ line: 1, reason });
  expect(read(utf8("a,b\r\n1,x\n2,y\r3,z\n"))).toEqual({
    rows: [
      ["a", "b"],
      ["1", "x"],
    ],
    lines: [1, 2],
    problem: { line: 3, reason },
  });
  expect(read(utf8("a,b\r1,x\r".repeat(20_000))).problem).toEqual({ line: 1, reason });
  // Every CR of CRLF stands at the end of a piece once.
  const bytes = utf8("a,b\r\n1,x\r\n");
  for (let cut = 0; cut <= bytes.length; cut += 1) expect(read(bytes, [cut]).problem).toBeNull();
});

test("tabs separate cells where they are said to", () => {
  const reader = new CsvReader({ delimiter: "\t" });
  const text = 'a\tb\n1,5\t"x\ty"\n';
  expect([...reader.push(utf8(text)).rows, ...reader.end().rows]).toEqual([
    ["a", "b"],
    ["1,5", "x\ty"],
  ]);
});

test("more than a million blank lines are refused, before they are all read", { tags: "full" }, () => {
  const reader = new CsvReader();
  const piece = new Uint8Array(65_536).fill(10);
  const problems = Array.from({ length: 30 }, () => reader.push(piece).problem).filter((problem) => problem !== null);
  expect(problems[0]).toEqual({ line: 1_000_001, reason: "more than 1000000 lines are blank" });
  expect(read(utf8(`a\n${"\n".repeat(999_000)}b\n`)).rows).toEqual([["a"], ["b"]]);
});

test("a line of the maximum length is read, one byte more is refused", () => {
  const line = "x".repeat(MAX_LINE_BYTES);
  expect(read(utf8(`a\n${line}\nb\n`)).rows).toEqual([["a"], [line], ["b"]]);
  expect(read(utf8(`a\n${line}x\nb\n`)).problem).toEqual({ line: 2, reason: "the line is longer than 65536 bytes" });
});

test("an unclosed quote ends the reading, in a short file and in a long one", () => {
  expect(read(utf8('a,b\n1,"x\n2,y\n')).problem).toEqual({ line: 2, reason: "a quote is opened and never closed" });
  const long = read(utf8(`a,b\n1,"x\n${"2,y\n".repeat(100_000)}`));
  expect(long.problem).toEqual({ line: 2, reason: "the row is too long, or a quote is opened and never closed" });
});

test("text behind a closing quote is refused", () => {
  expect(read(utf8('a,b\n1,2\n3,"x"y\n5,6\n')).problem).toEqual({ line: 3, reason: "a quoted cell is malformed" });
});

test("a giant line is refused without being buffered", () => {
  const reader = new CsvReader();
  const piece = new Uint8Array(16_384).fill(0x61);
  const problems = Array.from({ length: 100 }, () => reader.push(piece).problem);
  expect(problems.indexOf(problems.find((problem) => problem !== null) ?? null)).toBe(4);
});

const cell = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom("駕迅 (T063)", "a,b", 'say "x"', "two\nlines", "", " ", "𠮷野"),
);
const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

test("splitting the bytes, or the text into blocks, anywhere gives the same rows and lines", () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 }),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      fc.array(fc.nat(600), { maxLength: 20 }),
      fc.integer({ min: 1, max: 60 }),
      (table, newline, hasMark, cuts, blockCharacters) => {
        const rows = table.map((row) => row.map((text) => text.replaceAll("\r", "")));
        const text = rows.map((row) => row.map(quoted).join(",")).join(newline);
        const bytes = utf8((hasMark ? "\uFEFF" : "") + text + newline);
        const inBytes = cuts.filter((cut) => cut <= bytes.length);
        const whole = read(bytes);
        expect(whole.rows).toEqual(rows);
        expect(read(bytes, inBytes)).toEqual(whole);
        expect(read(bytes, inBytes, blockCharacters)).toEqual(whole);
      },
    ),
    { numRuns: 500 },
  );
});

test("malformed text never throws, and splitting it changes neither rows nor verdict", () => {
  const soup = fc
    .array(fc.constantFrom('"', ",", "\n", "\r\n", "\r", "a", "馬", " "), { maxLength: 60 })
    .map((parts) => utf8(parts.join("")));
  fc.assert(
    fc.property(
      fc.oneof(soup, fc.uint8Array({ maxLength: 200 })),
      fc.array(fc.nat(200), { maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (bytes, cuts, blockCharacters) => {
        const inBytes = cuts.filter((at) => at <= bytes.length);
        expect(read(bytes, inBytes, blockCharacters)).toEqual(read(bytes));
      },
    ),
    { numRuns: 2000 },
  );
});
