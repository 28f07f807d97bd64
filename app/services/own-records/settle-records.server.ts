import {
  listRacesToSettle,
  readNewestVersion,
  readRacesToSettle,
  recordSettledVersion,
  saveResults,
} from "#app/db/own-records/settle-entries.server.ts";
import { settleEntry } from "#app/domain/own-records/settle-entry.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

const RACES_PER_READ = 12;
/** 200 bytes of JSON each; D1 accepts 2 MB. */
const ROWS_PER_WRITE = 2_000;
/** A Worker may call D1 a thousand times. */
const RACES_PER_MESSAGE = 1_200;

/** Each minute. */
export async function enqueueRecordSettlement(deps: Deps): Promise<void> {
  const due = await listRacesToSettle(deps.db, { limit: 1 });
  if (due.length > 0) await enqueueJob(deps, { kind: "settle-records", subject: "all" });
}

/** Entries without a result come again when the race changes. Repeatable and safe concurrently. */
export async function settleRecords({ deps, yieldAndRenewLease }: JobContext): Promise<JobOutcome> {
  // Before reading: the next run finds later changes.
  const version = await readNewestVersion(deps.db);
  for (let settled = 0; settled < RACES_PER_MESSAGE; settled += RACES_PER_READ) {
    await yieldAndRenewLease();
    const raceIds = await listRacesToSettle(deps.db, { limit: RACES_PER_READ });
    if (raceIds.length === 0) {
      // An import that began meanwhile may have hidden a due race.
      const isQuiet = (await readNewestVersion(deps.db)) !== null;
      if (version !== null && isQuiet) await recordSettledVersion(deps.db, version);
      return { kind: "done" };
    }
    await settleRaces(deps, raceIds);
  }
  return { kind: "again", delaySeconds: 0 };
}

async function settleRaces(deps: Deps, raceIds: readonly string[]): Promise<void> {
  const races = await readRacesToSettle(deps.db, raceIds);
  const results = races.flatMap(({ entries, dataVersion, date, ...race }) =>
    entries.map(({ analysisId, ...entry }) => ({
      ...{ analysisId, dataVersion, date },
      result: settleEntry(entry, { race, runners: race.runners, payouts: race.payouts }),
    })),
  );
  for (let at = 0; at < results.length; at += ROWS_PER_WRITE) {
    await saveResults(deps.db, results.slice(at, at + ROWS_PER_WRITE));
  }
}
