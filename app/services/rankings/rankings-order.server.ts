import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import type { Cadence } from "#app/domain/rankings/periods.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";
import type { RankingOrder } from "./rankings-build.server.ts";
import { findDueRankings } from "./rankings-due.server.ts";

type OrderedRankings =
  /** `buildId`: another one means that the order is done. Null: never built. */
  | { kind: "ordered"; period: CountedPeriod; buildId: string | null }
  /** not-due: no stored period. not-settled: results or bets are missing. */
  | Refused<"not-due" | "not-settled">;

/** The newest period due at an instant. Idempotent. @param at unix seconds; not in the future */
export async function orderRankings(
  deps: Deps,
  { cadence, at }: { cadence: Cadence; at: number },
): Promise<OrderedRankings> {
  const { known, complete, builds } = await findDueRankings(deps);
  const period = known.find((each) => each.cadence === cadence && each.dueAt <= at);
  if (period === undefined) return refused("not-due");
  if (!complete.some((each) => each.period === period)) return refused("not-settled");
  const payload: RankingOrder = { cadence, periodKey: period.key };
  await enqueueJob(deps, { kind: "build-rankings", subject: `${cadence}:${period.key}`, payload });
  const build = builds.find((each) => each.cadence === cadence && each.periodKey === period.key);
  return { kind: "ordered", period, buildId: build?.id ?? null };
}
