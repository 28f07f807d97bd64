import { bookSilenceAlert } from "#app/db/racing/delivered-days.server.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import type { MailJobPayload } from "#app/services/mail/mail-jobs.server.ts";

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
