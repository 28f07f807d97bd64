import * as z from "zod";

/** Contents of a night's copy (app/services/copies/README.md); instants are unix seconds, sizes bytes. */

const columnSchema = z.object({
  name: z.string(),
  /** Copied in hexadecimal. */
  isBytes: z.boolean(),
});

const tableSchema = z.object({
  name: z.string(),
  columns: z.array(columnSchema),
  /** Columns of the primary key, in order; rows are read by them. */
  key: z.array(z.string()),
  references: z.array(z.object({ column: z.string(), table: z.string(), to: z.string() })),
  /** The highest id ever given when the copy began, for tables that never reuse ids; else null. */
  lastId: z.number().nullable(),
});

/** Fixed before the first row is read, so that a resumed copy is the same copy. */
const planSchema = z.object({
  format: z.literal(1),
  day: z.string(),
  startedAt: z.number(),
  /** SHA-256 of the statements that create the tables. */
  schema: z.string(),
  /** In the order of reading: children before parents. */
  tables: z.array(tableSchema),
});

const chunkSchema = z.object({
  key: z.string(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});

export const manifestSchema = planSchema.extend({
  finishedAt: z.number(),
  chunks: z.array(chunkSchema.extend({ table: z.string() })),
  objects: z.array(chunkSchema),
  /** Objects that rows name but the store did not have, at most {@link NAMED_MISSING}. */
  missing: z.array(z.string()),
  /** Size of all objects in the store, copies included; null in copies of earlier releases. */
  storeBytes: z.number().nullable().default(null),
});

export const copyPlanSchema = planSchema;
export type CopiedTable = z.infer<typeof tableSchema>;
export type CopyPlan = z.infer<typeof planSchema>;
export type CopiedChunk = z.infer<typeof chunkSchema>;
export type CopyManifest = z.infer<typeof manifestSchema>;

export const NAMED_MISSING = 50;

/** The newest copy, for the console and the alarms. */
export const lastCopySchema = z.object({
  /** Null: none is complete yet, and `at` is the time since when one should be. */
  day: z.string().nullable(),
  at: z.number(),
  rows: z.number(),
  bytes: z.number(),
  missing: z.number(),
  storeBytes: z.number().nullable().default(null),
});
export type LastCopy = z.infer<typeof lastCopySchema>;
