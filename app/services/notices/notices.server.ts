import { bookDeliveries, findWantedNotice, insertNotices, recordPushed } from "#app/db/notices/notices.server.ts";
import type { NoticeDraft } from "#app/domain/notices.ts";
import type { Deps, PushedNotice, PushProgress } from "#app/services/deps.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";

/** Drafts are bound as one JSON text. */
const DRAFTS_PER_WRITE = 500;

/** Each makes two jobs and two messages at most, and a Worker has a thousand calls. */
const NOTICES_PER_LOOK = 200;

/**
 * Queues notices and hands those that are due to their jobs. A draft becomes a notice if its user has chosen its kind, once
 * per event: again, or at the same time by another process, it changes nothing.
 *
 * @param input dueAt: when to deliver, unix seconds; at once by default
 */
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

/**
 * Hands due notices to the jobs of the channels that their users have chosen: a mail, a push, both or, if the choice was
 * taken back or the user pauses, none. Called every minute, and after notices were queued.
 */
export async function deliverDueNotices(deps: Deps): Promise<void> {
  const mayPush = deps.pushNotice !== undefined;
  const booked = await bookDeliveries(deps.db, { now: deps.now(), limit: NOTICES_PER_LOOK, mayPush });
  await wakeJobs(deps, [
    ...booked.mails.map((id) => ({ id, kind: "send-mail" }) as const),
    ...booked.pushes.map((id) => ({ id, kind: "push-notice" }) as const),
  ]);
}

/**
 * Job "push-notice": pushes a notice to its user's browsers (`Deps.pushNotice`), unless the user does not want it any more.
 *
 * @throws if it cannot be known what became of it: the job is retried
 */
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
