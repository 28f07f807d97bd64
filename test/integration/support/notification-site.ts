import { saveChoices } from "#app/db/notifications/notification-choices.server.ts";
import type {
  Notification,
  NotificationChannels,
  NotificationDraft,
  NotificationKind,
} from "#app/domain/notifications.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { insertUser } from "#test/integration/support/rows.ts";
import { handlers } from "#workers/jobs/handlers.ts";
import { createTestDeps } from "./test-deps.ts";
import { createTestDatabase } from "./workerd/test-database.ts";

/**
 * Users 1 to 3 without a choice, and what reaches them by mail and by a push service of the test.
 *
 * @param pushNotification instead of that push service
 */
export async function createNotificationSite({
  isPushOffered = false,
  pushNotification,
}: {
  isPushOffered?: boolean;
  pushNotification?: Deps["pushNotification"];
} = {}) {
  const database = await createTestDatabase();
  const pushed: Notification[] = [];
  /** Refusals of the push service to come. */
  const push = { refusals: 0 };
  const deps = createTestDeps(database, {
    ...(isPushOffered && {
      pushNotification: async (_deps, notification) => {
        if (push.refusals > 0) {
          push.refusals -= 1;
          throw new Error("the push service is down");
        }
        pushed.push(notification);
        return { kind: "done" };
      },
    }),
    ...(pushNotification && { pushNotification }),
  });
  for (const id of [1, 2, 3]) await insertUser(database.db, { id, createdAt: 1 });
  const rows = async <Row>(sql: string) => (await database.d1.prepare(sql).all<Row>()).results;

  return {
    ...database,
    deps,
    push,
    pushed,
    rows,
    choose: (userId: number, kind: NotificationKind, channels: Partial<NotificationChannels> = { byMail: true }) =>
      saveChoices(database.db, { userId, choices: [{ kind, ...channels }], now: deps.now() }),
    /** Runs open jobs that are due, each `count` times at once, until none is left. */
    work: async ({ count = 1 }: { count?: number } = {}) => {
      for (;;) {
        const open = await rows<{ id: string }>(
          `select id from jobs where kind in ('send-mail', 'push-notification') and status in ('queued', 'running')
             and run_after <= ${deps.now()}`,
        );
        if (open.length === 0) return;
        for (const { id } of open) {
          const runs = Array.from({ length: count }, () =>
            runJob(deps, handlers, { jobId: id, yieldToEventLoop: async () => {} }),
          );
          await Promise.all(runs);
        }
      }
    },
    mails: () =>
      rows<{ to: string; subject: string; text: string; html: string; headers: string }>(
        'select "to", subject, text, html, headers from dev_mails order by id',
      ),
    notifications: () =>
      rows<{ user_id: number; kind: string; event_key: string; title: string; body: string; path: string }>(
        "select user_id, kind, event_key, title, body, path from notifications order by user_id, id",
      ),
  };
}

/** A notification to a user, about one event. */
export function draftOf(userId: number, values: Partial<NotificationDraft> = {}): NotificationDraft {
  return {
    userId,
    kind: "race-settled",
    event: "2026-11-21",
    day: "2026-11-21",
    title: "分析したレースの結果が出ました",
    body: "2レースの結果が出ました。",
    path: "/days/2026-11-21",
    ...values,
  };
}
