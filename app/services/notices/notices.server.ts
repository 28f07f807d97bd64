import { bookDeliveries, findWantedNotice, insertNotices, recordPushed } from "#app/db/notices/notices.server.ts";
import type { NoticeDraft } from "#app/domain/notices.ts";
import type { Deps, PushedNotice, PushProgress } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";

/** Bound as one JSON text. */
const DRAFTS_PER_WRITE = 500;

/** Two jobs and two messages each; a Worker has a thousand calls. */
const NOTICES_PER_LOOK = 200;

/** Only kinds that the user chose, once per event. @param input dueAt: unix seconds; default: now */
export async function queueNotices(
  deps: Deps,
  { drafts, dueAt }: { drafts: readonly NoticeDraft[]; dueAt?: number },
): Promise<void> {
  const now = deps.now();
  for (let at = 0; at < drafts.length; at += DRAFTS_PER_WRITE) {
    await insertNotices(deps.db, { drafts: drafts.slice(at, at + DRAFTS_PER_WRITE), dueAt: dueAt ?? now, now });
  }
  if (drafts.length > 0) await deliverDueNotices(deps);
}

/** A mail, a push, both or, if unwanted or paused, none. Called every minute, and after queueing. */
export async function deliverDueNotices(deps: Deps): Promise<void> {
  const mayPush = deps.pushNotice !== undefined;
  const booked = await bookDeliveries(deps.db, { now: deps.now(), limit: NOTICES_PER_LOOK, mayPush });
  await wakeJobs(deps, [
    ...booked.mails.map((id) => ({ id, kind: "send-mail" }) as const),
    ...booked.pushes.map((id) => ({ id, kind: "push-notice" }) as const),
  ]);
}

/** Unless unwanted by now. @throws if the outcome is unknown: the job is retried */
export async function pushNoticeOfJob(
  deps: Deps,
  { noticeId, progress }: { noticeId: number; progress: PushProgress },
): Promise<PushedNotice> {
  if (deps.pushNotice === undefined) return { kind: "done" };
  const found = await findWantedNotice(deps.db, { noticeId, channel: "byPush", now: deps.now() });
  if (found === null) return { kind: "done" };
  const { email: _, ...notice } = found;
  const pushed = await deps.pushNotice(deps, notice, progress);
  if (pushed.kind === "done") await recordPushed(deps.db, { noticeId, now: deps.now() });
  return pushed;
}
