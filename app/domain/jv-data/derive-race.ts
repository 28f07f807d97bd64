import type { RaceStatus, Surface } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { announcementsOf, conditionsAt } from "./announcements.ts";
import { contradictionsOf } from "./contradictions.ts";
import { deriveRunners, type Pedigree } from "./derive-runners.ts";
import { readPayoutFacts } from "./facts/payout-facts.ts";
import { type Goings, readRaceFacts } from "./facts/race-facts.ts";
import { liveRecords, type RecordSet } from "./join-records.ts";
import { noFindings, type RecordFinding } from "./record-view.ts";
import { CANCELLED, hasResult } from "./stages.ts";

export interface RaceContext {
  /** Id for the rows: the race's first one if it has several. */
  raceId: string;
  /** Records of the course's day (weather and going). */
  meeting: RecordSet;
  /** By registration number; may be incomplete. */
  horses: ReadonlyMap<string, Pedigree>;
  /** Today in Japan, YYYY-MM-DD; only notices depend on it. */
  today: string;
}

export type Derivation =
  | {
      kind: "race";
      race: Race;
      /** By number. */
      runners: Runner[];
      payouts: Payout[];
      /** Entered horses without a number; they have no rows. */
      unnumbered: number;
      /** Contradictions; unknown codes are reported when a record is identified. */
      notices: RecordFinding[];
    }
  /** The records exclude each other; the race stays unchanged until one is corrected. */
  | { kind: "refused"; problems: RecordFinding[] }
  /** The race's own record is missing. */
  | { kind: "incomplete" }
  | { kind: "deleted" };

export function deriveRace(records: RecordSet, { raceId, meeting, horses, today }: RaceContext): Derivation {
  const live = liveRecords(records);
  const own = live.find(({ identity }) => identity.kind === "RA");
  if (own === undefined) {
    const wasDeleted = [...records.values()].some(({ identity }) => identity.kind === "RA");
    return { kind: wasDeleted ? "deleted" : "incomplete" };
  }
  const findings = noFindings();
  const facts = readRaceFacts(own.bytes, noFindings());
  const { goings, declaredCount, details, ...listed } = facts;
  const announced = announcementsOf(live);
  const isRun = hasResult(own.identity.stage);
  const changed = isRun ? { startTime: null, distanceM: null, surface: null } : announced;
  const surface = changed.surface ?? facts.surface;
  const startTime = changed.startTime ?? facts.startTime;
  const payoutRecord = live.find(({ identity }) => identity.kind === "HR");
  const isCancelled = own.identity.stage === CANCELLED || payoutRecord?.identity.stage === CANCELLED;
  const paid =
    payoutRecord === undefined || payoutRecord.identity.stage === CANCELLED
      ? null
      : readPayoutFacts(payoutRecord.bytes, noFindings());
  const { runners, unnumbered } = deriveRunners(live, {
    raceId,
    announced,
    refundedHorses: isCancelled ? [] : (paid?.refundedHorses ?? []),
    isCancelled,
    isJump: surface === "jump",
    horses,
    findings,
  });
  if (findings.problems.length > 0) return { kind: "refused", problems: findings.problems };
  const sky = conditionsAt(meeting, { date: facts.date, startTime });
  const skyGoing = goingFor(surface, sky.goings);
  const ownGoing = goingFor(surface, goings);
  const race: Race = {
    ...listed,
    ...details,
    ...{ raceId, startTime, surface },
    distanceM: changed.distanceM ?? facts.distanceM,
    weather: isRun ? (facts.weather ?? sky.weather) : (sky.weather ?? facts.weather),
    going: isRun ? (ownGoing ?? skyGoing) : (skyGoing ?? ownGoing),
    status: statusOf(runners, isCancelled),
  };
  const paidRows = paid?.payouts ?? [];
  const payouts = isCancelled ? [] : paidRows.map((payout) => ({ raceId, ...payout }));
  const unpaidRows = isCancelled ? paidRows.length : 0;
  const notices = [
    ...findings.notices,
    ...contradictionsOf({ race, runners, payouts, unpaidRows, records: live, declaredCount, today }),
  ];
  return { kind: "race", race, runners, payouts, unnumbered, notices };
}

/** A race has its result once a horse has finished, as in the open CSV format. */
function statusOf(runners: readonly Runner[], isCancelled: boolean): RaceStatus {
  if (isCancelled) return "cancelled";
  return runners.some(({ status }) => status === "finished") ? "result" : "scheduled";
}

/** Jump races are run on turf; a few use both. */
export function goingFor(surface: Surface | null, { turf, dirt }: Goings): Race["going"] {
  if (surface === null) return null;
  return surface === "dirt" ? dirt : surface === "turf" ? turf : (turf ?? dirt);
}
