export interface DevMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unix seconds. */
  sentAt: number;
}

/** Keeps a mail, once per job. */
export async function insertDevMail(d1: D1Database, mail: DevMail & { jobId: string }): Promise<void> {
  await d1
    .prepare(
      `insert into dev_mails (job_id, "to", subject, text, html, sent_at) values (?1, ?2, ?3, ?4, ?5, ?6)
       on conflict (job_id) do nothing`,
    )
    .bind(mail.jobId, mail.to, mail.subject, mail.text, mail.html, mail.sentAt)
    .run();
}

/** Newest first, at most 100 (by primary key). */
export async function listDevMails(d1: D1Database): Promise<DevMail[]> {
  const { results } = await d1
    .prepare(`select "to", subject, text, html, sent_at as sentAt from dev_mails order by id desc limit 100`)
    .all<DevMail>();
  return results;
}
