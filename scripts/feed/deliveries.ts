import { LEAST_ROOM, type Part, type TrackedFile } from "./tracked-file.ts";

/** Size of one delivery. The site accepts 1 MB, but live records must not wait long behind a year's file. */
const DELIVERY_BYTES = 512 * 1024;
/** Files with so little to send, mostly an announcement, go first. */
const LIVE_BYTES = 64 * 1024;
/** Lines per delivery of a file, by its failures in a row: fewer lines isolate the faulty one. */
const LINES_AFTER_FAILURES = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 64, 8, 1];
/** Records that others need come first, so that fewer are kept aside meanwhile; the site takes any order. */
const FIRST_KINDS = ["RA", "SE"];

export async function nextDelivery(files: readonly TrackedFile[], now: number): Promise<Part[]> {
  const parts: Part[] = [];
  let bytes = DELIVERY_BYTES;
  for (const file of inOrder(files)) {
    const isAlone = file.failures > 0;
    if (isAlone && parts.length > 0) break;
    const lines = LINES_AFTER_FAILURES[Math.min(file.failures, LINES_AFTER_FAILURES.length - 1)] ?? 1;
    // Files may go at any time; the next scan says what is wrong with others.
    const part = await file.nextPart({ bytes, lines }, now).catch(() => null);
    if (part === null) continue;
    parts.push(part);
    bytes -= part.bytes.length;
    if (isAlone || part.isTail || bytes < LEAST_ROOM) break;
  }
  return parts;
}

/** Without failures first, then what is live, then by kind and time. */
function inOrder(files: readonly TrackedFile[]): TrackedFile[] {
  const keyed = files.map((file) => {
    const kind = FIRST_KINDS.indexOf(file.kind);
    const rank = [
      file.failures,
      file.bytesLeft() > LIVE_BYTES ? 1 : 0,
      kind === -1 ? FIRST_KINDS.length : kind,
      file.mtimeMs,
    ];
    return { file, rank };
  });
  keyed.sort((one, other) => {
    const at = one.rank.findIndex((value, index) => value !== other.rank[index]);
    return (one.rank[at] ?? 0) - (other.rank[at] ?? 0);
  });
  return keyed.map(({ file }) => file);
}
