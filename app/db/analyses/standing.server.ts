import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { analyses } from "#app/db/schema/models.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { raceInputsVersion } from "./race-inputs.server.ts";

/**
 * Whether an analysis stands: neither deleted nor failed. With the values in the statement's text, or SQLite does not see
 * that the index analyses_once applies.
 */
export const isStanding = sql`${and(
  isNull(analyses.deletedAt),
  inArray(analyses.status, [AnalysisStatus.running, AnalysisStatus.complete]),
)}`.inlineParams();

/** An analysis of a day that is not made yet: it will be made on the card as it is then. */
export const isPendingOfDay = and(eq(analyses.status, AnalysisStatus.running), isNotNull(analyses.dayId)) as SQL;

/** Whether an analysis is of its race's present card, or will be. */
export const isOfPresentCard = or(eq(analyses.raceInputsVersion, raceInputsVersion), isPendingOfDay);
