import type { StoredRecords } from "#app/db/racing/record-sets.server.ts";
import { announcedChanges } from "#app/domain/jv-data/announced-changes.ts";
import { NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";
import type { Race, Runner } from "#app/domain/racing/records.ts";
import type { RaceChange } from "#app/domain/views/analyses.ts";
import { unzipRecords } from "#app/services/jv-data/record-bytes.server.ts";

/** Newest first. */
export function changesOf({
  race,
  runners,
  records,
}: {
  race: Race;
  runners: readonly Runner[];
  records: readonly StoredRecords[];
}): RaceChange[] {
  const ofDay = records.filter(({ raceId }) => raceId === meetingIdOf(raceId));
  const ofRace = records.filter((stored) => !ofDay.includes(stored));
  return announcedChanges({ own: joined(ofRace), meeting: joined(ofDay) }, { race, runners });
}

/** A course with two codes may have records under both. */
function joined(stored: readonly StoredRecords[]): RecordSet {
  if (stored.length === 0) return NO_RECORDS;
  return new Map(stored.flatMap(({ records }) => [...unzipRecords(records)]));
}
