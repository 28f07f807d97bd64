/**
 * In hexadecimal, of bytes or of a text's UTF-8.
 *
 * @param bytes number of leading bytes of the 32; 16 are enough if a collision only harms its author
 */
export async function sha256Hex(
  data: string | ArrayBuffer | ArrayBufferView<ArrayBuffer>,
  { bytes = 32 }: { bytes?: number } = {},
): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    typeof data === "string" ? new TextEncoder().encode(data) : data,
  );
  return toHex(new Uint8Array(digest, 0, bytes));
}

/** Lower-case. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
