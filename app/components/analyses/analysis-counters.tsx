import { formatLimit } from "#app/components/parts/numbers.ts";
import { leftWords } from "#app/components/plans/left-words.ts";
import { type AnalysisUses, analysesLeft } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";

/**
 * Used and allowed analyses: 今日 1/3　今月 4/30. If Free's lifetime limit binds, only its rest, because the rest of a day
 * would not return tomorrow.
 */
export function AnalysisCounters({ uses }: { uses: AnalysisUses }) {
  const limits = planLimits(uses.plan);
  const left = analysesLeft({ ...uses, runningAnalyses: 0 });
  return (
    <ul className="counters" aria-label="分析の回数">
      {left?.by === "per-lifetime" ? (
        <li>
          <b>{leftWords(left)}</b>
        </li>
      ) : (
        <>
          <Counter label="今日" used={uses.analysesToday} limit={limits.analysesPerDay} />
          <Counter label="今月" used={uses.analysesThisMonth} limit={limits.analysesPerMonth} />
          {uses.ownPerMonth !== null && (
            <Counter label="自分の上限（今月）" used={uses.analysesThisMonth} limit={uses.ownPerMonth} />
          )}
        </>
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
