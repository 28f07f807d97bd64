import type { RaceSlot } from "#app/domain/jv-data/race-slot.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import type { MappedRows } from "./collect-rows.ts";

export interface KnownRace extends RaceSlot {
  id: string;
  hasResult: boolean;
}

const OF_RESULTS: ReadonlySet<string> = new Set(["finished", "did_not_finish", "disqualified", "no_result"]);

const keyOf = ({ date, venue, raceNum }: RaceSlot): string => `${date} ${venue} ${raceNum}`;

/**
 * Gives races the id that the site has for them. A card of a race with a result is refused: its rows would replace the
 * result's.
 */
export function adoptRaces(rows: MappedRows, known: readonly KnownRace[], report: (error: ImportError) => void): void {
  const byKey = new Map(known.map((race) => [keyOf(race), race]));
  const stored = new Map<string, KnownRace>();
  for (const [raceId, slot] of rows.slots) {
    const race = byKey.get(keyOf(slot));
    if (race !== undefined) stored.set(raceId, race);
  }
  const withResult = new Set<string>();
  for (const { cells } of rows.runners.values())
    if (OF_RESULTS.has(cells.get("status") ?? "")) withResult.add(cells.get("race_id") ?? "");
  const refused = new Set<string>();
  for (const { cells, origin } of rows.runners.values()) {
    const raceId = cells.get("race_id") ?? "";
    if (stored.get(raceId)?.hasResult !== true || withResult.has(raceId) || refused.has(raceId)) continue;
    refused.add(raceId);
    const reason = `the site has the result of race ${stored.get(raceId)?.id}, which this card would replace`;
    report({ file: origin.file, line: origin.line, field: "row", reason });
  }
  for (const records of [rows.races, rows.runners, rows.payouts]) {
    for (const { cells } of records.values()) {
      const race = stored.get(cells.get("race_id") ?? "");
      if (race !== undefined) cells.set("race_id", race.id);
    }
  }
}
