import { listRacesWithOtherPedigree } from "#app/db/racing/horse-records.server.ts";
import { passStep } from "#app/db/racing/imports.server.ts";
import { listStoredSets } from "#app/db/racing/record-sets.server.ts";
import { raceIdsOfSlot } from "#app/domain/jv-data/race-slot.ts";
import { enqueueSharedResults } from "#app/services/analyses/sharing.server.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { groupRaces, type RaceGroup } from "#app/services/jv-data/delivery.server.ts";
import { applyRaces } from "../apply-races.server.ts";
import { joinHorses } from "../horse-masters.server.ts";
import { applyOdds } from "../odds.server.ts";
import { emptyReport, type RecordsReport } from "../records-report.ts";
import { countGroups, countSteps, type RecordsPlan } from "./records-plan.server.ts";
import { openStaged, type RaceDelivery } from "./staged-deliveries.server.ts";

/** Eight calls each; a Worker has a thousand. */
const GROUPS_PER_MESSAGE = 80;
const GROUPS_BETWEEN_PAUSES = 10;
/** 25 batches of two calls each. */
const OBJECTS_PER_MESSAGE = 12;
const ODDS_AT_ONCE = 150;
const RACES_AT_ONCE = 400;

const NOTHING: RaceDelivery = { races: new Map(), meetings: new Map() };
const NONE: ReadonlySet<string> = new Set();

/** Each step is idempotent and counts when it is done. @returns null when all is applied */
export async function applyPlan(
  { deps, yieldAndRenewLease, isUserWorkWaiting }: JobContext,
  { importId, nextStep, plan }: { importId: number; nextStep: number; plan: RecordsPlan },
): Promise<JobOutcome | null> {
  const groupCount = countGroups(plan);
  const staged = openStaged(deps.store, plan);
  let objects = 0;
  let applied = 0;

  async function applyGroup(group: RaceGroup, delivery: RaceDelivery, forced: ReadonlySet<string>, to: RecordsReport) {
    await yieldAndRenewLease();
    const changedBy = await applyRaces(deps, { source: "real", group, delivery, forced }, to);
    if (changedBy !== null) await enqueueSharedResults(deps, { importId: changedBy });
    applied += 1;
  }

  for (let step = nextStep; step < countSteps(plan); step += 1) {
    if (applied >= GROUPS_PER_MESSAGE || objects >= OBJECTS_PER_MESSAGE) return { kind: "again", delaySeconds: 0 };
    if ((applied + 1) % GROUPS_BETWEEN_PAUSES === 0 && (await isUserWorkWaiting()))
      return { kind: "again", delaySeconds: 1 };
    await yieldAndRenewLease();
    const report = emptyReport();
    const index = step - plan.horses.length;
    const oddsIndex = index - groupCount;
    if (index < 0) {
      objects += 1;
      await joinHorses(deps, await staged.readHorses(plan.horses[step] ?? ""), { report, yieldAndRenewLease });
    } else if (index < groupCount) {
      for await (const { group, delivery } of staged.deliveriesOf(index))
        await applyGroup(group, delivery, NONE, report);
    } else if (oddsIndex < plan.odds.length) {
      objects += 1;
      for await (const odds of staged.read(plan.odds[oddsIndex] ?? "", ODDS_AT_ONCE)) {
        await yieldAndRenewLease();
        await applyOdds(deps, odds, report);
      }
    } else {
      objects += 1;
      const horses = await staged.readHorses(plan.horses[oddsIndex - plan.odds.length] ?? "");
      for await (const raceIds of listForced(deps, [...horses.keys()])) {
        for (const group of groupRaces(raceIds, [])) await applyGroup(group, NOTHING, new Set(raceIds), report);
      }
    }
    await passStep(deps.db, importId, stepOf(report, step));
  }
  return null;
}

/** Some at a time. */
async function* listForced({ db }: Deps, horseIds: readonly string[]): AsyncGenerator<string[]> {
  for (let before: string | null = null; ; ) {
    const races = await listRacesWithOtherPedigree(db, { source: "real", horseIds }, { before, limit: RACES_AT_ONCE });
    const last = races.at(-1)?.date;
    if (last === undefined) return;
    // A last day may be incomplete; a single one is used nevertheless.
    const whole = races.length < RACES_AT_ONCE ? races : races.filter(({ date }) => date !== last);
    const taken = whole.length > 0 ? whole : races;
    const raceIds = await listStoredSets(db, taken.flatMap(raceIdsOfSlot));
    if (raceIds.length > 0) yield raceIds;
    before = taken.at(-1)?.date ?? last;
  }
}

function stepOf({ added, changed, unchanged, older, skipped, keptAside, ...report }: RecordsReport, step: number) {
  const errors = report.refusals.map(({ file = "-", line, field, reason }) => ({ file, line, field, reason }));
  return {
    ...{ step, added, changed, unchanged: unchanged + older, skipped, keptAside },
    ...{ errors, errorCount: keptAside, notices: report.notices },
  };
}
