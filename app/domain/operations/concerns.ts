import { JOBS, type JobKind } from "#app/domain/job-kinds.ts";
import type { Concern, ConcernCode, OpenWork } from "./site-status.ts";

/** Thresholds for the operator's attention. Console, status call and alarms use the same figures. */

const MINUTE = 60;

/** For kinds that no user waits for. */
const LONGEST_OTHER_WAIT_MINUTES = 180;

/** Failures within 24 hours that mean a kind is broken. */
const BROKEN_FAILURES = 10;
const LONGEST_UNPROCESSED_EVENT = 30 * MINUTE;
/** Backups begin once a day, within an hour. */
const LONGEST_WITHOUT_BACKUP = 27 * 60 * MINUTE;

/** Features contain an import within minutes, a first one of ten years within an hour. */
const LONGEST_UNBUILT = 120 * MINUTE;
/** D1's limit is 10 GB and cannot be raised. */
const [LARGE_DATABASE, FULL_DATABASE] = [7e9, 9e9];

/** Failed authentications per hour. Users mistype, operators rarely; guesses at one account are limited anyway. */
const MANY_FAILURES = { users: 200, operator: 20 };

/** Worst first. */
export function findConcerns(work: OpenWork): Concern[] {
  return [...waits(work), ...outages(work), ...failures(work), ...stored(work), ...signIns(work), ...others(work)].sort(
    (a, b) => Number(b.level === "broken") - Number(a.level === "broken"),
  );
}

function longestWait(kind: JobKind): number {
  return MINUTE * (JOBS[kind].longestWaitMinutes ?? LONGEST_OTHER_WAIT_MINUTES);
}

function waits({ waits }: OpenWork): Concern[] {
  return waits.flatMap(({ kind, queued, oldestSeconds }) => {
    if (oldestSeconds === null || oldestSeconds <= longestWait(kind)) return [];
    const level = oldestSeconds > 4 * longestWait(kind) ? "broken" : "attention";
    return [{ key: `wait:${kind}`, code: "wait", level, kind, count: queued, seconds: oldestSeconds }];
  });
}

function failures({ failures }: OpenWork): Concern[] {
  return failures.map(({ kind, count }) => ({
    ...{ key: `failures:${kind}`, code: "failures", kind, count, seconds: null },
    level: count >= BROKEN_FAILURES ? "broken" : "attention",
  }));
}

/** Without mails no user can sign up or recover an account; other outages can wait for a day. */
function outages({ outages }: OpenWork): Concern[] {
  return outages.map(({ kind, count }) => ({
    ...{ key: `outage:${kind}`, code: "outage", kind, count, seconds: null },
    level: kind === "send-mail" ? "broken" : "attention",
  }));
}

function stored({ unbuiltSeconds, databaseBytes }: OpenWork): Concern[] {
  const found: Concern[] = [];
  if (unbuiltSeconds !== null && unbuiltSeconds > LONGEST_UNBUILT) {
    const level = unbuiltSeconds > 4 * LONGEST_UNBUILT ? "broken" : "attention";
    found.push({ ...about("features"), level, count: 0, seconds: unbuiltSeconds });
  }
  if (databaseBytes > LARGE_DATABASE) {
    const level = databaseBytes > FULL_DATABASE ? "broken" : "attention";
    found.push({ ...about("database"), level, count: Math.floor(databaseBytes / 1e9), seconds: null });
  }
  return found;
}

function signIns({ signInFailures }: OpenWork): Concern[] {
  return (Object.keys(MANY_FAILURES) as (keyof typeof MANY_FAILURES)[]).flatMap((of): Concern[] => {
    const failures = signInFailures[of];
    if (failures < MANY_FAILURES[of]) return [];
    const level = failures < 10 * MANY_FAILURES[of] ? "attention" : "broken";
    return [{ ...about("sign-ins"), key: `sign-ins:${of}`, level, count: failures, seconds: null }];
  });
}

function others({ lost, troubledImports, payments, uncounted, backup }: OpenWork): Concern[] {
  const found: Concern[] = [];
  if (lost.length > 0) {
    const seconds = Math.max(...lost.map(({ waitSeconds }) => waitSeconds));
    found.push({ ...about("lost"), level: "broken", count: lost.length, seconds });
  }
  if (troubledImports.length > 0)
    found.push({ ...about("imports"), level: "attention", count: troubledImports.length, seconds: null });
  const { unprocessed, oldestSeconds } = payments;
  if (oldestSeconds !== null && oldestSeconds > LONGEST_UNPROCESSED_EVENT)
    found.push({ ...about("payments"), level: "broken", count: unprocessed, seconds: oldestSeconds });
  if (uncounted.length > 0)
    found.push({ ...about("rankings"), level: "attention", count: uncounted.length, seconds: null });
  // Separate concerns: a backup with gaps is not a missing one.
  if (backup !== null && backup.ageSeconds > LONGEST_WITHOUT_BACKUP)
    found.push({ ...about("backup"), level: levelWithoutBackup(backup), count: 0, seconds: backup.ageSeconds });
  if (backup !== null && backup.missing > 0)
    found.push({ ...about("backup"), key: "backup:gaps", level: "broken", count: backup.missing, seconds: null });
  return found;
}

function levelWithoutBackup({ ageSeconds }: { ageSeconds: number }) {
  return ageSeconds > 2 * LONGEST_WITHOUT_BACKUP ? "broken" : "attention";
}

function about(code: ConcernCode): Pick<Concern, "key" | "code" | "kind"> {
  return { key: code, code, kind: null };
}
