import { readFileSync } from "node:fs";
import path from "node:path";
import { createPasswordHasher, createTurns } from "#app/adapters/password-hash.server.ts";

const DIST = path.resolve(import.meta.dirname, "../../../node_modules/argon2id/dist");

function compile(file: string): WebAssembly.Module {
  return new WebAssembly.Module(readFileSync(path.join(DIST, file)));
}

/** The real argon2id, with a queue of any length. */
export function createTestHasher({ maxWaiting = 100 }: { maxWaiting?: number } = {}) {
  return createPasswordHasher({
    modules: { simd: compile("simd.wasm"), noSimd: compile("no-simd.wasm") },
    turns: createTurns({ maxWaiting, pause: () => new Promise((resolve) => setTimeout(resolve, 1)) }),
  });
}
