import * as z from "zod";
import {
  createRankingRanges,
  type PlanAddress,
  type RangesPlan,
} from "#app/adapters/rankings/ranking-ranges.server.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import type { RankingPart } from "#app/domain/rankings/ranges/range-count.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import { countStepsAside } from "#app/services/models/steps-aside.server.ts";
import { countRange, readRaces } from "./rankings-count.server.ts";
import { type CountablePeriod, findDueRankings } from "./rankings-due.server.ts";
import type { Racer } from "./rankings-participants.server.ts";

const rangeSchema = z.strictObject({
  cadence: z.enum(["weekly", "monthly"]),
  periodKey: z.string(),
  /** Name of the plan. */
  plan: z.string(),
  range: z.int(),
});

/** Yields to users' work for up to five minutes. */
const MAX_STEPS_ASIDE = 60;

/** Splits participants into ranges of at most so many, by model. */
export function splitRacers(racers: readonly Racer[], size: number): Racer[][] {
  const ranges: Racer[][] = [];
  for (let at = 0; at < racers.length; at += size) ranges.push(racers.slice(at, at + size));
  return ranges;
}

/**
 * Has the ranges of a period counted, each by a job of its own.
 *
 * @returns how to read the counts; null while some are missing: ask again later
 */
export async function countRanges(
  deps: Deps,
  { period, ledgerState }: CountablePeriod,
  ranges: readonly (readonly Racer[])[],
): Promise<((range: number) => Promise<RankingPart[]>) | null> {
  const plan: RangesPlan = {
    ...{ cadence: period.cadence, periodKey: period.key, ledgerState },
    ranges: ranges.map((racers) => racers.map(({ modelId, raceDays }) => [modelId, raceDays[0]!])),
  };
  const store = createRankingRanges(deps.store);
  const address = await store.addressOf(plan);
  const counted = await store.listCounted(address);
  const missing = [...ranges.keys()].filter((range) => !counted.has(range));
  if (missing.length > 0) {
    await store.writePlan(address, plan);
    for (const range of missing) await enqueueRange(deps, address, range);
    return null;
  }
  return async (range) => {
    const part = await store.readPart(address, range);
    if (part === null) throw new Error(`range ${range} of ${address.periodKey} was deleted by another build`);
    return part;
  };
}

async function enqueueRange(deps: Deps, { name, ...period }: PlanAddress, range: number): Promise<void> {
  const payload: z.infer<typeof rangeSchema> = { ...period, plan: name, range };
  await enqueueJob(deps, { kind: "count-rankings", subject: `${name}:${range}`, payload });
}

/** Deletes what was counted for a period that is built. */
export async function forgetRanges(deps: Deps, { cadence, key }: CountedPeriod): Promise<void> {
  await createRankingRanges(deps.store).deletePeriod({ cadence, periodKey: key });
}

/**
 * Counts one range of a plan (job "count-rankings"). Nothing is written if the ledger has changed since it was planned, as
 * the next build plans anew; a count that is there already stays.
 */
export async function countPlannedRange(context: JobContext): Promise<JobOutcome> {
  const { deps, job, breathe } = context;
  const { plan: name, range, ...ofPeriod } = rangeSchema.parse(job.payload);
  const address = { ...ofPeriod, name };
  const store = createRankingRanges(deps.store);
  const plan = await store.readPlan(address);
  const racers = plan?.ranges[range];
  if (plan === null || racers === undefined || (await store.listCounted(address)).has(range)) return { kind: "done" };
  const aside = countStepsAside(context, MAX_STEPS_ASIDE);
  if (await aside.isDue()) return aside.step();
  const isPlanned = ({ period, ledgerState }: CountablePeriod) =>
    period.cadence === plan.cadence && period.key === plan.periodKey && ledgerState === plan.ledgerState;
  const countable = (await findDueRankings(deps)).complete.find(isPlanned);
  if (countable === undefined) return { kind: "done" };
  const { races } = await readRaces(deps, countable.period, breathe);
  const models = racers.map(([modelId, firstDay]) => ({ modelId, raceDays: [firstDay] }));
  const parts = await countRange(deps, { cadence: plan.cadence, races, models }, { breathe, isStopped: aside.isDue });
  if (parts === null) return aside.step();
  // Bets that were corrected meanwhile may be among those that were read.
  if ((await findDueRankings(deps)).complete.some(isPlanned)) await store.writePart(address, range, parts);
  return { kind: "done" };
}
