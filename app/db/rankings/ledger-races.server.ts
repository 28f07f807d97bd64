import { and, between, eq, ne, sql } from "drizzle-orm";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { RANKED_RACE_NUMS } from "#app/domain/rankings/ranked-races.ts";

/** Races 6–12; race 6 is ranked at special meetings only, which is left to the caller. */
export const hasRankedNum = between(races.raceNum, RANKED_RACE_NUMS.first, RANKED_RACE_NUMS.last);

export const isFlat = sql`${races.surface} is not 'jump'`;
export const isHeld = ne(races.status, "cancelled");

/**
 * Visible central races with such a number. With the values in the statement's text, or SQLite does not see that
 * races_visible_venue_type_date applies.
 */
export const isLedgerRace =
  sql`${and(eq(races.venueType, VenueType.central), isVisibleRace, hasRankedNum)}`.inlineParams();
