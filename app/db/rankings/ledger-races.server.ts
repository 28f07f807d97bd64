import { and, between, eq, ne, sql } from "drizzle-orm";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import { RANKED_RACE_NUMS } from "#app/domain/rankings/ranked-races.ts";

/** Race 6 counts at special meetings only: the caller decides. */
export const hasRankedNum = between(races.raceNum, RANKED_RACE_NUMS.first, RANKED_RACE_NUMS.last);

export const isFlat = sql`${races.surface} is not 'jump'`;
export const isHeld = ne(races.status, "cancelled");

/** Literal values, so that SQLite uses races_visible_venue_type_date. */
export const isLedgerRace =
  sql`${and(eq(races.venueType, VenueType.central), isVisibleRace, hasRankedNum)}`.inlineParams();
