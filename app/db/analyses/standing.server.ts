import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** Id of the last import that changed the card; body weights count only for models that read them. */
export const raceInputsVersion = sql`case when ${models.isWeight}
  then max(${races.inputsVersion}, ${races.weightsVersion}) else ${races.inputsVersion} end`.mapWith(
  races.inputsVersion,
);

/** Literal values, so that SQLite uses the partial index analyses_once. */
export const isStanding = sql`${and(
  isNull(analyses.deletedAt),
  inArray(analyses.status, [AnalysisStatus.running, AnalysisStatus.complete]),
)}`.inlineParams();

/** It will be made on the card of that moment. */
export const isPendingOfDay = and(eq(analyses.status, AnalysisStatus.running), isNotNull(analyses.dayId)) as SQL;

export const isOfPresentCard = or(eq(analyses.raceInputsVersion, raceInputsVersion), isPendingOfDay);
