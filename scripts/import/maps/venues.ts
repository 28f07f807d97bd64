import { VENUES } from "#app/domain/jv-data/codes.ts";
import type { VenueType } from "#app/domain/racing/race.ts";

interface Venue {
  code: string;
  name: string;
  type: VenueType;
}

/** Regional meetings at central courses (58 to 61) share their names: a table's 札幌 is the central course. */
const BY_NAME = new Map<string, Venue>();
for (const [code, venue] of Object.entries(VENUES).sort())
  if (!BY_NAME.has(venue.name)) BY_NAME.set(venue.name, { code, ...venue });

export function findVenue(name: string): Venue | null {
  return BY_NAME.get(name) ?? null;
}
