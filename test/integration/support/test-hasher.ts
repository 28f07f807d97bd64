import { readFileSync } from "node:fs";
import path from "node:path";
import { createPasswordHasher, createTurns, type Turns } from "#app/adapters/password-hash.server.ts";

const DIST = path.resolve(import.meta.dirname, "../../../node_modules/argon2id/dist");

function compile(file: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(path.join(DIST, file)));
}

/** The real argon2id, with a queue of any length or another. */
export function createTestHasher({
  maxWaiting = 100,
  turns = createTurns({ maxWaiting, pause: () => new Promise((resolve) => setTimeout(resolve, 1)) }),
}: {
  maxWaiting?: number;
  turns?: Turns;
} = {}) {
  return createPasswordHasher({ modules: { simd: compile("simd.wasm"), noSimd: compile("no-simd.wasm") }, turns });
}
