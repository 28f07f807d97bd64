/** Lines that are damaged as files are: bytes flipped, cut, swapped, doubled, put in, lines joined. A seed repeats them. */

/** A whole number from 0 up to but not including `below`. */
export type Dice = (below: number) => number;

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** Bytes that mean something in tables or records. */
const TELLING = [...'0123456789,-+."\r\n\t */()', "\ufeff", "\u202e", "０", "取"].map((text) =>
  new TextEncoder().encode(text),
);

type Damage = (bytes: Uint8Array, roll: Dice) => Uint8Array;

const DAMAGES: readonly Damage[] = [
  (bytes, roll) => bytes.with(roll(bytes.length), roll(256)),
  (bytes, roll) => {
    const at = roll(bytes.length);
    return bytes.with(at, (bytes[at] ?? 0) ^ (1 << roll(8)));
  },
  (bytes, roll) => splice(bytes, { at: roll(bytes.length), gone: 1 + roll(40) }),
  (bytes, roll) => bytes.subarray(0, roll(bytes.length)),
  (bytes, roll) => splice(bytes, { at: roll(bytes.length), added: TELLING[roll(TELLING.length)] }),
  (bytes, roll) => splice(bytes, { at: roll(bytes.length), gone: 1, added: TELLING[roll(TELLING.length)] }),
  (bytes, roll) =>
    splice(bytes, { at: roll(bytes.length), added: Uint8Array.from({ length: 1 + roll(300) }, () => roll(256)) }),
  // A piece twice.
  (bytes, roll) => {
    const from = roll(bytes.length);
    return splice(bytes, { at: roll(bytes.length), added: bytes.slice(from, from + 1 + roll(60)) });
  },
  // Two bytes in each other's place.
  (bytes, roll) => {
    const [one, other] = [roll(bytes.length), roll(bytes.length)];
    return bytes.with(one, bytes[other] ?? 0).with(other, bytes[one] ?? 0);
  },
  // Two cells in each other's place.
  (bytes, roll) => {
    const cells = new TextDecoder("latin1").decode(bytes).split(",");
    const [one, other] = [roll(cells.length), roll(cells.length)];
    const swapped = cells.with(one, cells[other] ?? "").with(other, cells[one] ?? "");
    return Uint8Array.from(Buffer.from(swapped.join(","), "latin1"));
  },
];

/** The bytes with one to three damages; never longer than a few hundred bytes more. */
export function damage(bytes: Uint8Array, roll: Dice): Uint8Array {
  let damaged = bytes;
  for (let left = 1 + (roll(3) === 0 ? roll(3) : 0); left > 0 && damaged.length > 0; left -= 1) {
    damaged = DAMAGES[roll(DAMAGES.length)]?.(damaged, roll) ?? damaged;
  }
  return damaged;
}

function splice(
  bytes: Uint8Array,
  { at, gone = 0, added = new Uint8Array() }: { at: number; gone?: number; added?: Uint8Array | undefined },
) {
  return Uint8Array.from([...bytes.subarray(0, at), ...added, ...bytes.subarray(at + gone)]);
}

const LINE_FEED = 10;

/** A file's text with one of its lines damaged, line feed and all. @returns also which line, from 1 */
export function damageLine(file: Uint8Array, roll: Dice): { bytes: Uint8Array; line: number } {
  const ends = [...file.keys()].filter((at) => file[at] === LINE_FEED);
  const index = roll(ends.length);
  const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
  const end = (ends[index] ?? 0) + 1;
  const damaged = damage(file.subarray(start, end), roll);
  return { bytes: splice(file, { at: start, gone: end - start, added: damaged }), line: index + 1 };
}
