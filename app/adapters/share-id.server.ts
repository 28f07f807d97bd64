import Hashids from "hashids";

/** Fixed numbers beside the id in the hash: links that were posted stay valid only while they stay. */
const YEAR = 2023;
const SUFFIX = 9;

const hashids = new Hashids("", 0);

/**
 * The id of an analysis as its share page's address has it: `hashids('', 0).encode(id, 2023, 9)`. It hides
 * nothing, as anyone can count upwards; what may be seen is decided by what was shared.
 */
export function encodeShareId(analysisId: number): string {
  return hashids.encode(analysisId, YEAR, SUFFIX);
}

/** Null: not an address that {@link encodeShareId} gives; other spellings of one are none either. */
export function decodeShareId(shareId: string): number | null {
  // Longer than that of any id that a number can hold.
  if (shareId.length > 40 || !/^[A-Za-z0-9]+$/.test(shareId)) return null;
  const [analysisId, year, suffix, ...rest] = hashids.decode(shareId).map(Number);
  if (analysisId === undefined || year !== YEAR || suffix !== SUFFIX || rest.length > 0) return null;
  if (!Number.isSafeInteger(analysisId) || analysisId < 1 || encodeShareId(analysisId) !== shareId) return null;
  return analysisId;
}

/** Either name of an analysis: its share id, or its plain number, which a share id never is (it holds letters). */
export function readShareReference(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : decodeShareId(text);
}
