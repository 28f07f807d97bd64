import { createDeliverer, createDeliveryState, type Deliverer, type DeliveryState } from "./delivery.ts";
import type { Fault } from "./faults.ts";
import { readState, writeState } from "./state-file.ts";
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
  draftSeconds?: number;
}

/** A world with a clock, a state file and webhooks. */
export interface Shop {
  apiKey: string;
  world: World;
  delivery: DeliveryState;
  deliverer: Deliverer;
  faults: Fault[];
  /** Unix seconds in the world. */
  now(): number;
  /** Moves the world's clock forward to an instant; an earlier one is ignored. */
  moveTo(instant: number): void;
  /** Stops the clock, or resumes it from where it stopped. */
  freeze(isFrozen: boolean): void;
  isFrozen(): boolean;
  /** Advances the world to the current time, queues the new webhooks and saves the state. */
  tick(): void;
}

/** Creates a shop, with the saved state of an earlier run if there is one. */
export function openShop(options: ShopOptions): Shop {
  const saved = options.stateDir === null ? null : readState(options.stateDir);
  const machineTime = () => Math.floor(Date.now() / 1000) + options.clockOffsetSeconds;
  const world =
    saved?.world ??
    createWorld({
      salt: options.salt,
      now: machineTime(),
      ...(options.draftSeconds === undefined ? {} : { draftSeconds: options.draftSeconds }),
    });
  const delivery = createDeliveryState(options.webhookUrl, options.webhookSecrets);
  delivery.queue = saved?.queue ?? [];
  let advancedSeconds = saved?.advancedSeconds ?? 0;
  let frozenAt: number | null = null;
  let queuedEvents = world.events.length;
  const save = () => {
    if (options.stateDir === null) return;
    writeState(options.stateDir, { version: 1, world, queue: delivery.queue, advancedSeconds });
  };
  const deliverer = createDeliverer({
    state: delivery,
    findEvent: (id) => world.events.find((event) => event.id === id),
    signingTime: machineTime,
    onChange: save,
  });
  const now = () => frozenAt ?? Math.max(world.now, machineTime() + advancedSeconds);
  const tick = () => {
    world.aheadSeconds = Math.max(0, now() - machineTime());
    const before = world.sequence;
    advance(world, now());
    const fresh = world.events.slice(queuedEvents);
    queuedEvents = world.events.length;
    deliverer.enqueue(fresh);
    if (fresh.length > 0 || world.sequence !== before) save();
    void deliverer.run();
  };
  return {
    apiKey: options.apiKey,
    world,
    delivery,
    deliverer,
    faults: [],
    now,
    moveTo(instant) {
      if (frozenAt !== null) frozenAt = Math.max(world.now, instant);
      advancedSeconds = Math.max(world.now, instant) - machineTime();
      tick();
      save();
    },
    freeze(isFrozen) {
      if (!isFrozen && frozenAt !== null) advancedSeconds = frozenAt - machineTime();
      frozenAt = isFrozen ? now() : null;
    },
    isFrozen: () => frozenAt !== null,
    tick,
  };
}
