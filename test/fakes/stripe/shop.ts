import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createDeliverer, type Deliverer, type Delivery } from "./delivery.ts";
import type { Fault } from "./faults.ts";
import { advance } from "./world/clock.ts";
import { createWorld, type World } from "./world/records.ts";

export interface ShopOptions {
  apiKey: string;
  webhookUrl: string | null;
  webhookSecrets: string[];
  /** Folder of the state file; null to keep the state in memory. */
  stateDir: string | null;
  /** Seconds to add to the machine's clock: the product's CLOCK_OFFSET_SECONDS. */
  clockOffsetSeconds: number;
  /** Part of every id. */
  salt: string;
}

/** A world with a clock, a state file and webhooks. */
export interface Shop {
  apiKey: string;
  world: World;
  deliverer: Deliverer;
  faults: Fault[];
  /** Unix seconds in the world. */
  now(): number;
  /** Moves the world's clock ahead of the product's. */
  advance(seconds: number): void;
  /** Advances the world to the current time, queues the new webhooks and saves the state. */
  tick(): void;
}

/** The state that survives a restart. */
interface SavedState {
  version: 2;
  world: World;
  queue: Delivery[];
}

const FILE = "stripe.json";

/** Reads the state of an earlier run; null if there is none. */
function readState(directory: string): SavedState | null {
  try {
    const saved: SavedState = JSON.parse(readFileSync(path.join(directory, FILE), "utf8"));
    if (saved.version !== 2) throw new Error(`${FILE} is of another version: delete it`);
    return saved;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** Writes a temporary file and renames it, so that a kill leaves either the old or the new state. */
function writeState(directory: string, state: SavedState): void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, FILE);
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

/** Creates a shop, with the saved state of an earlier run if there is one. */
export function openShop({ stateDir, ...options }: ShopOptions): Shop {
  const saved = stateDir === null ? null : readState(stateDir);
  const machineTime = () => Math.floor(Date.now() / 1000) + options.clockOffsetSeconds;
  const world = saved?.world ?? createWorld({ salt: options.salt, now: machineTime() });
  const queue = saved?.queue ?? [];
  let queuedEvents = world.events.length;
  const save = () => {
    if (stateDir !== null) writeState(stateDir, { version: 2, world, queue });
  };
  const deliverer = createDeliverer({
    endpoint: options.webhookUrl,
    secrets: options.webhookSecrets,
    queue,
    findEvent: (id) => world.events.find((event) => event.id === id),
    signingTime: machineTime,
    onChange: save,
  });
  const now = () => Math.max(world.now, machineTime() + world.aheadSeconds);
  const tick = () => {
    const before = world.sequence;
    advance(world, now());
    deliverer.enqueue(world.events.slice(queuedEvents));
    queuedEvents = world.events.length;
    if (world.sequence !== before) save();
    void deliverer.run();
  };
  return {
    apiKey: options.apiKey,
    world,
    deliverer,
    faults: [],
    now,
    advance(seconds) {
      world.aheadSeconds += seconds;
      tick();
      save();
    },
    tick,
  };
}
