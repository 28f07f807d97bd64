import Hashids from "hashids";

/** Changing these breaks posted links. */
const YEAR = 2023;
const SUFFIX = 9;

const hashids = new Hashids("", 0);

/** `hashids('', 0).encode(id, 2023, 9)`. Not secret: access depends on what was shared. */
export function encodeShareId(analysisId: number): string {
  return hashids.encode(analysisId, YEAR, SUFFIX);
}

/** Null unless {@link encodeShareId} produces exactly this spelling. */
export function decodeShareId(shareId: string): number | null {
  // Longer than the code of any safe integer.
  if (shareId.length > 40 || !/^[A-Za-z0-9]+$/.test(shareId)) return null;
  const [analysisId, year, suffix, ...rest] = hashids.decode(shareId).map(Number);
  if (analysisId === undefined || year !== YEAR || suffix !== SUFFIX || rest.length > 0) return null;
  if (!Number.isSafeInteger(analysisId) || analysisId < 1 || encodeShareId(analysisId) !== shareId) return null;
  return analysisId;
}

export function readShareReference(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : decodeShareId(text);
}
