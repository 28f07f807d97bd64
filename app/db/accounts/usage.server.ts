/**
 * What counts against quotas (table `usage`): one row per accepted model or analysis, kept when its subject is
 * deleted. The rows are written and counted inside the guarded batches of models.server.ts and analyses.server.ts; a
 * failure of ours returns a use once, in the batch that marks its subject failed (training.server.ts,
 * scoring.server.ts), and a cancelled race in the batch that ends its import (returned-uses.server.ts).
 */

/** When a use is booked, on which Japanese day and month, and whether Free limits applied to its user then. */
export interface UsageBooking {
  now: number;
  day: string;
  month: string;
  underFreeLimits: boolean;
}
