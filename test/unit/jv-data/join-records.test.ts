import fc from "fast-check";
import { expect, test } from "vitest";
import {
  joinRecord,
  liveRecords,
  NO_RECORDS,
  packRecords,
  type RecordSet,
  unpackRecords,
} from "#app/domain/jv-data/join-records.ts";
import { type IdentifiedRecord, identifyRecord } from "#app/domain/jv-data/record-identity.ts";
import { identified } from "./derivations.ts";
import { av, hr, nu, o1, RACE_ID, RACE_KEY, ra, result, se, um, we, wh } from "./records.ts";

function joined(...records: readonly Uint8Array[]): RecordSet {
  return records.reduce<RecordSet>((set, bytes) => joinRecord(set, identified(bytes)).set, NO_RECORDS);
}

const outcome = (set: RecordSet, bytes: Uint8Array) => joinRecord(set, identified(bytes)).outcome;
const stages = (set: RecordSet) => liveRecords(set).map(({ identity }) => identity.kind + identity.stage);

test("a record identifies its race, horse or day", () => {
  expect(identified(ra()).identity).toEqual({
    kind: "RA",
    scope: "race",
    id: RACE_ID,
    subKey: "",
    stage: "2",
    announcedAt: null,
    madeOn: "2026-11-22",
  });
  expect(identified(se({ horse: 0, stage: "1", registered: "2023105009" })).identity).toMatchObject({
    scope: "race",
    id: RACE_ID,
    subKey: "2023105009",
  });
  expect(identified(we({ at: "11220900" }, "1", "111")).identity).toMatchObject({
    scope: "meeting",
    id: "20261122-05-00",
    subKey: "112209001",
    announcedAt: "2026-11-22T09:00",
  });
  expect(identified(um()).identity).toMatchObject({ scope: "horse", id: "2023105001", subKey: "" });
  expect(identified(o1({}, [])).identity).toMatchObject({ scope: "odds", announcedAt: "2026-11-22T14:35" });
});

test("an announcement of December for a race in January is of the year before", () => {
  const newYear = "2027010505010111";
  expect(identified(av({ key: newYear, at: "12311500" }, "01")).identity.announcedAt).toBe("2026-12-31T15:00");
});

test("races abroad and with sledges are skipped, impossible keys and values are refused with their field", () => {
  const refusal = (bytes: Uint8Array) => {
    const found = identifyRecord(bytes);
    return found.outcome === "refused" ? found.problems : found.outcome;
  };
  expect(refusal(ra({ key: "20261122C7000001", stage: "B" }))).toBe("skipped");
  expect(refusal(ra({ key: "2026112200000001", stage: "B" }))).toBe("skipped");
  expect(refusal(ra({ key: "2026112283050611" }))).toBe("skipped");
  expect(refusal(ra({ key: "2026023005050611" }))).toEqual([
    { field: "MonthDay", reason: '"20260230" is no calendar day' },
  ]);
  expect(refusal(ra({ key: "2026112299050600" }))).toEqual([
    { field: "JyoCD", reason: '"99" is no course' },
    { field: "RaceNum", reason: '"00" is no number of a race' },
  ]);
  expect(refusal(ra({ stage: "8" }))).toEqual([{ field: "DataKubun", reason: '"8" is no stage of RA' }]);
  expect(refusal(ra({ made: "20261301" }))).toEqual([{ field: "MakeDate", reason: '"20261301" is no calendar day' }]);
  expect(refusal(se({ made: "        " }))).toEqual([{ field: "MakeDate", reason: '"        " is no calendar day' }]);
  expect(refusal(ra({}, [874, "2561"]))).toEqual([
    { field: "HassoTime", reason: '"25:61" is not a time of day (HH:MM)' },
  ]);
  expect(refusal(se({}, [31, "20231x5001"]))).toEqual([
    { field: "KettoNum", reason: '"20231x5001" is no registration number (ten digits)' },
  ]);
  expect(refusal(wh({ at: "11222435" }, []))).toEqual([
    { field: "HappyoTime", reason: '"11222435" is no day and time (mmddhhmm)' },
  ]);
  const broken = se();
  broken.set([0x83, 0x20], 40);
  expect(refusal(broken)).toContainEqual({ field: "Bamei", reason: "is not CP932 text" });
});

test("unknown codes are reported and are no reason to refuse", () => {
  const found = identifyRecord(ra({}, [615, "Z"], [617, "77"], [635, "x10"], [706, "77"], [888, "9"]));
  expect(found).toMatchObject({
    outcome: "identified",
    notices: [
      { field: "SyubetuCD", reason: 'code "77" is unknown' },
      { field: "JyokenCD", reason: 'code "x10" is unknown' },
      { field: "GradeCD", reason: 'code "Z" is unknown' },
      { field: "TrackCD", reason: 'code "77" is unknown' },
      { field: "TenkoCD", reason: 'code "9" is unknown' },
    ],
  });
});

test("the later stage wins, and an earlier one that comes late changes nothing", () => {
  const set = joined(ra({ stage: "1" }), ra({ stage: "2" }));
  expect(stages(set)).toEqual(["RA2"]);
  expect(outcome(set, ra({ stage: "1", made: "20261130" }))).toBe("older");
  expect(outcome(set, ra({ stage: "2" }))).toBe("unchanged");
  expect(outcome(set, ra({ stage: "7" }))).toBe("replaced");
  expect(stages(joined(ra({ stage: "9" }), ra({ stage: "7" })))).toEqual(["RA9"]);
  expect(stages(joined(ra({ stage: "A" }), ra({ stage: "6" })))).toEqual(["RAA"]);
  expect(stages(joined(ra({ stage: "7" }), ra({ stage: "A" })))).toEqual(["RA7"]);
});

test("within a stage the later announcement wins, then the later day of making, then the greater bytes with a notice", () => {
  const late = av({ at: "11221430", made: "20261122" }, "01");
  expect(outcome(joined(late), av({ at: "11221400", made: "20261123" }, "01"))).toBe("older");
  expect(outcome(joined(ra({ made: "20261121" })), ra({ made: "20261122" }))).toBe("replaced");
  const tie = joinRecord(joined(ra()), identified(ra({}, [698, "2500"])));
  expect(tie).toMatchObject({
    outcome: "replaced",
    notice: "two RA records of stage 2 made on 2026-11-22 differ: the greater was kept",
  });
  expect(joinRecord(tie.set, identified(ra()))).toMatchObject({ outcome: "older", notice: expect.any(String) });
});

test("a record without a day of making is older than any dated one, and is deleted with it", () => {
  const undated = se({ stage: "9", made: "00000000" });
  for (const stage of ["2", "7", "9"]) {
    const dated = se({ stage, made: "20261120" });
    expect(outcome(joined(dated), undated)).toBe("older");
    expect(outcome(joined(undated), dated)).toBe("replaced");
    expect(stages(joined(undated, dated))).toEqual([`SE${stage}`]);
    expect(packRecords(joined(undated, dated))).toEqual(packRecords(joined(dated, undated)));
  }
  expect(stages(joined(undated))).toEqual(["SE9"]);
  expect(unpackRecords(packRecords(joined(undated)))).toEqual(joined(undated));
  expect(stages(joined(undated, se({ stage: "0", made: "20261120" })))).toEqual([]);
  // A cancelled race stays so: only among records of one stage it is the older one.
  const cancelled = ra({ stage: "9", made: "00000000" });
  expect(stages(joined(cancelled, ra({ stage: "2" })))).toEqual(["RA9"]);
  expect(outcome(joined(cancelled), ra({ stage: "9" }))).toBe("replaced");
});

test("of a scratch and an exclusion the later announcement wins, and of horses' records the later day", () => {
  const scratch = av({ stage: "1", at: "11221430" }, "01");
  expect(stages(joined(av({ stage: "2", at: "11221400" }, "01"), scratch))).toEqual(["AV1"]);
  expect(stages(joined(um({ stage: "4", made: "20261101" }), um({ stage: "1", made: "20261102" })))).toEqual(["UM1"]);
});

test("of a horse that both registers know the central record counts, whenever it was made", () => {
  const central = um({ made: "20250101" });
  expect(stages(joined(nu({ made: "20261101" }), central))).toEqual(["UM1"]);
  expect(outcome(joined(central), nu({ made: "20261101" }))).toBe("older");
});

test("a deletion deletes what was made up to its day, and what is sent again later counts again", () => {
  const deletion = se({ stage: "0", made: "20261122" });
  expect(stages(joined(se({ stage: "2", made: "20261122" }), deletion))).toEqual([]);
  expect(stages(joined(deletion, se({ stage: "7", made: "20261121" })))).toEqual([]);
  expect(stages(joined(deletion, se({ stage: "7", made: "20261123" })))).toEqual(["SE7"]);
  expect(stages(joined(deletion, se({ stage: "2", horse: 2 })))).toEqual(["SE2"]);
  expect(identifyRecord(new Uint8Array(deletion).fill(0x20, 40, 500)).outcome).toBe("identified");
});

const DAY: readonly Uint8Array[] = [
  ra({ stage: "1", made: "20261119" }),
  ra({ made: "20261121" }),
  ra({}, [874, "1545"]),
  ra({}, [874, "1550"]),
  ra({ stage: "7", made: "20261123" }),
  ra({ stage: "0", made: "20261122" }),
  se({ stage: "1", horse: 0, registered: "2023105001" }),
  se(),
  se({ stage: "7" }, ...result(1, "2315", "-001")),
  se({ horse: 2 }),
  se({ stage: "0", horse: 2, made: "20261122" }),
  se({ horse: 2, made: "20261123" }),
  hr({ stage: "1" }),
  hr(),
  hr({ stage: "9" }),
  wh({ at: "11221430" }, ["486+004"]),
  wh({ at: "11221440" }, ["488+006"]),
  av({ at: "11221430" }, "02"),
  av({ at: "11221431", stage: "2" }, "02"),
];

const anyRecords = fc.array(fc.constantFrom(...DAY.map(identified)), { maxLength: 30 });
const setOf = (records: readonly IdentifiedRecord[]) =>
  records.reduce<RecordSet>((set, one) => joinRecord(set, one).set, NO_RECORDS);
const bytesOf = (set: RecordSet) => [...packRecords(set)];

test("joining is commutative and idempotent: any order and any repetition end the same", () => {
  fc.assert(
    fc.property(anyRecords, fc.infiniteStream(fc.nat()), (records, random) => {
      const shuffled = records
        .map((one) => ({ one, key: random.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const once = bytesOf(setOf(records));
      expect(bytesOf(setOf(shuffled))).toEqual(once);
      expect(bytesOf(setOf([...shuffled, ...records]))).toEqual(once);
    }),
  );
});

test("joining is associative: parts that were joined and packed apart join to the same", () => {
  fc.assert(
    fc.property(anyRecords, anyRecords, anyRecords, (a, b, c) => {
      const apart = unpackRecords(packRecords(setOf([...b, ...c])));
      expect(bytesOf(setOf([...a, ...apart.values()]))).toEqual(
        bytesOf(setOf([...setOf([...a, ...b]).values(), ...c])),
      );
    }),
  );
});

test("damaged packed records are not taken", () => {
  const packed = packRecords(joined(ra(), se()));
  expect(unpackRecords(packed).size).toBe(2);
  expect(() => unpackRecords(packed.subarray(0, -30))).toThrow(RangeError);
  packed.set([0x38], 2);
  expect(() => unpackRecords(packed)).toThrow(RangeError);
});

test("records of another race have another id", () => {
  expect(identified(ra({ key: `${RACE_KEY.slice(0, 14)}12` })).identity.id).toBe("20261122-05-12");
});
