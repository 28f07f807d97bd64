import * as z from "zod";

/**
 * Several record files in one body: a line of JSON with name and size precedes the bytes of each. Years of small files
 * are sent at once, and refusals still name the operator's file and line.
 */

const BUNDLE_FILE = "records.bundle";

export const bundleName = (number: number): string => `${number}/${BUNDLE_FILE}`;

export const isBundleName = (name: string): boolean => name.split("/").at(-1) === BUNDLE_FILE;

const fileSchema = z.object({ name: z.string(), bytes: z.int().nonnegative() });
type BundledFile = z.infer<typeof fileSchema>;

export const bundleHeader = ({ name, bytes }: BundledFile): string => `${JSON.stringify({ name, bytes })}\n`;

export type BundlePart =
  | { kind: "file"; name: string }
  /** Bytes of the last opened file; valid until the next call. */
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "end" };

const LONGEST_HEADER = 4096;
const LINE_FEED = 10;

export function createBundleReader() {
  const header = new Uint8Array(LONGEST_HEADER);
  let headerBytes = 0;
  /** Remaining bytes of the open file; null between files. */
  let left: number | null = null;

  function begin(parts: BundlePart[]): void {
    const { name, bytes } = readHeader(header.subarray(0, headerBytes));
    headerBytes = 0;
    parts.push({ kind: "file", name });
    left = bytes;
    endIfRead(parts);
  }

  function endIfRead(parts: BundlePart[]): void {
    if (left !== 0) return;
    parts.push({ kind: "end" });
    left = null;
  }

  return {
    /** Accepts bytes cut anywhere. @throws {RangeError} if they are no bundle */
    push(bytes: Uint8Array): BundlePart[] {
      const parts: BundlePart[] = [];
      for (let at = 0; at < bytes.length; ) {
        if (left === null) {
          const byte = bytes[at] ?? 0;
          at += 1;
          if (byte === LINE_FEED) begin(parts);
          else if (headerBytes === LONGEST_HEADER) throw new RangeError("the bundle has a header that is too long");
          else {
            header[headerBytes] = byte;
            headerBytes += 1;
          }
        } else {
          const taken = Math.min(left, bytes.length - at);
          parts.push({ kind: "bytes", bytes: bytes.subarray(at, at + taken) });
          at += taken;
          left -= taken;
          endIfRead(parts);
        }
      }
      return parts;
    },
    /** False within a file or header. */
    isComplete: () => left === null && headerBytes === 0,
  };
}

function readHeader(line: Uint8Array): BundledFile {
  try {
    return fileSchema.parse(JSON.parse(new TextDecoder().decode(line)));
  } catch {
    throw new RangeError("the bundle has a header that is none");
  }
}
