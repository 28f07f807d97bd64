import * as z from "zod";

/** Ids only: the job is a row in D1. */
export const jobMessageSchema = z.discriminatedUnion("type", [
  z.object({ version: z.literal(1), type: z.literal("run-job"), jobId: z.string() }),
  z.object({ version: z.literal(1), type: z.literal("sweep") }),
  z.object({ version: z.literal(1), type: z.literal("hourly") }),
]);
export type JobMessage = z.infer<typeof jobMessageSchema>;
