import { sha256Hex } from "#app/domain/sha256.ts";

/** The two hashes of the trees (RFC 6962, 2.1) in hexadecimal; the first byte separates leaves from nodes. */

const LEAF = 0;
const NODE = 1;
const HASH = /^[0-9a-f]{64}$/;

/** SHA-256 of 0 and a text's UTF-8. */
export async function leafHash(body: string): Promise<string> {
  const text = new TextEncoder().encode(body);
  const bytes = new Uint8Array(1 + text.length);
  bytes[0] = LEAF;
  bytes.set(text, 1);
  return sha256Hex(bytes);
}

/** SHA-256 of 1 and two hashes. */
export async function nodeHash(left: string, right: string): Promise<string> {
  const bytes = new Uint8Array(65);
  bytes[0] = NODE;
  writeHash(bytes, 1, left);
  writeHash(bytes, 33, right);
  return sha256Hex(bytes);
}

/** SHA-256 of nothing. */
export const EMPTY_TREE = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

export function isHash(text: string): boolean {
  return HASH.test(text);
}

function writeHash(bytes: Uint8Array, at: number, hash: string): void {
  for (let byte = 0; byte < 32; byte++) bytes[at + byte] = Number.parseInt(hash.slice(2 * byte, 2 * byte + 2), 16);
}
