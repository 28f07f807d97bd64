import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DeliveryState } from "./delivery.ts";
import type { World } from "./world/records.ts";

/** The state that survives a restart. */
interface SavedState {
  version: 1;
  world: World;
  queue: DeliveryState["queue"];
  /** Seconds by which controls have moved the world's clock ahead. */
  advancedSeconds: number;
}

const FILE = "stripe.json";

/** Reads the state of an earlier run; null if there is none. */
export function readState(directory: string): SavedState | null {
  try {
    const saved: SavedState = JSON.parse(readFileSync(path.join(directory, FILE), "utf8"));
    if (saved.version !== 1) throw new Error(`${FILE} is of another version: delete it`);
    return saved;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a temporary file and renames it, so that a kill leaves either the old or the new state. */
export function writeState(directory: string, state: SavedState): void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, FILE);
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}
