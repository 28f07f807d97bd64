import { formatLimit } from "#app/components/parts/numbers.ts";
import { FREE_LIFETIME_ANALYSES, hasFreeLimits, planLimits } from "#app/domain/plans/plans.ts";

interface AnalysisUses {
  plan: number;
  analysesToday: number;
  analysesThisMonth: number;
  /** Analyses accepted while Free limits applied, over the account's lifetime. */
  freeAnalyses: number;
}

/** Used and allowed analyses: 今日 1/3　今月 4/30; on the Free plan also 全5回. */
export function AnalysisCounters({ uses }: { uses: AnalysisUses }) {
  const limits = planLimits(uses.plan);
  return (
    <ul className="counters" aria-label="分析の回数">
      <Counter label="今日" used={uses.analysesToday} limit={limits.analysesPerDay} />
      <Counter label="今月" used={uses.analysesThisMonth} limit={limits.analysesPerMonth} />
      {hasFreeLimits(uses.plan) && (
        <Counter label={`全${FREE_LIFETIME_ANALYSES}回`} used={uses.freeAnalyses} limit={FREE_LIFETIME_ANALYSES} />
      )}
    </ul>
  );
}

function Counter({ label, used, limit }: { label: string; used: number; limit: number }) {
  return (
    <li>
      {label}{" "}
      <b>
        {used}/{formatLimit(limit)}
      </b>
    </li>
  );
}
