import * as z from "zod";

/** A queue's message only wakes a job that exists as a row in D1; it contains ids, no data. */
export const jobMessageSchema = z.discriminatedUnion("type", [
  z.object({ version: z.literal(1), type: z.literal("run-job"), jobId: z.string() }),
  z.object({ version: z.literal(1), type: z.literal("sweep") }),
  z.object({ version: z.literal(1), type: z.literal("hourly") }),
]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
