import { UM_BYTES_UNTIL_2023 } from "./layouts.ts";

/** Bytes with line end: specification 4.9.0.1, and NU of the regional data. */
const RECORD_LENGTHS = {
  AV: 78,
  BN: 477,
  BR: 545,
  BT: 6889,
  CC: 50,
  CH: 3862,
  CK: 6870,
  CS: 6829,
  DM: 303,
  H1: 28955,
  H6: 102890,
  HC: 60,
  HN: 251,
  HR: 719,
  HS: 200,
  HY: 123,
  JC: 161,
  JG: 80,
  KS: 4173,
  NU: 1492,
  O1: 962,
  O2: 2042,
  O3: 2654,
  O4: 4031,
  O5: 12293,
  O6: 83285,
  RA: 1272,
  RC: 501,
  SE: 555,
  SK: 208,
  TC: 45,
  TK: 21657,
  TM: 141,
  UM: 1609,
  WC: 105,
  WE: 42,
  WF: 7215,
  WH: 847,
  YS: 382,
} as const;

/** Further regional kinds without a public specification; skipped at any length. */
const REGIONAL_KINDS = ["HA", "NB", "NC", "ND", "NK", "NN", "OA"] as const;

type MeasuredKind = keyof typeof RECORD_LENGTHS;
export type RecordKind = MeasuredKind | (typeof REGIONAL_KINDS)[number];

/** Lengths until August 2023. Only UM is read in them; regional horses had other numbers then. */
const OLDER_LENGTHS: Partial<Record<MeasuredKind, number>> = {
  BR: 537,
  BT: 6887,
  CK: 6864,
  HN: 245,
  HS: 196,
  NU: 1460,
  SK: 178,
  UM: UM_BYTES_UNTIL_2023,
};

export const ODDS_KINDS = ["O1", "O2", "O3", "O4", "O5", "O6"] as const;
export type OddsKind = (typeof ODDS_KINDS)[number];
const READ_KINDS = ["RA", "SE", "HR", "WH", "AV", "JC", "TC", "CC", "WE", "UM", "NU", ...ODDS_KINDS] as const;
export type ReadKind = (typeof READ_KINDS)[number];

export function isReadLength(kind: ReadKind, length: number): boolean {
  return length === RECORD_LENGTHS[kind] || (kind === "UM" && length === UM_BYTES_UNTIL_2023);
}

export function isRecordKind(text: string): text is RecordKind {
  return isMeasured(text) || REGIONAL_KINDS.some((kind) => kind === text);
}

export function isReadKind(text: string): text is ReadKind {
  return READ_KINDS.some((kind) => kind === text);
}

export function isOddsKind(kind: ReadKind): kind is OddsKind {
  return ODDS_KINDS.some((known) => known === kind);
}

export const LONGEST_RECORD = Math.max(...Object.values(RECORD_LENGTHS));

export function lengthsOf(kind: RecordKind): number[] {
  if (!isMeasured(kind)) return [];
  const older = OLDER_LENGTHS[kind];
  return older === undefined ? [RECORD_LENGTHS[kind]] : [RECORD_LENGTHS[kind], older];
}

function isMeasured(text: string): text is MeasuredKind {
  return Object.hasOwn(RECORD_LENGTHS, text);
}

/** The two letters at the start of a record; other bytes give a text that is no kind. */
export function kindOf(bytes: Uint8Array): string {
  return String.fromCharCode(bytes[0] ?? 0, bytes[1] ?? 0);
}
