import { importPrefix } from "#app/adapters/imports/staging.server.ts";
import type { FindingList } from "#app/domain/open-csv/open-csv.ts";
import { groupRaces, type RaceGroup } from "#app/services/jv-data/delivery.server.ts";

export interface SizedGroup extends RaceGroup {
  bytes: number;
}

/** A group's objects are written at once. */
export interface PlannedMonth {
  objects: string[];
  groups: SizedGroup[];
}

/** Steps: horses, groups of races, odds, races of changed horses. */
export interface RecordsPlan extends FindingList {
  /** By number. */
  files: string[];
  horses: string[];
  /** Earlier first, with place and number of groups. A message reads only its months: ten years take megabytes. */
  monthsKey: string;
  months: { offset: number; length: number; groups: number }[];
  /** By month. */
  odds: string[];
  /** Unread kinds, races abroad. */
  skipped: number;
  keptAside: number;
}

export const countGroups = ({ months }: RecordsPlan): number => months.reduce((sum, { groups }) => sum + groups, 0);

/** Horses come before the races and again after them; odds need the starts. */
export const countSteps = (plan: RecordsPlan): number => 2 * plan.horses.length + countGroups(plan) + plan.odds.length;

/** A partition is a month. */
export interface StagedRaces {
  /** By race or course's day. */
  races: Map<string, number>;
  meetings: Map<string, number>;
}

export const monthOf = (id: string): string => id.slice(0, 6);

export function planMonths({ races, meetings }: StagedRaces, objects: ReadonlyMap<string, string[]>): PlannedMonth[] {
  const months = new Map<string, { raceIds: string[]; meetingIds: string[] }>();
  const of = (id: string) => {
    const known = months.get(monthOf(id)) ?? { raceIds: [], meetingIds: [] };
    months.set(monthOf(id), known);
    return known;
  };
  for (const raceId of [...races.keys()].sort()) of(raceId).raceIds.push(raceId);
  for (const meetingId of [...meetings.keys()].sort()) of(meetingId).meetingIds.push(meetingId);
  return [...months]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([month, { raceIds, meetingIds }]) => ({
      objects: objects.get(month) ?? [],
      groups: groupRaces(raceIds, meetingIds).map((group) => ({
        ...{ raceIds: group.raceIds, meetingIds: group.meetingIds },
        bytes:
          sumOf(group.raceIds.map((raceId) => races.get(raceId) ?? 0)) +
          sumOf(group.meetingIds.map((meetingId) => meetings.get(meetingId) ?? 0)),
      })),
    }));
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** @param run as in the records' objects */
export async function storeMonths(
  store: R2Bucket,
  { importId, run }: { importId: number; run: string },
  planned: readonly PlannedMonth[],
): Promise<Pick<RecordsPlan, "monthsKey" | "months">> {
  const encoder = new TextEncoder();
  const parts = planned.map((month) => encoder.encode(JSON.stringify(month)));
  const months: RecordsPlan["months"] = [];
  let offset = 0;
  for (const [index, { length }] of parts.entries()) {
    months.push({ offset, length, groups: planned[index]?.groups.length ?? 0 });
    offset += length;
  }
  const monthsKey = `${importPrefix(importId)}records/${run}/months`;
  await store.put(monthsKey, new Blob(parts));
  return { monthsKey, months };
}

export async function readMonth(
  store: R2Bucket,
  { monthsKey }: Pick<RecordsPlan, "monthsKey">,
  { offset, length }: RecordsPlan["months"][number],
): Promise<PlannedMonth> {
  const object = await store.get(monthsKey, { range: { offset, length } });
  if (object === null) throw new Error(`the planned months ${monthsKey} are not in the store`);
  return object.json<PlannedMonth>();
}

/** Not `plan`: an earlier version stored the months there. */
const planKey = (importId: number) => `${importPrefix(importId)}records/steps`;

/** The first plan stays: it may be half applied. */
export async function storePlan(store: R2Bucket, importId: number, plan: RecordsPlan): Promise<void> {
  await store.put(planKey(importId), JSON.stringify(plan), { onlyIf: { etagDoesNotMatch: "*" } });
}

export async function readPlan(store: R2Bucket, importId: number): Promise<RecordsPlan | null> {
  const object = await store.get(planKey(importId));
  return object === null ? null : object.json<RecordsPlan>();
}
