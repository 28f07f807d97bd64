import { signBody, webhookBody } from "./signature.ts";
import type { EventRecord } from "./world/records.ts";

/** Seconds before each retry. Stripe's grow to hours. */
const RETRY_SECONDS = [1, 2, 5, 15, 60, 300, 900] as const;
const RESPONSE_TIMEOUT_MS = 20_000;

export interface Delivery {
  event: string;
  attempts: number;
  /** Machine time in milliseconds: retries follow the machine's clock, not the world's. */
  dueAt: number;
}

export interface Deliverer {
  readonly queue: Delivery[];
  enqueue(events: readonly EventRecord[]): void;
  /** Sends all due deliveries. */
  run(): Promise<void>;
  /** Resolves after the delivery in progress; starts no other. */
  stop(): Promise<void>;
}

interface DelivererOptions {
  endpoint: string | null;
  secrets: readonly string[];
  queue: Delivery[];
  findEvent: (id: string) => EventRecord | undefined;
  /** Unix seconds for the signature: the product's time, even if the world's clock was moved ahead of it. */
  signingTime: () => number;
  onChange: () => void;
}

/** Sends webhooks one after another, and retries those without a 2xx response. */
export function createDeliverer({ endpoint, secrets, queue, ...options }: DelivererOptions): Deliverer {
  let running: Promise<void> | null = null;
  let isStopped = false;

  async function send(delivery: Delivery): Promise<boolean> {
    const event = options.findEvent(delivery.event);
    if (event === undefined || endpoint === null) return true;
    const body = webhookBody(event);
    delivery.attempts += 1;
    try {
      const response = await fetch(endpoint, {
        method: "POST",
        headers: {
          "content-type": "application/json; charset=utf-8",
          "stripe-signature": signBody(body, secrets, options.signingTime()),
          "user-agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
        },
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.ok;
    } catch {
      // Unreachable or timed out: retried like a response other than 2xx.
      return false;
    }
  }

  async function drain(): Promise<void> {
    while (!isStopped) {
      const delivery = queue.find(({ dueAt }) => dueAt <= Date.now());
      if (delivery === undefined) return;
      const isDelivered = await send(delivery);
      const wait = RETRY_SECONDS[delivery.attempts - 1];
      if (isDelivered || wait === undefined) queue.splice(queue.indexOf(delivery), 1);
      else delivery.dueAt = Date.now() + wait * 1000;
      options.onChange();
    }
  }

  const run = () => {
    running ??= drain().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    queue,
    enqueue(events) {
      if (endpoint !== null) queue.push(...events.map(({ id }) => ({ event: id, attempts: 0, dueAt: Date.now() })));
    },
    run,
    stop() {
      isStopped = true;
      return run();
    },
  };
}
