/**
 * What counts against quotas (table `usage`): one row per accepted model or analysis, kept when its subject is
 * deleted. The rows are written, and counted, inside the guarded batches of models.server.ts and analyses.server.ts.
 */

/** The Japanese day and month a use is booked on, and whether Free limits applied to its user then. */
export interface UsageBooking {
  now: number;
  day: string;
  month: string;
  underFreeLimits: boolean;
}

/**
 * Gives the use of a failed model or analysis back, once: for the batch that marks the subject failed
 * (index usage_kind_subject_id).
 */
export function returnUse(
  d1: D1Database,
  { kind, subjectId, now }: { kind: "model" | "analysis"; subjectId: number; now: number },
): D1PreparedStatement {
  return d1
    .prepare("update usage set returned_at = ?3 where kind = ?1 and subject_id = ?2 and returned_at is null")
    .bind(kind, subjectId, now);
}
