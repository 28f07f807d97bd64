import { desc } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf } from "#app/db/fragments.server.ts";
import { devMails } from "#app/db/schema/operations.server.ts";

export interface DevMail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Readonly<Record<string, string>>;
  /** Unix seconds. */
  sentAt: number;
}

export async function insertDevMail(
  db: Database,
  { headers = {}, ...mail }: Omit<DevMail, "headers"> & Partial<Pick<DevMail, "headers">> & { jobId: string },
): Promise<void> {
  await db
    .insert(devMails)
    .values({ ...mail, headers: JSON.stringify(headers) })
    .onConflictDoNothing({ target: devMails.jobId });
}

export async function listDevMails(db: Database): Promise<DevMail[]> {
  const rows = await db
    .select(columnsOf(devMails, "to", "subject", "text", "html", "headers", "sentAt"))
    .from(devMails)
    .orderBy(desc(devMails.id))
    .limit(100);
  return rows.map(({ headers, ...mail }) => ({ ...mail, headers: JSON.parse(headers) as DevMail["headers"] }));
}
