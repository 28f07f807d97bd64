import { inArray, sql } from "drizzle-orm";
import { jobs } from "#app/db/schema/operations.server.ts";

/**
 * Whether a job waits or runs. With the values in the statement's text, or SQLite does not see that the index
 * jobs_open_once applies.
 */
export const isOpenJob = sql`${inArray(jobs.status, ["queued", "running"])}`.inlineParams();
