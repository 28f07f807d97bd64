import { inArray, sql } from "drizzle-orm";
import { jobs } from "#app/db/schema/operations.server.ts";

/** Literal values, so that SQLite uses the partial index jobs_open_once. */
export const isOpenJob = sql`${inArray(jobs.status, ["queued", "running"])}`.inlineParams();
