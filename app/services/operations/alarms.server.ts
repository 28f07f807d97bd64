import * as z from "zod";
import { OutageError } from "#app/adapters/outage.server.ts";
import { type Alarm, endAlarm, listAlarms, listOpenAlarms, raiseAlarm } from "#app/db/operations/alarms.server.ts";
import { bookSilenceAlert } from "#app/db/racing/delivered-days.server.ts";
import { concernWords } from "#app/domain/operations/concern-words.ts";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob } from "#app/services/jobs/job-context.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import type { MailJobPayload } from "#app/services/mail/mail-jobs.server.ts";
import { readWork } from "./site-status.server.ts";

const TIMEOUT_MS = 10_000;
const LISTED = 20;

const payloadSchema = z.object({
  key: z.string(),
  level: z.enum(["attention", "broken"]),
  text: z.string(),
  is_over: z.boolean(),
  at: z.number(),
});
type AlarmPayload = z.infer<typeof payloadSchema>;

/** Reports each concern once at its beginning and once at its end (ALERT_URL, ALERT_MAIL). */
export async function checkAlarms(deps: Deps): Promise<void> {
  if (deps.config.alertUrl === null && deps.config.alertMail === null) return;
  const [work, open] = [await readWork(deps), await listOpenAlarms(deps.db)];
  const concerns = findConcerns(work);
  const now = deps.now();
  for (const concern of concerns) {
    if (open.some(({ key }) => key === concern.key)) continue;
    const alarm = { key: concern.key, level: concern.level, text: concernWords(concern).text, raisedAt: now };
    const tellers = tellersOf(deps, { ...alarm, isOver: false });
    if (await raiseAlarm(deps.db, { alarm, tellers })) for (const job of tellers) await wakeJob(deps, job);
  }
  for (const alarm of open) {
    if (concerns.some(({ key }) => key === alarm.key)) continue;
    const tellers = tellersOf(deps, { ...alarm, isOver: true });
    if (await endAlarm(deps.db, { id: alarm.id, now, tellers })) for (const job of tellers) await wakeJob(deps, job);
  }
}

/** One per configured channel. */
function tellersOf(
  deps: Deps,
  { key, level, text, isOver }: Pick<Alarm, "key" | "level" | "text"> & { isOver: boolean },
) {
  const now = deps.now();
  const subject = `${key}:${isOver ? "over" : "raised"}:${now}`;
  const mail: MailJobPayload = { about: "alarm", text, isOver, at: now };
  const post: AlarmPayload = { key, level, text, is_over: isOver, at: now };
  return [
    ...(deps.config.alertMail === null
      ? []
      : [{ id: deps.newId(), kind: "send-mail", subject: `alarm:${subject}`, payload: mail, now } as const]),
    ...(deps.config.alertUrl === null
      ? []
      : [{ id: deps.newId(), kind: "send-alarm", subject, payload: post, now } as const]),
  ];
}

/** `text` is the whole sentence, which chats show. @throws if the receiver rejects it: the job is retried */
export async function postAlarm(deps: Deps, { payload }: Pick<ClaimedJob, "payload">): Promise<void> {
  if (deps.config.alertUrl === null) return;
  const { text, ...alarm } = payloadSchema.parse(payload);
  const sentence = alarm.is_over ? `解消: ${text}` : text;
  const answer = await fetch(deps.config.alertUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ ...alarm, text: `${sentence} ${deps.config.publicUrl}/admin` }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await answer.body?.cancel();
  if (answer.status === 429 || answer.status >= 500) throw new OutageError(`the alarm was answered ${answer.status}`);
  if (!answer.ok) throw new Error(`the alarm was answered ${answer.status}`);
}

export async function listNewestAlarms(deps: Deps): Promise<Alarm[]> {
  return listAlarms(deps.db, { limit: LISTED });
}

const MINUTE = 60;
const RULES = { silence: 15 * MINUTE, before: 60 * MINUTE, after: 30 * MINUTE, repeat: 60 * MINUTE };

/** 15 minutes without records while a result is missing. One mail per silence, then hourly. */
export async function alertOfSilence(deps: Deps): Promise<void> {
  if (deps.config.alertMail === null) return;
  const now = deps.now();
  const day = japanDay(now);
  const id = deps.newId();
  const payload: MailJobPayload = { about: "silent-race-day", day };
  const job = { id, kind: "send-mail", subject: id, payload, now } as const;
  if (await bookSilenceAlert(deps.db, { day, now, rules: RULES, job })) await wakeJob(deps, job);
}
