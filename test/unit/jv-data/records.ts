/**
 * Records of JV-Data made by hand for tests: figures and texts at the byte positions of the specification (from 1), in
 * CP932. Shares nothing with the parser.
 */

/** Position and text, later ones over earlier ones. */
export type Put = readonly [position: number, text: string];

const ENCODED = encodings();

/** A record of this many bytes with its line end, blank where nothing is put. */
export function record(length: number, ...puts: readonly Put[]): Uint8Array {
  const bytes = new Uint8Array(length).fill(0x20);
  for (const [position, text] of puts) bytes.set(cp932(text), position - 1);
  bytes.set([0x0d, 0x0a], length - 2);
  return bytes;
}

export function cp932(text: string): Uint8Array {
  return Uint8Array.from(
    [...text].flatMap((char) => {
      const code = ENCODED.get(char);
      if (code === undefined) throw new RangeError(`${char} is not in CP932`);
      return code;
    }),
  );
}

export function concat(...parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

interface Head {
  stage?: string;
  /** yyyymmdd */
  made?: string;
  /** Year, month and day, course, meeting, day of the meeting, number of the race: 16 bytes. */
  key?: string;
}

/** 22 November 2026, Tokyo, day 6 of meeting 5, race 11. */
export const RACE_KEY = "2026112205050611";
export const RACE_ID = "20261122-05-11";

const head = (kind: string, { stage = "1", made = "20261122", key = RACE_KEY }: Head): Put[] => [
  [1, kind],
  [3, stage],
  [4, made],
  [12, key],
];

/** A turf race over 2400 m at 15:40 with 2 horses declared; the card's stage. */
export function ra({ stage = "2", ...rest }: Head = {}, ...puts: readonly Put[]): Uint8Array {
  return record(
    1272,
    ...head("RA", { ...rest, stage }),
    [33, "ジャパンステークス"],
    [615, "A"],
    [617, "13"],
    [623, "000000999999999"],
    [698, "2400"],
    [706, "11"],
    [874, "1540"],
    [882, "02"],
    [888, "000"],
    ...puts,
  );
}

interface Entry extends Head {
  horse?: number;
  registered?: string;
  name?: string;
}

/** A horse on the card: a filly of 3 years with 54.0 kg. Numbers count from 1; 0 is before the draw. */
export function se(
  { stage = "2", horse = 1, registered = `202310${String(5000 + horse)}`, name = "アカイウマ", ...rest }: Entry = {},
  ...puts: readonly Put[]
): Uint8Array {
  return record(
    555,
    ...head("SE", { ...rest, stage }),
    [28, horse === 0 ? "0" : "1"],
    [29, String(horse).padStart(2, "0")],
    [31, registered],
    [41, name],
    [79, "2"],
    [83, "03"],
    [86, "01159"],
    [91, "高柳大輔"],
    [289, "540"],
    [297, "05473"],
    [307, "Ｃ．デム"],
    [325, "000"],
    [332, "0"],
    [333, "0000"],
    [339, "0000"],
    [352, "00000000"],
    [360, "000000"],
    [366, "0000000000000000"],
    [388, "000000"],
    [532, "0000"],
    ...puts,
  );
}

/** Puts of a result: place, m-ss-tenths, seconds behind with sign. */
export const result = (place: number, time: string, behind: string): Put[] => [
  [333, String(place).padStart(2, "0").repeat(2)],
  [339, time],
  [532, behind],
];

/** Payouts without any row. */
export function hr({ stage = "2", ...rest }: Head = {}, ...puts: readonly Put[]): Uint8Array {
  return record(719, ...head("HR", { ...rest, stage }), [28, "0202"], [32, "0".repeat(27 + 44)], ...puts);
}

const pay = (horses: string, yen: number): string => `${horses}${String(yen).padStart(9, "0")}`;
export const winPay = (row: number, horse: string, yen: number): Put => [103 + 13 * (row - 1), pay(horse, yen)];
export const placePay = (row: number, horse: string, yen: number): Put => [142 + 13 * (row - 1), pay(horse, yen)];
export const quinellaPay = (row: number, pair: string, yen: number): Put => [246 + 16 * (row - 1), pay(pair, yen)];

interface Announced extends Head {
  /** mmddhhmm */
  at?: string;
}

const announced = (kind: string, { at = "11221435", ...rest }: Announced): Put[] => [...head(kind, rest), [28, at]];

/** Body weights of horses from number 1: kg, sign and change as in `["486+004", …]`. */
export function wh(options: Announced, weights: readonly string[], name = "アカイウマ"): Uint8Array {
  const horses = weights.flatMap((weight, index): Put[] => [
    [36 + 45 * index, String(index + 1).padStart(2, "0")],
    [38 + 45 * index, name],
    [74 + 45 * index, weight],
  ]);
  return record(847, ...announced("WH", options), ...horses);
}

export const av = (options: Announced, horse: string, name = "アカイウマ"): Uint8Array =>
  record(78, ...announced("AV", options), [36, horse], [38, name], [74, "001"]);

export const jc = (
  options: Announced,
  horse: string,
  after: string,
  code = "01126",
  before: { code: string; name: string } = { code: "", name: "" },
): Uint8Array =>
  record(
    161,
    ...announced("JC", options),
    [36, horse],
    [38, "アカイウマ"],
    [74, `550${code}`],
    [82, after],
    [120, before.code],
    [125, before.name],
  );

export const tc = (options: Announced, after: string): Uint8Array =>
  record(45, ...announced("TC", options), [36, after], [40, "1540"]);

export const cc = (options: Announced, metres: string, track: string, before = ""): Uint8Array =>
  record(50, ...announced("CC", options), [36, metres], [40, track], [42, before], [48, "1"]);

/** Weather, turf and dirt at Tokyo; `what`: 1 as it is, 2 the weather, 3 the going changed. */
export function we(
  { at = "11220900", stage = "1", made = "20261122" }: Announced,
  what: string,
  codes: string,
  before = "000",
): Uint8Array {
  return record(
    42,
    [1, `WE${stage}${made}`],
    [12, RACE_KEY.slice(0, 14)],
    [26, at],
    [34, what],
    [35, codes],
    [38, before],
  );
}

/** A horse's master record; ancestors' names are at 215 (sire) and 399 (dam's sire). */
export function um({ stage = "1", made = "20261101", registered = "2023105001" } = {}): Uint8Array {
  return record(
    1609,
    [1, `UM${stage}${made}${registered}`],
    [47, "アカイウマ"],
    [201, "2"],
    [215, "オオゾラ"],
    [261, "ナギサ"],
    [399, "Far Hill"],
  );
}

/** The same horse in the layout until 2023, with ancestors' numbers of eight digits. */
export function oldUm(): Uint8Array {
  return record(
    1577,
    [1, "UM120200101"],
    [12, "2017105001"],
    [47, "フルイウマ"],
    [201, "1"],
    [213, "オオゾラ"],
    [389, "Far Hill"],
  );
}

/** A regional horse's master record. */
export function nu({ made = "20261101", registered = "2023105001" } = {}): Uint8Array {
  return record(
    1492,
    [1, `NU4${made}${registered}`],
    [47, "アカイウマ"],
    [201, "2"],
    [215, "オオゾラ"],
    [399, "ファーヒル"],
  );
}

/** Win odds in tenths and popularity, place odds low and high, by horse: `["003401", "00120018 01"]` without blanks. */
export function o1(
  { stage = "1", at = "11221435", ...rest }: Announced,
  horses: readonly (readonly [win: string, place: string])[],
  brackets: readonly Combination[] = [],
): Uint8Array {
  const puts = horses.flatMap(([win, place], index): Put[] => [
    [44 + 8 * index, String(index + 1).padStart(2, "0") + win],
    [268 + 12 * index, String(index + 1).padStart(2, "0") + place],
  ]);
  const others: Put[] = [...puts, ...putCombinations(brackets, 9, 604), [928, "00000123456"]];
  return record(962, ...announced("O1", { ...rest, stage, at }), [36, "0202"], [40, "7773"], ...others);
}

interface Combination {
  horses: string;
  /** In tenths, as many figures as the field has; popularity follows. */
  odds: string;
}

const oddsRecord =
  (kind: string, length: number, stride: number) =>
  ({ stage = "1", at = "11221435", ...rest }: Announced, combinations: readonly Combination[]): Uint8Array =>
    record(
      length,
      ...announced(kind, { ...rest, stage, at }),
      [36, "0202"],
      [40, "7"],
      ...putCombinations(combinations, stride),
    );

/** Quinella odds. */
export const o2 = oddsRecord("O2", 2042, 13);
/** Odds of wide pairs, low and high. */
export const o3 = oddsRecord("O3", 2654, 17);
/** Exacta odds. */
export const o4 = oddsRecord("O4", 4031, 13);
/** Trio odds. */
export const o5 = oddsRecord("O5", 12_293, 15);
/** Trifecta odds. */
export const o6 = oddsRecord("O6", 83_285, 17);

function putCombinations(combinations: readonly Combination[], stride: number, from = 41): Put[] {
  return combinations.map(({ horses, odds }, index) => [from + stride * index, horses + odds]);
}

function encodings(): Map<string, number[]> {
  const decoder = new TextDecoder("shift_jis", { fatal: true });
  const found = new Map<string, number[]>();
  const add = (...code: number[]) => {
    try {
      const char = decoder.decode(Uint8Array.from(code));
      if ([...char].length === 1 && !found.has(char)) found.set(char, code);
    } catch {
      // No character.
    }
  };
  for (let byte = 0; byte < 0x100; byte += 1) add(byte);
  for (let lead = 0x81; lead <= 0xfc; lead += 1) {
    for (let trail = 0x40; trail <= 0xfc; trail += 1) add(lead, trail);
  }
  return found;
}
