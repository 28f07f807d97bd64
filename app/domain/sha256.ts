/**
 * SHA-256 in hexadecimal, of a text's UTF-8 or of bytes.
 *
 * @param bytes how many of the 32 to keep, from the first; 16 are enough where a collision harms nobody but its maker
 */
export async function sha256Hex(
  data: string | ArrayBuffer | ArrayBufferView<ArrayBuffer>,
  { bytes = 32 }: { bytes?: number } = {},
): Promise<string> {
  const digest = await crypto.subtle.digest(
    "SHA-256",
    typeof data === "string" ? new TextEncoder().encode(data) : data,
  );
  return Array.from(new Uint8Array(digest, 0, bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
