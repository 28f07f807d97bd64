import { createRankingStore, type ManifestPeriod } from "#app/adapters/ranking-store.server.ts";
import { type OwnEntryRecord, selectOwnEntries, toOwnEntryRecord } from "#app/db/rankings/rankings.server.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { isPaid } from "#app/domain/plans/plans.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import { type OwnRanking, sortByTicket } from "#app/domain/rankings/ranking-entry.ts";
import type { Deps } from "#app/services/deps.server.ts";

interface StandingPeriod extends Pick<ManifestPeriod, "periodKey" | "from" | "to"> {
  key: RankingKey;
  buildId: string;
}

/** Default: the newest period. Reads nothing for users without a paid plan. */
export async function listOwn(
  deps: Deps,
  input: { user: PlanHolder; ranking?: RankingKey; periodKey?: string },
): Promise<OwnRanking[]> {
  const standing = await findStanding(deps, input);
  if (standing.length === 0) return [];
  const rows = await selectOwnEntries(deps.db, {
    userId: input.user.id,
    buildIds: JSON.stringify(buildIdsOf(standing)),
  });
  return arrangeOwn(standing, rows.map(toOwnEntryRecord));
}

/** By the manifest in R2. */
export async function findStanding(
  deps: Deps,
  { user, ranking, periodKey }: { user: PlanHolder; ranking?: RankingKey; periodKey?: string },
): Promise<StandingPeriod[]> {
  if (!isPaid(user.plan)) return [];
  const stood = await createRankingStore(deps.store).readManifest();
  if (stood === null) return [];
  return RANKING_PERIODS.flatMap(({ key }) => {
    if (ranking !== undefined && ranking !== key) return [];
    const periods = stood.manifest.rankings[key];
    const shown = periodKey === undefined ? periods[0] : periods.find((period) => period.periodKey === periodKey);
    if (shown === undefined || shown.buildId === null) return [];
    return [{ key, periodKey: shown.periodKey, from: shown.from, to: shown.to, buildId: shown.buildId }];
  });
}

/** A month and its categories share one. */
export function buildIdsOf(standing: readonly StandingPeriod[]): string[] {
  return [...new Set(standing.map(({ buildId }) => buildId))];
}

/** In the order of RANKING_PERIODS, each sorted by its total. */
export function arrangeOwn(standing: readonly StandingPeriod[], records: readonly OwnEntryRecord[]): OwnRanking[] {
  return standing.flatMap(({ buildId, ...ranking }) => {
    const own = records.filter((record) => record.buildId === buildId && record.rankingKey === ranking.key);
    const entries = sortByTicket(
      own.map(({ entry }) => entry),
      "total",
    );
    return entries.length === 0 ? [] : [{ ...ranking, entries }];
  });
}
