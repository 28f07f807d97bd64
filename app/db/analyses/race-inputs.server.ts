import { sql } from "drizzle-orm";
import { models } from "#app/db/schema/models.server.ts";
import { races } from "#app/db/schema/racing.server.ts";

/**
 * Version of what a model reads of a race's card, in a query that both tables are part of: the id of the last import that
 * changed it. Results, payouts and odds do not raise it, body weights only for models that use them.
 */
export const raceInputsVersion = sql`case when ${models.isWeight}
  then max(${races.inputsVersion}, ${races.weightsVersion}) else ${races.inputsVersion} end`.mapWith(
  races.inputsVersion,
);
