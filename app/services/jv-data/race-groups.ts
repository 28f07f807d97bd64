import { meetingIdOf } from "#app/domain/jv-data/race-slot.ts";

/** All or nothing. */
export interface RaceGroup {
  raceIds: string[];
  /** And days with records of their own. */
  meetingIds: string[];
}

const RACES_OF_GROUP = 40;
/** Changed weather brings its races along. */
const RACES_OF_DAY = 12;

/** Whole days of courses, some forty races. */
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
