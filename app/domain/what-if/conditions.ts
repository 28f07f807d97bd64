/** Changed conditions of a race, parsed from an address. Invalid ones are rejected one by one; the rest applies. */

import { GOINGS, type Going, isStarter } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";

export interface AskedConditions {
  /** Empty: as announced. */
  going: string;
  out: readonly string[];
  /** Empty texts change nothing. */
  horses: readonly AskedHorse[];
}

export interface AskedHorse {
  horse: string;
  jockey: string;
  kg: string;
  gate: string;
}

export type Entry = Pick<
  Runner,
  "horseNum" | "bracketNum" | "horseName" | "jockeyId" | "jockeyName" | "carriedWeightKg" | "status"
>;

export interface DayJockey {
  jockeyId: string;
  name: string;
  venue: string;
  raceId: string;
  horseNum: number;
  /** Version of that mount's card. */
  inputsVersion: number;
}

/** Null: as on the card. */
export interface HorseConditions {
  horseNum: number;
  jockey: DayJockey | null;
  carriedWeightKg: number | null;
  /** Swaps places with this horse. */
  gate: number | null;
}

/** Only what differs from the card. */
export interface Conditions {
  going: Going | null;
  /** Numbers of horses that do not start, ascending. */
  out: readonly number[];
  /** By number. */
  horses: readonly HorseConditions[];
}

export const NO_CONDITIONS: Conditions = { going: null, out: [], horses: [] };

export const LEAST_WEIGHT_KG = 40;
export const MOST_WEIGHT_KG = 75;
const WEIGHT_STEP_KG = 0.5;

export type ConditionReason =
  | "going"
  | "out-unknown"
  | "out-all"
  | "horse-missing"
  | "horse-unknown"
  | "horse-withdrawn"
  | "jockey-unknown"
  | "kg"
  | "kg-not-announced"
  | "gate-unknown"
  | "gate-taken";

export interface ConditionRefusal {
  reason: ConditionReason;
  /** Index among the asked horses; null for going and scratched horses. */
  group: number | null;
}

export interface ResolvedConditions {
  conditions: Conditions;
  refusals: readonly ConditionRefusal[];
}

interface Card {
  going: Going | null;
  entries: readonly Entry[];
  jockeys: readonly DayJockey[];
}

/** Validates against the card; later changes of a horse replace earlier ones. */
export function resolveConditions(card: Card, asked: AskedConditions): ResolvedConditions {
  const refusals: ConditionRefusal[] = [];
  const going = GOINGS.find((known) => known === asked.going) ?? null;
  if (asked.going !== "" && going === null) refusals.push({ reason: "going", group: null });
  const horses = new Map<number, HorseConditions>();
  asked.horses.forEach((one, group) => {
    const changed = resolveHorse(card, one, horses);
    if ("reason" in changed) refusals.push({ reason: changed.reason, group });
    else if (changed.jockey === null && changed.carriedWeightKg === null && changed.gate === null) {
      horses.delete(changed.horseNum);
    } else horses.set(changed.horseNum, changed);
  });
  return {
    conditions: {
      going: going === card.going ? null : going,
      out: resolveOut(card, asked.out, refusals),
      horses: [...horses.values()].sort((one, other) => one.horseNum - other.horseNum),
    },
    refusals,
  };
}

/** Skips horses that are withdrawn already; at least one must remain. */
function resolveOut({ entries }: Card, asked: readonly string[], refusals: ConditionRefusal[]): number[] {
  const numbers = new Set(asked.map(readNumber));
  const known = entries.filter(({ horseNum }) => numbers.has(horseNum));
  if (known.length < numbers.size) refusals.push({ reason: "out-unknown", group: null });
  const starters = entries.filter(({ status }) => isStarter(status));
  const out = starters.filter((entry) => known.includes(entry)).map(({ horseNum }) => horseNum);
  if (out.length === 0 || out.length < starters.length) return out;
  refusals.push({ reason: "out-all", group: null });
  return [];
}

function resolveHorse(
  { entries, jockeys }: Card,
  asked: AskedHorse,
  others: ReadonlyMap<number, HorseConditions>,
): HorseConditions | { reason: ConditionReason } {
  if (asked.horse === "") {
    const isEmpty = asked.jockey === "" && asked.kg === "" && asked.gate === "";
    return isEmpty ? { horseNum: 0, jockey: null, carriedWeightKg: null, gate: null } : { reason: "horse-missing" };
  }
  const entry = entries.find(({ horseNum }) => horseNum === readNumber(asked.horse));
  if (entry === undefined) return { reason: "horse-unknown" };
  if (!isStarter(entry.status)) return { reason: "horse-withdrawn" };
  const { horseNum } = entry;
  const before = others.get(horseNum);

  let jockey = before?.jockey ?? null;
  if (asked.jockey !== "") {
    const riding = jockeys.find(({ jockeyId }) => jockeyId === asked.jockey);
    if (riding === undefined && asked.jockey !== entry.jockeyId) return { reason: "jockey-unknown" };
    jockey = asked.jockey === entry.jockeyId ? null : (riding ?? null);
  }

  let carriedWeightKg = before?.carriedWeightKg ?? null;
  if (asked.kg !== "") {
    const kg = readWeight(asked.kg);
    if (kg === null) return { reason: "kg" };
    // The last carried weight is known only from its change.
    if (entry.carriedWeightKg === null) return { reason: "kg-not-announced" };
    carriedWeightKg = kg === entry.carriedWeightKg ? null : kg;
  }

  let gate = before?.gate ?? null;
  if (asked.gate !== "") {
    const number = readNumber(asked.gate);
    if (number === null || !entries.some((other) => other.horseNum === number)) return { reason: "gate-unknown" };
    const isTaken = [...others.values()].some((other) => other.horseNum !== horseNum && other.gate === number);
    if (isTaken) return { reason: "gate-taken" };
    gate = number === horseNum ? null : number;
  }
  return { horseNum, jockey, carriedWeightKg, gate };
}

function readNumber(text: string): number | null {
  return /^[1-9]\d?$/.test(text) ? Number(text) : null;
}

/** Kilograms as typed: 57, 57.5, ５７．５kg; null: no plausible weight. */
function readWeight(text: string): number | null {
  const plain = text.normalize("NFKC").replace(/\s|kg$/gi, "");
  if (!/^\d{2}(\.\d)?$/.test(plain)) return null;
  const kg = Number(plain);
  return kg >= LEAST_WEIGHT_KG && kg <= MOST_WEIGHT_KG && kg % WEIGHT_STEP_KG === 0 ? kg : null;
}

/** By number on the card. Horses swap places in the order of their numbers; no two are sent to one place. */
export function placesOf(
  entries: readonly Pick<Entry, "horseNum">[],
  { horses }: Pick<Conditions, "horses">,
): Map<number, number> {
  const places = new Map(entries.map(({ horseNum }) => [horseNum, horseNum]));
  for (const { horseNum, gate } of horses) {
    const own = places.get(horseNum);
    const [other] = [...places].find(([, place]) => place === gate) ?? [];
    if (gate === null || own === undefined || other === undefined) continue;
    places.set(other, own);
    places.set(horseNum, gate);
  }
  return places;
}
