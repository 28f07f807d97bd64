import { signBody, webhookBody } from "./signature.ts";
import type { EventRecord } from "./world/records.ts";

/** Seconds before each retry, multiplied by `retryScale`. Stripe's grow to hours. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 900] as const;
const ANSWER_MILLISECONDS = 20_000;

interface Delivery {
  event: string;
  attempts: number;
  /** Machine time in milliseconds: retries follow the machine's clock, not the world's. */
  dueAt: number;
  lastStatus: number | null;
}

interface DeliverySettings {
  endpoint: string | null;
  secrets: string[];
  isPaused: boolean;
  /** How many copies of each event are queued; Stripe normally sends one. */
  copies: number;
  /** Seed of a random order of the queue; null keeps the order of events. */
  shuffleSeed: number | null;
  retryScale: number;
}

export interface DeliveryState {
  settings: DeliverySettings;
  queue: Delivery[];
}

export interface Deliverer {
  enqueue(events: readonly EventRecord[]): void;
  /** Sends all due deliveries, unless paused. */
  run(): Promise<void>;
  /** Sends the whole queue once, even if paused or not yet due. */
  flush(): Promise<{ delivered: number; failed: number }>;
}

export function createDeliveryState(endpoint: string | null, secrets: string[]): DeliveryState {
  return {
    settings: { endpoint, secrets, isPaused: false, copies: 1, shuffleSeed: null, retryScale: 1 },
    queue: [],
  };
}

/** The pseudo-random generator mulberry32; a seed always gives the same sequence. */
function createDice(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Returns a shuffled copy (Fisher–Yates). */
function shuffle<T>(items: readonly T[], seed: number): T[] {
  const dice = createDice(seed);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(dice() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return shuffled;
}

interface DelivererOptions {
  state: DeliveryState;
  findEvent: (id: string) => EventRecord | undefined;
  /** Unix seconds for the signature: the product's time, even if the world's clock was moved ahead of it. */
  signingTime: () => number;
  onChange: () => void;
}

/** Sends webhooks one after another, and retries those without a 2xx response. */
export function createDeliverer(options: DelivererOptions): Deliverer {
  const { state } = options;
  let running: Promise<void> | null = null;

  async function send(delivery: Delivery): Promise<boolean> {
    const event = options.findEvent(delivery.event);
    const { endpoint, secrets } = state.settings;
    if (event === undefined || endpoint === null) return true;
    const body = webhookBody(event);
    delivery.attempts += 1;
    try {
      const answer = await fetch(endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signBody(body, secrets, options.signingTime()),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(ANSWER_MILLISECONDS),
      });
      await answer.arrayBuffer();
      delivery.lastStatus = answer.status;
      return answer.ok;
    } catch {
      // Unreachable or timed out: retried like a response other than 2xx.
      delivery.lastStatus = null;
      return false;
    }
  }

  /** Sends one delivery, then removes it from the queue, or schedules a retry if it failed and has retries left. */
  async function attempt(delivery: Delivery): Promise<boolean> {
    const isDelivered = await send(delivery);
    const wait = RETRY_SECONDS[delivery.attempts - 1];
    if (isDelivered || wait === undefined) state.queue = state.queue.filter((each) => each !== delivery);
    else delivery.dueAt = Date.now() + wait * 1000 * state.settings.retryScale;
    options.onChange();
    return isDelivered;
  }

  async function drain(): Promise<void> {
    for (;;) {
      if (state.settings.isPaused) return;
      const due = state.queue.find((each) => each.dueAt <= Date.now());
      if (due === undefined) return;
      await attempt(due);
    }
  }

  return {
    enqueue(events) {
      if (state.settings.endpoint === null) return;
      for (const event of events) {
        for (let copy = 0; copy < state.settings.copies; copy += 1) {
          state.queue.push({ event: event.id, attempts: 0, dueAt: Date.now(), lastStatus: null });
        }
      }
      if (state.settings.shuffleSeed !== null) state.queue = shuffle(state.queue, state.settings.shuffleSeed);
    },
    run() {
      running ??= drain().finally(() => {
        running = null;
      });
      return running;
    },
    async flush() {
      await running;
      const { shuffleSeed } = state.settings;
      const batch = shuffleSeed === null ? [...state.queue] : shuffle(state.queue, shuffleSeed);
      let delivered = 0;
      for (const delivery of batch) if (await attempt(delivery)) delivered += 1;
      return { delivered, failed: batch.length - delivered };
    },
  };
}
