import { desc } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { devMails } from "#app/db/schema/operations.server.ts";

export interface DevMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Unix seconds. */
  sentAt: number;
}

/** Keeps a mail, once per job. */
export async function insertDevMail(db: Database, mail: DevMail & { jobId: string }): Promise<void> {
  await db.insert(devMails).values(mail).onConflictDoNothing({ target: devMails.jobId });
}

/** Newest first, at most 100 (by primary key). */
export async function listDevMails(db: Database): Promise<DevMail[]> {
  return await db
    .select({
      to: devMails.to,
      subject: devMails.subject,
      text: devMails.text,
      html: devMails.html,
      sentAt: devMails.sentAt,
    })
    .from(devMails)
    .orderBy(desc(devMails.id))
    .limit(100);
}
