import fc from "fast-check";
import { expect, test } from "vitest";
import { cutRecords, placeOf } from "#scripts/feed/cut-records.ts";
import { RACE_KEY, ra, record, se, wh } from "#test/unit/jv-data/records.ts";

const from = { name: "a.jvd", firstLine: 1, maxLines: Number.POSITIVE_INFINITY, isLast: false };
/** WIN5. */
const wf = record(7215, [1, "WF"], [3, "1"], [4, "20261122"], [12, RACE_KEY]);
const text = (line: string) => new TextEncoder().encode(line);

test("whole lines are taken as they are, and the rest stays until its end has come", () => {
  const lines = Buffer.concat([ra(), se(), wh({ at: "11221435" }, ["486+004"])]);
  const cut = cutRecords(Buffer.concat([lines, se().subarray(0, 100)]), from);
  expect(cut).toMatchObject({ length: lines.length, lines: 3, skipped: 0 });
  expect(cut.bytes).toEqual(lines);
  expect(cut.segments).toEqual([{ name: "a.jvd", firstLine: 1, lines: 3 }]);
  expect(cutRecords(se().subarray(0, 100), from)).toMatchObject({ length: 0, lines: 0, segments: [] });
});

test("kinds that the site does not read and blank lines stay here, and lines keep their numbers", () => {
  const cut = cutRecords(Buffer.concat([ra(), wf, text("\r\n"), se(), text("no record\r\n")]), {
    ...from,
    firstLine: 11,
  });
  expect(cut.bytes).toEqual(Buffer.concat([ra(), se(), text("no record\r\n")]));
  expect(cut).toMatchObject({ lines: 5, skipped: 1 });
  expect(cut.segments).toEqual([
    { name: "a.jvd", firstLine: 11, lines: 1 },
    { name: "a.jvd", firstLine: 14, lines: 2 },
  ]);
  expect([1, 2, 3].map((line) => placeOf(cut.segments, line))).toEqual(["a.jvd:11", "a.jvd:14", "a.jvd:15"]);
  expect(placeOf(cut.segments, 0)).toBeNull();
  expect(placeOf(cut.segments, 4)).toBeNull();
});

test("a last line without an end is taken when it is said to be the last", () => {
  const tail = se().subarray(0, 553);
  expect(cutRecords(tail, { ...from, isLast: true })).toMatchObject({
    length: 553,
    lines: 1,
    bytes: Buffer.from(tail),
  });
});

test("cut anywhere and as often as one likes, the pieces make the whole", () => {
  const lines = fc.constantFrom(ra(), se(), text("x\n"), text("\n"), text("y\r\n"));
  fc.assert(
    fc.property(fc.array(lines), fc.infiniteStream(fc.integer({ min: 1, max: 3 })), (parts, counts) => {
      const whole = Buffer.concat(parts);
      const sent: Uint8Array[] = [];
      let at = 0;
      let line = 1;
      while (at < whole.length) {
        const maxLines = counts.next().value ?? 1;
        const cut = cutRecords(whole.subarray(at), { ...from, firstLine: line, maxLines });
        expect(cut.lines).toBeLessThanOrEqual(maxLines);
        sent.push(cut.bytes);
        at += cut.length;
        line += cut.lines;
      }
      expect(Buffer.concat(sent)).toEqual(Buffer.concat(parts.filter(({ length }) => length > 1)));
      expect(line - 1).toBe(parts.length);
    }),
  );
});
