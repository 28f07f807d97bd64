import { VenueType } from "#app/domain/racing/race.ts";
import type { DayFeatures, FeatureManifest, FeatureStore, VenueScope } from "./matrix.ts";

/** Null if the day (YYYY-MM-DD) is not in this version. */
export type DayReader = (date: string, scope: VenueScope) => Promise<DayFeatures | null>;

/** Reads each central day once, for scoring its races with many models. */
export function createDayReader(features: FeatureStore, manifest: FeatureManifest): DayReader {
  const known = new Map<string, Promise<DayFeatures | null>>();
  return (date, scope) => {
    const key = `${date} ${scope}`;
    const day = known.get(key) ?? features.readDay(manifest, { venueType: VenueType.central, date }, scope);
    known.set(key, day);
    return day;
  };
}
