import { and, between, eq, gt, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { GONE_WITH_ACCOUNT } from "#app/db/accounts/personal-data.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { asSubject, existsIn } from "#app/db/fragments.server.ts";
import { isOpenJob } from "#app/db/jobs/new-jobs.server.ts";
import { planChanges, subscriptions, usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models, settledBets } from "#app/db/schema/models.server.ts";
import { notifications } from "#app/db/schema/notifications.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { imports, races } from "#app/db/schema/racing.server.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { ENDED_IMPORTS } from "#app/domain/racing/import-status.ts";
import { addDays, DAY_SECONDS } from "#app/domain/racing/japan-time.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";

/** Seconds of the application's clock; `clockSpeed` of them are a machine second. */
interface CheckTime {
  now: number;
  clockSpeed: number;
  /** Nothing is running, so unfinished work is broken. */
  isIdle: boolean;
}

export interface Walk extends CheckTime {
  /** "" at first. */
  after: string;
  today: string;
}

interface RowWalk {
  subject: string;
  table: SQLiteTable;
  /** Default: the rowid. */
  name?: AnySQLiteColumn | SQL;
  joins?: SQL;
  where?: SQL;
  limit: number;
  /** The first true condition is reported. */
  faults: (input: Walk) => (readonly [condition: SQL | undefined, words: string | SQL])[];
}

/** An outage may last a day. */
const LONGEST_JOB_SECONDS = 26 * 3600;
const LEASE_NOTICED_SECONDS = 900;
const DUE_SECONDS = 6 * 3600;
const UNSERVED_SECONDS = 1200;

const isNoDemo = eq(users.isDemo, false);
const isKept = and(isNotNull(usage.id), isNull(usage.returnedAt));
const isRunning = and(eq(analyses.status, AnalysisStatus.running), isNull(analyses.deletedAt));
const isSingle = and(isRunning, isNull(analyses.dayId));
const isCreating = and(eq(models.status, ModelStatus.creating), isNull(models.deletedAt));
const jobOf = sql`${jobs.kind} || ' of ' || ${jobs.subject}`;

/** Checks that no constraint, foreign key or single transaction ensures. Skips demo users. */
export const ROW_WALKS = {
  analyses: {
    subject: "analysis",
    table: analyses,
    joins: sql`
      join ${users} on ${and(eq(users.id, analyses.userId), isNoDemo)}
      join ${races} on ${eq(races.raceId, analyses.raceId)}
      left join ${usage} on ${and(eq(usage.kind, "analysis"), eq(usage.subjectId, analyses.id))}`,
    limit: 500,
    faults: ({ today, ...time }) => [
      [and(isSingle, hasNoJob("score-race", analyses.id)), "in progress without a job"],
      [
        and(
          isRunning,
          isNotNull(analyses.dayId),
          lt(races.date, addDays(today, -1)),
          hasNoJob("score-day", analyses.dayId),
        ),
        "of a past day, in progress without a job",
      ],
      [and(isSingle, lt(analyses.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))), "in progress for too long"],
      [and(eq(analyses.status, AnalysisStatus.failed), isKept), "failed, and its use is not returned"],
      [
        and(eq(races.status, "cancelled"), isNull(races.pendingImportId), isKept),
        "of a cancelled race, and its use is not returned",
      ],
    ],
  },
  models: {
    subject: "model",
    table: models,
    joins: sql`
      join ${users} on ${and(eq(users.id, models.userId), isNoDemo)}
      left join ${usage} on ${and(eq(usage.kind, "model"), eq(usage.subjectId, models.id))}`,
    limit: 500,
    faults: (time) => [
      [and(isNull(models.deletedAt), isNotNull(users.deletedAt)), "of a deleted account"],
      [and(isCreating, hasNoJob("train-model", models.id)), "in creation without a job"],
      [and(isCreating, lt(models.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))), "in creation for too long"],
      [and(eq(models.status, ModelStatus.failed), isKept), "failed, and its use is not returned"],
    ],
  },
  jobs: {
    subject: "job",
    table: jobs,
    name: jobs.id,
    where: isOpenJob,
    limit: 1000,
    faults: (time) => [
      [
        and(eq(jobs.status, "running"), lt(jobs.leaseUntil, overdueBefore(time, LEASE_NOTICED_SECONDS))),
        sql`${jobOf} || ' is held by nobody alive'`,
      ],
      [
        and(eq(jobs.status, "queued"), lte(jobs.runAfter, dueBefore(time, DUE_SECONDS))),
        sql`${jobOf} || ' is taken by nobody'`,
      ],
    ],
  },
  imports: {
    subject: "import",
    table: imports,
    limit: 500,
    faults: (time) => [
      [
        and(
          inArray(imports.status, ["queued", "validating", "applying"]),
          lt(imports.createdAt, overdueBefore(time, UNSERVED_SECONDS)),
          hasNoJob("ingest-import", imports.id),
        ),
        sql`${imports.status} || ' without a job'`,
      ],
      [
        and(eq(imports.status, "receiving"), lt(imports.createdAt, overdueBefore(time, LONGEST_JOB_SECONDS))),
        "receiving for too long",
      ],
      [
        and(
          inArray(imports.status, ENDED_IMPORTS),
          sql`exists (select 1 from ${races} where ${eq(races.pendingImportId, imports.id)})`,
        ),
        "over, and a race is left half-way",
      ],
    ],
  },
  notifications: {
    subject: "notification",
    table: notifications,
    limit: 1000,
    faults: (time) => [
      [and(isNull(notifications.endedAt), lt(notifications.dueAt, dueBefore(time, DAY_SECONDS))), "not delivered"],
    ],
  },
  accounts: {
    subject: "user",
    table: users,
    limit: 200,
    faults: (time) => [
      [
        and(
          isNull(users.deletedAt),
          eq(users.isDemo, false),
          between(users.plan, Plan.starter, Plan.unlimited),
          isNull(planAt(time.now + 60)),
        ),
        "on a paid plan that nobody bought",
      ],
      [
        and(
          isNull(users.deletedAt),
          existsIn(planChanges, and(eq(planChanges.userId, users.id), eq(planChanges.source, "stripe"))),
          sql`${planAt(time.now + 60)} <> ${users.plan}`,
        ),
        sql`'on plan ' || ${users.plan} || ', where the history says ' || ${planAt(time.now + 60)}`,
      ],
      [
        and(
          isNotNull(users.deletedAt),
          or(
            ...GONE_WITH_ACCOUNT.map(
              (owner) => sql`exists (select 1 from ${owner.table} where ${eq(owner, users.id)})`,
            ),
          ),
        ),
        "deleted, and something of it is left",
      ],
      [
        and(lt(users.deletedAt, overdueBefore(time, 2 * DAY_SECONDS)), isNull(users.erasedAt)),
        "deleted, and not erased",
      ],
      [
        and(
          lt(users.deletedAt, overdueBefore(time, 2 * DAY_SECONDS)),
          existsIn(subscriptions, and(eq(subscriptions.userId, users.id), isNull(subscriptions.endedAt))),
        ),
        "deleted, and its subscription goes on",
      ],
    ],
  },
  bets: {
    subject: "bets of model and race",
    table: settledBets,
    name: sql`${settledBets.modelId} || ' ' || ${settledBets.raceId}`,
    joins: sql`
      join ${races} on ${eq(races.raceId, settledBets.raceId)}
      join ${models} on ${eq(models.id, settledBets.modelId)}`,
    limit: 1000,
    faults: (time) => [
      [ne(races.date, settledBets.date), "dated another day than its race"],
      [
        sql`${models.completedAt} is null or date(${models.completedAt} + 32400, 'unixepoch') >= ${settledBets.date}`,
        "on a race before the model was complete",
      ],
      [gt(models.cutoffDay, settledBets.date), "on a race that the model learnt from"],
      [gt(settledBets.raceDataVersion, races.dataVersion), "settled with data that do not exist"],
      [
        and(
          lt(settledBets.raceDataVersion, races.dataVersion),
          sql`(select max(${imports.finishedAt}) from ${imports} where ${eq(imports.dataVersion, races.dataVersion)}) < ${overdueBefore(time, DAY_SECONDS)}`,
        ),
        "not settled again after a correction",
      ],
    ],
  },
} as const satisfies Record<string, RowWalk>;

/** One page. `fault` is null for a correct row. */
export async function walkRows(db: Database, walk: RowWalk, input: Walk) {
  const key = sql`${walk.table}.rowid`;
  const cases = walk.faults(input).map(([condition, words]) => sql`when ${condition} then ${words}`);
  return db.all<{ key: number; name: string | number; fault: string | null }>(sql`
    select ${key} key, ${walk.name ?? key} name, case ${sql.join(cases, sql` `)} end fault
    from ${walk.table} ${walk.joins ?? sql``}
    where ${and(walk.where, gt(key, Number(input.after)))} order by ${key} limit ${walk.limit}`);
}

/** The plan of a user by the history; null before the first row. */
function planAt(at: number): SQL {
  return sql`(select ${planChanges.plan} from ${planChanges} where ${and(eq(planChanges.userId, users.id), lte(planChanges.effectiveAt, at))}
    order by ${planChanges.effectiveAt} desc, ${planChanges.id} desc limit 1)`;
}

function hasNoJob(kind: JobKind, subject: AnySQLiteColumn): SQL {
  const isOfSubject = and(eq(jobs.kind, kind), eq(jobs.subject, asSubject(subject)), isOpenJob);
  return sql`not exists (select 1 from ${jobs} where ${isOfSubject})`;
}

/** The instant before which work of this duration must be finished. */
function overdueBefore({ now, clockSpeed, isIdle }: CheckTime, seconds: number): number {
  return isIdle ? now + 1 : now - Math.ceil(seconds * clockSpeed);
}

/** As {@link overdueBefore}; what is due later may wait on an idle site, too. */
function dueBefore(time: CheckTime, seconds: number): number {
  return time.isIdle ? time.now : overdueBefore(time, seconds);
}
