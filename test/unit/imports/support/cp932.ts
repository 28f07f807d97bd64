/** CP932 bytes of a text, by trying all its bytes on the decoder: nothing in Node encodes it. */
export function cp932(text: string): Uint8Array {
  return Uint8Array.from([...text].flatMap((character) => BYTES.get(character) ?? fail(character)));
}

const BYTES = new Map<string, number[]>();
const decoder = new TextDecoder("shift_jis");
for (let byte = 0; byte < 256; byte += 1) add([byte]);
for (let lead = 0x81; lead < 0xfd; lead += 1) for (let trail = 0x40; trail < 0xfd; trail += 1) add([lead, trail]);

function add(bytes: number[]): void {
  const text = decoder.decode(Uint8Array.from(bytes));
  if ([...text].length === 1 && text !== "\ufffd" && !BYTES.has(text)) BYTES.set(text, bytes);
}

function fail(character: string): never {
  throw new Error(`${character} is not in CP932`);
}
