// Adds a flag of V8 to workerd's configuration, from standard input to standard output: Cap'n Proto, as Miniflare writes it.
import { buffer } from "node:stream/consumers";

const WORD = 8;
/** Place of `v8Flags` among the pointers of `Config` (workerd.capnp). */
const V8_FLAGS = 2;
const LIST = 1;
const BYTES = 2;
const POINTERS = 6;

const config = await buffer(process.stdin);
process.stdout.write(withFlag(config, `--max-heap-size=${Number(process.argv[2])}`));

/**
 * The message with a list of one text behind its first segment.
 * @param {Buffer} message
 * @param {string} flag
 */
function withFlag(message, flag) {
  const segments = message.readUInt32LE(0) + 1;
  const start = Math.ceil((4 + 4 * segments) / WORD) * WORD;
  const words = message.readUInt32LE(4);
  const end = start + words * WORD;
  const dataWords = message.readUInt16LE(start + 4);
  const firstPointer = 1 + (message.readInt32LE(start) >> 2) + dataWords;
  const text = Buffer.from(`${flag}\0`);
  const added = Buffer.alloc(WORD + Math.ceil(text.length / WORD) * WORD);
  listPointer({ from: 0, to: 1, kind: BYTES, count: text.length }).copy(added);
  text.copy(added, WORD);
  const changed = Buffer.concat([message.subarray(0, end), added, message.subarray(end)]);
  changed.writeUInt32LE(words + added.length / WORD, 4);
  const flags = firstPointer + V8_FLAGS;
  listPointer({ from: flags, to: words, kind: POINTERS, count: 1 }).copy(changed, start + flags * WORD);
  return changed;
}

/** @param {{ from: number, to: number, kind: number, count: number }} list words of the pointer and of the content */
function listPointer({ from, to, kind, count }) {
  const pointer = Buffer.alloc(WORD);
  pointer.writeInt32LE(((to - from - 1) << 2) | LIST, 0);
  pointer.writeUInt32LE(((count << 3) | kind) >>> 0, 4);
  return pointer;
}
