import { findStoredRaces, type StoredRace } from "#app/db/racing/race-identities.server.ts";
import { parseRace } from "#app/domain/open-csv/open-csv-rows.ts";
import { type ContentHash, hashContent } from "#app/domain/racing/content-hash.ts";
import { quote } from "#app/domain/racing/fields.ts";
import type { ParsedRace } from "#app/domain/racing/records.ts";
import {
  type ImportState,
  isSound,
  type OpenFile,
  parseRows,
  type TakeRows,
  underStoredId,
} from "./import-state.server.ts";
import { NO_RACE } from "./race-numbers.server.ts";
import { keyRace, stageRace } from "./staged-rows.server.ts";

type RaceKey = Parameters<typeof findStoredRaces>[1]["keys"][number];

/** Rejects repeated ids and slots claimed twice. Stored races keep their id; new ones keep the first. */
export function checkRaces(state: ImportState, file: OpenFile): TakeRows {
  return async (block) => {
    const rows = parseRows(state, file, block, parseRace).filter(({ value }) => value.raceId !== "");
    const stored = await findStored(state, rows);
    for (const { line, value: race, isGood } of rows) {
      const firstId = isGood ? findFirstId(state, race, stored.get(line)) : null;
      const identity: Identity =
        firstId === null ? identify(race, stored.get(line)) : { kind: "later-id", raceId: firstId };
      const number = state.raceNumbers.add(race.raceId, identity.raceId);
      if (stored.has(line)) state.raceNumbers.markStored(number);
      if (!isGood) continue;
      if (identity.kind === "conflict") {
        state.findings.error({ file: file.name, line, field: identity.field, reason: identity.reason });
        continue;
      }
      if (identity.kind === "new-alias") state.aliases.set(race.raceId, identity.raceId);
      if (identity.kind === "later-id") state.laterIds.set(race.raceId, identity.raceId);
      const kept = underStoredId(state, race);
      const row = stageRace(kept);
      if (!isNewRace(state, file.name, { line, number, race: kept, givenId: race.raceId, hash: row.hash })) continue;
      state.contradictions.race({ file: file.name, line, number, row: kept });
      if (isSound(state)) state.writer.addRow("races", keyRace(kept, row));
    }
  };
}

async function findStored(
  { db, source }: ImportState,
  rows: readonly { line: number; value: ParsedRace; isGood: boolean }[],
): Promise<Map<number, StoredRace>> {
  const keys = rows
    .filter(({ isGood }) => isGood)
    .map(({ line, value: { raceId, date, venue, raceNum } }): RaceKey => [raceId, date, venue, raceNum, line]);
  if (keys.length === 0) return new Map();
  return new Map((await findStoredRaces(db, { source, keys })).map((stored) => [stored.line, stored]));
}

type Identity =
  | { kind: "known" | "new-alias" | "later-id"; raceId: string }
  | { kind: "conflict"; raceId: string; field: string; reason: string };

/** The id under which this import gave the slot before; null: none, or the same. */
function findFirstId(
  { slots, raceNumbers }: ImportState,
  race: ParsedRace,
  stored: StoredRace | undefined,
): string | null {
  if (stored !== undefined || raceNumbers.find(race.raceId) !== NO_RACE) return null;
  const slot = hashSlot(race);
  const number = slots.find(slot.high, slot.low)?.low;
  return number === undefined ? null : raceNumbers.idOf(number);
}

const hashSlot = ({ date, venue, raceNum }: ParsedRace): ContentHash => hashContent(`${date}|${venue}|${raceNum}`);

/** By its id, else by its slot. */
function identify({ raceId }: ParsedRace, stored: StoredRace | undefined): Identity {
  if (stored === undefined) return { kind: "known", raceId };
  const { isOfOtherSource, namedId, slotId } = stored;
  if (isOfOtherSource) {
    const reason = `${quote(raceId)} is stored with another source (sample or real)`;
    return { kind: "conflict", raceId, field: "race_id", reason };
  }
  if (namedId === null) return slotId === null ? { kind: "known", raceId } : { kind: "new-alias", raceId: slotId };
  if (slotId === null || slotId === namedId) return { kind: "known", raceId: namedId };
  const reason = `this day, venue and number are those of stored race ${quote(slotId)}`;
  return { kind: "conflict", raceId: namedId, field: "race_num", reason };
}

/** False: given before, or in another race's slot. */
function isNewRace(
  state: ImportState,
  file: string,
  {
    line,
    number,
    race,
    givenId,
    hash,
  }: { line: number; number: number; race: ParsedRace; givenId: string; hash: ContentHash },
): boolean {
  const verdict = state.seen.add(number, 0, hash);
  if (verdict === "same") {
    state.givenTwice += 1;
    return false;
  }
  if (verdict === "other") {
    const here = givenId === race.raceId ? "" : `, here as ${quote(givenId)}`;
    const reason = `${quote(race.raceId)} is given twice with different content${here}`;
    state.findings.error({ file, line, field: "race_id", reason });
    return false;
  }
  const slot = hashSlot(race);
  if (state.slots.add(slot.high, slot.low, { high: 1, low: number }) === "other") {
    const reason = `another race of this import is race ${race.raceNum} at ${quote(race.venue)} on ${race.date}`;
    state.findings.error({ file, line, field: "race_num", reason });
    return false;
  }
  return true;
}
