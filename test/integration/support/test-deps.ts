import { NO_BILLING } from "#app/adapters/billing.server.ts";
import { createOutboxSender } from "#app/adapters/mail.server.ts";
import { NO_PASSWORDS } from "#app/adapters/password-hash.server.ts";
import { insertDevMail } from "#app/db/jobs/dev-mails.server.ts";
import type { QueueName } from "#app/domain/job-kinds.ts";
import { readOperator } from "#app/domain/operator.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobMessage } from "#app/services/jobs/job-messages.ts";
import type { TestDatabase } from "./workerd/test-database.ts";

/** Saturday, 21 November 2026, 10:00 in Japan. */
export const SATURDAY_MORNING = Date.parse("2026-11-21T10:00:00+09:00") / 1000;

interface SentMessage {
  queue: QueueName;
  message: JobMessage;
  delaySeconds: number;
}

const SENT = { metadata: { metrics: { backlogCount: 0, backlogBytes: 0 } } };

/** A queue that only records. */
export const recordingQueue = (
  record: (message: JobMessage, delaySeconds: number) => void,
): Pick<Queue<JobMessage>, "send" | "sendBatch"> => ({
  async send(message, options) {
    record(message, options?.delaySeconds ?? 0);
    return SENT;
  },
  async sendBatch(messages) {
    for (const { body, delaySeconds } of messages) record(body, delaySeconds ?? 0);
    return SENT;
  },
});

/** Dependencies with a clock set by the test, queues that only record, and ascending ids. */
export function createTestDeps(
  database: Pick<TestDatabase, "store" | "db">,
  overrides: Partial<Deps> = {},
): Deps & { clock: { now: number }; sent: SentMessage[] } {
  const clock = { now: SATURDAY_MORNING };
  const sent: SentMessage[] = [];
  let ids = 0;
  const queue = (name: QueueName) =>
    recordingQueue((message, delaySeconds) => sent.push({ queue: name, message, delaySeconds }));
  return {
    db: database.db,
    store: database.store,
    queues: {
      train: queue("train"),
      score: queue("score"),
      background: queue("background"),
      ingest: queue("ingest"),
      notify: queue("notify"),
      push: queue("push"),
    },
    passwords: NO_PASSWORDS,
    billing: NO_BILLING,
    floodLimits: { doors: null, calls: null },
    mail: createOutboxSender((mail) => insertDevMail(database.db, mail)),
    now: () => clock.now,
    machineNow: () => clock.now,
    clockSpeed: 1,
    newId: () => `id-${++ids}`,
    config: {
      environment: "development",
      publicUrl: "http://127.0.0.1:8788",
      coversSubdomains: false,
      sessionSecret: "test-session-secret-0123456789",
      adminToken: "test-admin-token-0123456789",
      mailFrom: "noreply@example.com",
      paymentOrigin: "http://127.0.0.1:12111",
      signUpNoticeUrl: null,
      witnesses: [],
      alertUrl: null,
      alertMail: null,
      push: null,
      contactUrl: null,
      officialAccountUrl: null,
      operator: readOperator({}),
    },
    ...overrides,
    clock,
    sent,
  };
}
