import { and, eq, isNull, type Placeholder, type SQL } from "drizzle-orm";
import type { UsageBooking } from "#app/db/accounts/usage.server.ts";
import type { Database } from "#app/db/database.server.ts";
import type { NewRow } from "#app/db/row-selection.server.ts";
import { usage } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { raceInfoOf } from "./analyses.server.ts";
import { raceInputsVersion } from "./standing.server.ts";

export function newAnalysisRow(now: number | SQL, more: Partial<NewRow<typeof analyses>> = {}) {
  return {
    userId: models.userId,
    modelId: models.id,
    raceId: races.raceId,
    raceInputsVersion,
    modelName: models.name,
    venueType: races.venueType,
    raceInfo: raceInfoOf(races),
    status: AnalysisStatus.running,
    createdAt: now,
    ...more,
  };
}

export function countAnalysisUses(
  db: Database,
  { userId, booking }: { userId: number | SQL; booking: Pick<UsageBooking<SQL>, "day" | "month"> },
) {
  const isCounted = and(eq(usage.userId, userId), eq(usage.kind, "analysis"), isNull(usage.returnedAt));
  return {
    today: db.$count(usage, and(isCounted, eq(usage.month, booking.month), eq(usage.day, booking.day))),
    thisMonth: db.$count(usage, and(isCounted, eq(usage.month, booking.month))),
    underFreeLimits: db.$count(usage, and(isCounted, eq(usage.underFreeLimits, true))),
  };
}

/** Without those of days. */
export function countRunning(db: Database, userId: number | SQL | Placeholder) {
  const isRunning = and(
    eq(analyses.userId, userId),
    eq(analyses.status, AnalysisStatus.running),
    isNull(analyses.deletedAt),
    isNull(analyses.dayId),
  );
  return db.$count(analyses, isRunning);
}
