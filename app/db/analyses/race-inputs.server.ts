import { sql } from "drizzle-orm";
import { models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";

/** Id of the last import that changed the card; body weights count only for models that read them. */
export const raceInputsVersion = sql`case when ${models.isWeight}
  then max(${races.inputsVersion}, ${races.weightsVersion}) else ${races.inputsVersion} end`.mapWith(
  races.inputsVersion,
);
