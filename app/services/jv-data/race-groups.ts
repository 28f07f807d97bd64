import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";

/** Races that are written at once, or not at all. */
export interface RaceGroup {
  raceIds: string[];
  /** Ids of their courses' days, and of days with records of their own. */
  meetingIds: string[];
}

const RACES_OF_GROUP = 40;
/** A day whose weather changes brings its races along. */
const RACES_OF_DAY = 12;

/** Groups races by whole days of courses, as many as make some forty races. */
export function groupRaces(raceIds: Iterable<string>, changedMeetingIds: Iterable<string>): RaceGroup[] {
  const changed = new Set(changedMeetingIds);
  const days = new Map<string, string[]>([...changed].map((meetingId) => [meetingId, []]));
  for (const raceId of raceIds) {
    const meetingId = meetingIdOf(raceId);
    days.set(meetingId, [...(days.get(meetingId) ?? []), raceId]);
  }
  const groups: (RaceGroup & { size: number })[] = [];
  for (const [meetingId, ofDay] of days) {
    const size = Math.max(ofDay.length, changed.has(meetingId) ? RACES_OF_DAY : 0);
    const last = groups.at(-1);
    const group = last !== undefined && last.size + size <= RACES_OF_GROUP ? last : newGroup();
    if (group !== last) groups.push(group);
    group.raceIds.push(...ofDay);
    group.meetingIds.push(meetingId);
    group.size += size;
  }
  return groups;
}

const newGroup = () => ({ raceIds: [], meetingIds: [], size: 0 });
