import { findRaceConflicts } from "#app/db/racing/race-writes.server.ts";
import { parseRace } from "#app/domain/open-csv/open-csv-rows.ts";
import { type ContentHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { quote } from "#app/domain/racing/fields.ts";
import type { ParsedRace } from "#app/domain/racing/records.ts";
import { type ImportState, isSound, type OpenFile, parseRows, type TakeRows } from "./import-state.server.ts";
import { stageRace } from "./staged-rows.server.ts";

type RaceKey = Parameters<typeof findRaceConflicts>[1]["keys"][number];

/** Checks races for ids given twice and for days, venues and numbers claimed by two races, in the import or stored. */
export function checkRaces(state: ImportState, file: OpenFile): TakeRows {
  return async (block) => {
    const keys: RaceKey[] = [];
    for (const { line, value: race, isGood } of parseRows(state, file, block, parseRace)) {
      if (race.raceId === "") continue;
      const number = state.raceNumbers.add(race.raceId);
      if (!isGood) continue;
      const row = stageRace(race);
      if (!isNewRace(state, file.name, { line, number, race, hash: row.hash })) continue;
      keys.push([race.raceId, race.date, race.venue, race.raceNum, line]);
      if (isSound(state)) state.writer.addRace(race, row);
    }
    if (keys.length > 0) await reportStoredConflicts(state, file.name, keys);
  };
}

/** False for a race given before, or in the place of another race of the import. */
function isNewRace(
  state: ImportState,
  file: string,
  { line, number, race, hash }: { line: number; number: number; race: ParsedRace; hash: ContentHash },
): boolean {
  const verdict = state.seen.add(number, 0, hash);
  if (verdict === "same") {
    state.givenTwice += 1;
    return false;
  }
  if (verdict === "other") {
    const reason = `${quote(race.raceId)} is given twice with different content`;
    state.findings.error({ file, line, field: "race_id", reason });
    return false;
  }
  const slot = hashContent(`${race.date}|${race.venue}|${race.raceNum}`);
  if (state.slots.add(slot.high, slot.low, { high: 1, low: number }) === "other") {
    const reason = `another race of this import is race ${race.raceNum} at ${quote(race.venue)} on ${race.date}`;
    state.findings.error({ file, line, field: "race_num", reason });
    return false;
  }
  return true;
}

async function reportStoredConflicts(
  { db, source, findings }: ImportState,
  file: string,
  keys: readonly RaceKey[],
): Promise<void> {
  for (const { line, raceId, otherId } of await findRaceConflicts(db, { source, keys })) {
    findings.error(
      otherId === null
        ? {
            file,
            line,
            field: "race_id",
            reason: `${quote(raceId)} is stored with another source (sample or real)`,
          }
        : {
            file,
            line,
            field: "race_num",
            reason: `this day, venue and number are those of stored race ${quote(otherId)}`,
          },
    );
  }
}
