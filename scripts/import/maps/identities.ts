import type { RaceSlot } from "#app/domain/jv-data/race-slot.ts";
import type { ImportError } from "#app/domain/open-csv/open-csv.ts";
import { quote } from "#app/domain/racing/fields.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { MappedRows } from "./collect-rows.ts";
import { plain } from "./readers/plain.ts";
import { errorAt, type MappedRecord, originOf } from "./records.ts";

interface KnownRace extends RaceSlot {
  id: string;
  hasResult: boolean;
}

interface KnownHorse {
  id: string;
  name: string;
  birthYear: number | null;
  sire: string | null;
}

interface KnownPerson {
  id: string;
  name: string;
}

export interface KnownNames {
  races: readonly KnownRace[];
  horses: readonly KnownHorse[];
  jockeys: readonly KnownPerson[];
  trainers: readonly KnownPerson[];
}

export const NOTHING_KNOWN: KnownNames = { races: [], horses: [], jockeys: [], trainers: [] };

export type PeopleOfMaps = Record<"jockeys" | "trainers", ReadonlyMap<string, string>>;

type Report = (error: ImportError) => void;

/** Names that mean the same: width, spaces and the dots of initials aside. */
export const nameKey = (name: string): string => plain(name).replaceAll(/[\s.・]/g, "");

const birthYearOf = (rows: MappedRows, runner: MappedRecord): number | null => {
  const age = runner.cells.get("age");
  const date = rows.races.get(runner.cells.get("race_id") ?? "")?.cells.get("date");
  return age === undefined || date === undefined ? null : Number(date.slice(0, 4)) - Number(age);
};

export interface NamesToFind {
  races: RaceSlot[];
  horses: string[];
  jockeys: string[];
  trainers: string[];
}

/** The races of tables, and the names that came without an id. */
export function namesToFind(rows: MappedRows): NamesToFind {
  const names = { horse: new Set<string>(), jockey: new Set<string>(), trainer: new Set<string>() };
  for (const { cells } of rows.runners.values()) {
    for (const [role, found] of Object.entries(names)) {
      const name = cells.get(`${role}_name`);
      if (name !== undefined && !cells.has(`${role}_id`)) found.add(name);
    }
  }
  return {
    races: [...rows.slots.values()],
    horses: [...names.horse],
    jockeys: [...names.jockey],
    trainers: [...names.trainer],
  };
}

/**
 * Gives ids to horses and people that a table only names. The site's id counts where exactly one fits. Where none fits
 * a new one is made, and doubt is reported.
 */
export function assignIds(rows: MappedRows, known: KnownNames, people: PeopleOfMaps, report: Report): void {
  assignHorseIds(rows, known.horses, report);
  assignPeopleIds(rows, "jockey", known.jockeys, people.jockeys, report);
  assignPeopleIds(rows, "trainer", known.trainers, people.trainers, report);
}

const byNameKey = <T extends { name: string }>(known: readonly T[]): Map<string, T[]> =>
  groupBy(known, ({ name }) => nameKey(name));

function refuse(report: Report, runner: MappedRecord, column: string, reason: string): void {
  report(errorAt(originOf(runner, column), column, reason));
}

function assignHorseIds(rows: MappedRows, known: readonly KnownHorse[], report: Report): void {
  const knownByName = byNameKey(known);
  const nameless = [...rows.runners.values()].filter(({ cells }) => !cells.has("horse_id") && cells.has("horse_name"));
  const sires = new Map<string, Set<string>>();
  const keyOf = (runner: MappedRecord) =>
    `${nameKey(runner.cells.get("horse_name") ?? "")}-${birthYearOf(rows, runner)}`;
  for (const runner of nameless) {
    const sire = runner.cells.get("sire_name");
    const found = sires.get(keyOf(runner)) ?? new Set();
    sires.set(keyOf(runner), found);
    if (sire !== undefined) found.add(nameKey(sire));
  }
  for (const runner of nameless) {
    const name = runner.cells.get("horse_name") ?? "";
    const birthYear = birthYearOf(rows, runner);
    if (birthYear === null || !Number.isInteger(birthYear)) {
      refuse(report, runner, "horse_name", `${quote(name)}: without its number or age it may be an older horse's name`);
      continue;
    }
    const ownSire = runner.cells.get("sire_name");
    const siresOfName = [...(sires.get(keyOf(runner)) ?? [])];
    if (ownSire === undefined && siresOfName.length > 1) {
      refuse(
        report,
        runner,
        "horse_name",
        `${quote(name)} born ${birthYear}: two of this name differ by their sire, and this line has none`,
      );
      continue;
    }
    const sire = ownSire === undefined ? (siresOfName[0] ?? null) : nameKey(ownSire);
    const fitting = (knownByName.get(nameKey(name)) ?? []).filter(
      (horse) =>
        (horse.birthYear === null || horse.birthYear === birthYear) &&
        (horse.sire === null || sire === null || nameKey(horse.sire) === sire),
    );
    const ids = new Set(fitting.map(({ id }) => id));
    if (ids.size > 1) {
      refuse(
        report,
        runner,
        "horse_name",
        `${quote(name)} born ${birthYear} is one of ${[...ids].slice(0, 5).join(", ")} on the site: give the number (horse_id)`,
      );
      continue;
    }
    const [stored] = ids;
    runner.cells.set(
      "horse_id",
      stored ?? newHorseId(name, birthYear, sire, siresOfName.length > 1 || knownByName.has(nameKey(name))),
    );
  }
}

/** The sire belongs to the id only where the name alone would be another horse's. */
function newHorseId(name: string, birthYear: number, sire: string | null, isShared: boolean): string {
  return [nameKey(name), birthYear, ...(isShared && sire !== null ? [sire] : [])].join("-");
}

function assignPeopleIds(
  rows: MappedRows,
  role: "jockey" | "trainer",
  known: readonly KnownPerson[],
  ofMaps: ReadonlyMap<string, string>,
  report: Report,
): void {
  const byName = byNameKey(known);
  const column = `${role}_name`;
  const reported = new Set<string>();
  for (const runner of rows.runners.values()) {
    const name = runner.cells.get(column);
    if (name === undefined || runner.cells.has(`${role}_id`)) continue;
    const key = nameKey(name);
    const said = ofMaps.get(key);
    const ids = new Set((byName.get(key) ?? []).map(({ id }) => id));
    const [stored] = ids;
    if (said !== undefined) runner.cells.set(`${role}_id`, said);
    else if (ids.size === 1 && stored !== undefined) runner.cells.set(`${role}_id`, stored);
    else {
      const doubt = ids.size > 1 ? (byName.get(key) ?? []) : similarTo(key, byName);
      if (doubt.length === 0) runner.cells.set(`${role}_id`, key);
      else if (!reported.has(key)) {
        reported.add(key);
        refuse(report, runner, column, doubtReason(role, name, doubt));
      }
    }
  }
}

/** Known people whose name is a longer or a shorter form: 川田 and 川田将雅, ルメール and Ｃ．ルメール. */
function similarTo(key: string, byName: ReadonlyMap<string, readonly KnownPerson[]>): KnownPerson[] {
  const isForm = (short: string, long: string) => short.length > 1 && (long.startsWith(short) || long.endsWith(short));
  return [...byName].flatMap(([other, people]) => (isForm(key, other) || isForm(other, key) ? people : []));
}

function doubtReason(role: "jockey" | "trainer", name: string, doubt: readonly KnownPerson[]): string {
  const who = [...new Map(doubt.map((person) => [person.id, `${person.name} (${person.id})`])).values()].slice(0, 5);
  return `${quote(name)} may be ${who.join(" or ")}: say who it is by {"${role}s": {${JSON.stringify(name)}: "ID"}} in a map`;
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
