import * as z from "zod";

/** Contents of a night's backup (app/services/backups/README.md); instants are unix seconds, sizes bytes. */

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
  /** The highest id ever given when the backup began, for tables that never reuse ids; else null. */
  lastId: z.number().nullable(),
});

/** Fixed before the first row is read, so that a resumed backup is the same backup. */
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
  /** Size of all objects in the store, backups included; null in backups of earlier releases. */
  storeBytes: z.number().nullable().default(null),
});

export const backupPlanSchema = planSchema;
export type BackupTable = z.infer<typeof tableSchema>;
export type BackupPlan = z.infer<typeof planSchema>;
export type BackupChunk = z.infer<typeof chunkSchema>;
export type BackupManifest = z.infer<typeof manifestSchema>;

export const NAMED_MISSING = 50;

/** The newest backup, for the console and the alarms. */
export const lastBackupSchema = z.object({
  /** Null: none is complete yet, and `at` is the time since when one should be. */
  day: z.string().nullable(),
  at: z.number(),
  rows: z.number(),
  bytes: z.number(),
  missing: z.number(),
  storeBytes: z.number().nullable().default(null),
});
export type LastBackup = z.infer<typeof lastBackupSchema>;
