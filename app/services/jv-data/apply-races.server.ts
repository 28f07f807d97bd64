import type { ImportSource } from "#app/db/racing/imports.server.ts";
import { insertImport } from "#app/db/racing/imports.server.ts";
import { dropImport, LIVE_CHUNKS, type LiveWrites, writeLive } from "#app/db/racing/live-writes.server.ts";
import { type PendingRecord, readRaceContext, readRecordSets } from "#app/db/racing/record-sets.server.ts";
import { type Derivation, deriveRace } from "#app/domain/jv-data/derive-race.ts";
import { NO_RECORDS, type RecordSet } from "#app/domain/jv-data/join-records.ts";
import { meetingIdOf, slotOfRaceId } from "#app/domain/jv-data/race-slot.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { stageRaces } from "#app/services/imports/staged-rows.server.ts";
import type { Delivered, DeliveredById, RaceGroup } from "./delivery.server.ts";
import { consumedPending, pendingRow, readPending } from "./pending-records.server.ts";
import { joinDelivered, planRace, planUnchanged, type RacePlan, type RaceToPlan } from "./plan-race.server.ts";
import { unzipRecords, zipRecords } from "./record-bytes.server.ts";
import { addNotice, addPending, countOutcome, type RecordsReport } from "./records-report.ts";

/** One concurrent writer succeeds each time. */
const TRIES = 50;

const SAMPLE_HIDDEN =
  "the sample races of these races' venue types are hidden from search and learning from now on " +
  '(POST /admin/api/sample {"venue_type": 1 to 4, "hidden": false} shows them again)';

const NO_CONTEXT: Awaited<ReturnType<typeof readRaceContext>> = {
  horses: [],
  storedIds: new Map(),
  takenIds: new Set(),
  version: 0,
};

interface Task {
  source: ImportSource;
  group: RaceGroup;
  delivery: { races: DeliveredById; meetings: DeliveredById };
  /** Rows are made anew even without changed records. */
  forced: ReadonlySet<string>;
}

/** Reads, joins and writes; again if something changed meanwhile. @returns the import that changed races, or null */
export async function applyRaces(deps: Deps, task: Task, report: RecordsReport): Promise<number | null> {
  let importId: number | null = null;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const plan = await planGroup(deps, task);
    if (plan.writes === null) {
      if (importId !== null) await dropImport(deps.db, importId);
      reportPlan(report, plan, task);
      return null;
    }
    importId ??= await insertImport(deps.db, { source: task.source, chunkCount: LIVE_CHUNKS, now: deps.now() });
    const written = await writeLive(deps.db, { ...plan.writes, importId, source: task.source });
    if (written === null) continue;
    reportPlan(report, plan, task);
    if (written.hasHiddenSample) addNotice(report, SAMPLE_HIDDEN);
    return written.changedRaces > 0 ? importId : null;
  }
  if (importId !== null) await dropImport(deps.db, importId);
  throw new Error("the races are written by others all the time");
}

/** Its rows are those of its races. */
type MeetingPlan = Pick<RacePlan, "raceId" | "set" | "isSetChanged" | "joins">;

interface GroupPlan {
  races: RacePlan[];
  meetings: MeetingPlan[];
  /** Null: no change. */
  writes: Omit<LiveWrites, "importId" | "source"> | null;
}

async function planGroup(deps: Deps, { source, group, delivery, forced }: Task): Promise<GroupPlan> {
  const { meetingIds } = group;
  const wholeMeetings = meetingIds.filter((meetingId) => delivery.meetings.has(meetingId));
  const stored = await readRecordSets(deps.db, { raceIds: group.raceIds, wholeMeetings, meetings: meetingIds });
  const zipped = new Map(stored.sets.map(({ raceId, records }) => [raceId, records]));
  const setOf = (id: string): RecordSet => {
    const records = zipped.get(id);
    return records === undefined ? NO_RECORDS : unzipRecords(records);
  };
  const meetings = meetingIds.map((meetingId) =>
    joinMeeting(meetingId, setOf(meetingId), delivery.meetings.get(meetingId) ?? []),
  );
  const days = new Map(meetings.map((meeting) => [meeting.raceId, meeting]));
  const raceIds = [...new Set([...group.raceIds, ...zipped.keys()])].filter((raceId) => !days.has(raceId));
  const aside = readPending(stored.aside);
  // One after the other before any await, so that unpacked races can be collected.
  const races: RacePlan[] = [];
  const open: RaceToPlan[] = [];
  for (const raceId of raceIds) {
    const race = {
      raceId,
      stored: setOf(raceId),
      aside: aside.get(raceId) ?? [],
      delivered: delivery.races.get(raceId) ?? [],
      isForced: forced.has(raceId) || days.get(meetingIdOf(raceId))?.isSetChanged === true,
    };
    const unchanged = planUnchanged(race);
    if (unchanged === null) open.push(race);
    else races.push(unchanged);
  }
  const { plans, ...context } = await planOpen(deps, { source, open, days });
  races.push(...plans);
  const writes = await writesOf(deps, { races, meetings, delivery, storedPending: stored.aside, context });
  const read = { meetings: meetingIds, horseIds: context.horseIds, version: stored.version + context.version };
  return { races, meetings, writes: writes === null ? null : { ...writes, read } };
}

async function planOpen(
  deps: Deps,
  { source, open, days }: { source: ImportSource; open: readonly RaceToPlan[]; days: ReadonlyMap<string, MeetingPlan> },
) {
  const horseIds = horsesOf(
    open.flatMap(({ stored, aside, delivered }) => [
      ...stored.values(),
      ...[...aside, ...delivered].map(({ record }) => record),
    ]),
  );
  const slots = open.map(({ raceId }) => ({ raceId, ...slotOfRaceId(raceId) }));
  const context = open.length === 0 ? NO_CONTEXT : await readRaceContext(deps.db, { source, horseIds, slots });
  const horses = new Map(context.horses.map((horse) => [horse.horseId, horse]));
  const today = japanDay(deps.now());
  const plans = open.map((race) => {
    const { raceId } = race;
    const storedId = context.storedIds.get(raceId);
    const meeting = days.get(meetingIdOf(raceId))?.set ?? NO_RECORDS;
    return planRace(
      race,
      (records): Derivation =>
        storedId === undefined && context.takenIds.has(raceId)
          ? { kind: "refused", problems: [{ field: "race_id", reason: `${raceId} is the id of another stored race` }] }
          : deriveRace(records, { raceId: storedId ?? raceId, meeting, horses, today }),
    );
  });
  return { plans, horseIds, ...context };
}

const joinMeeting = (meetingId: string, stored: RecordSet, delivered: readonly Delivered[]): MeetingPlan => ({
  raceId: meetingId,
  ...joinDelivered(stored, delivered),
});

function horsesOf(records: readonly Delivered["record"][]): string[] {
  const entries = records.filter(({ identity }) => identity.kind === "SE");
  return [...new Set(entries.map(({ identity }) => identity.subKey))];
}

async function writesOf(
  deps: Deps,
  {
    races,
    meetings,
    delivery,
    storedPending,
    context: { storedIds, takenIds: otherRaces },
  }: Omit<GroupPlan, "writes"> & {
    delivery: Task["delivery"];
    storedPending: readonly PendingRecord[];
    context: { storedIds: ReadonlyMap<string, string>; takenIds: ReadonlySet<string> };
  },
): Promise<Omit<LiveWrites, "importId" | "source" | "read"> | null> {
  const now = deps.now();
  const knownAside = new Set(storedPending.map(({ id }) => id));
  const aside: LiveWrites["aside"][number][] = [];
  const takenIds: string[] = [];
  const toStore = [...meetings, ...races].filter(({ isSetChanged }) => isSetChanged);
  for (const plan of races) {
    const { raceId, refusal } = plan;
    const ofRace = storedPending.filter((aside) => aside.raceId === raceId);
    if (refusal === null && ofRace.length === 0) continue;
    const delivered = delivery.races.get(raceId) ?? [];
    takenIds.push(...consumedPending(plan, { stored: ofRace, delivered }));
    if (refusal === null) continue;
    const rows = await Promise.all(
      delivered.map(({ record, file, line }) =>
        pendingRow(record.bytes, { raceId, finding: refusal, origin: { file, line }, now }),
      ),
    );
    const added = [...new Map(rows.map((row) => [row.id, row])).values()].filter(({ id }) => !knownAside.has(id));
    aside.push(...added);
    // Concurrent joins have not seen these: the version must rise.
    if (added.length > 0) toStore.push(plan);
  }
  const made = races.flatMap(({ rows }) => (rows?.kind === "race" ? [rows] : []));
  const deletedRaceIds = races.flatMap(({ raceId, rows }) =>
    rows?.kind === "deleted" ? [storedIds.get(raceId) ?? raceId] : [],
  );
  const aliases = races.flatMap(({ raceId: alias, rows }) => {
    const raceId = storedIds.get(alias);
    return rows?.kind === "race" && raceId !== undefined && raceId !== alias && !otherRaces.has(alias)
      ? [{ alias, raceId }]
      : [];
  });
  if (made.length + deletedRaceIds.length + toStore.length + takenIds.length === 0) return null;
  return {
    rows: stageRaces(made.map(asFile)),
    slots: made.map(({ race: { raceId, date, venue, raceNum } }) => ({ raceId, date, venue, raceNum })),
    aliases,
    deletedRaceIds,
    sets: toStore.map(({ raceId, set }) => ({ raceId, records: zipRecords(set) })),
    aside,
    takenIds,
    now,
  };
}

/** The status follows from the runners, as for a file without one. */
function asFile({ race, runners, payouts }: { race: Race; runners: Runner[]; payouts: Payout[] }) {
  return { race: { ...race, status: race.status === "cancelled" ? race.status : null }, runners, payouts };
}

function reportPlan(report: RecordsReport, { races, meetings }: GroupPlan, { delivery }: Task): void {
  for (const { raceId, joins } of [...meetings, ...races]) {
    for (const join of joins) countOutcome(report, join, raceId);
  }
  for (const { raceId, refusal, rows } of races) {
    if (rows?.kind === "race") {
      for (const { field, reason } of rows.notices) addNotice(report, `${raceId}: ${field}: ${reason}`);
    }
    if (refusal === null) continue;
    for (const { file, line } of delivery.races.get(raceId) ?? [])
      addPending(report, { ...refusal, file, line: line ?? 0 });
  }
}
