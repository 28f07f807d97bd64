import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { refuseAnalysisByUse } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import type { AnalysisRefusal } from "#app/domain/scoring/analysis-refusal.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import type { RaceModel } from "#app/domain/views/race-models.ts";
import { ANALYSIS_REFUSALS } from "#app/forms/analyses/analysis-refusals.ts";

/** Analyses that the reader has requested, by what they count towards. */
export interface Uses {
  plan: number;
  analysesToday: number;
  analysesThisMonth: number;
  freeAnalyses: number;
}

/** The models without an analysis of the race: the way to one with its cost, or why there is none. */
export function WaitingModels({
  race,
  models,
  uses,
}: {
  race: Pick<RaceSummary, "raceId" | "date">;
  models: readonly RaceModel[];
  uses: Uses;
}) {
  if (models.length === 0) return null;
  const used = refuseByUses(uses);
  const canAnalyse = models.some(({ refusal, isRunning }) => refusal === null && !isRunning);
  return (
    <section className="sec">
      <div className="head">
        <h2>まだ分析していないモデル</h2>
        {canAnalyse && <AnalysisCounters uses={uses} />}
      </div>
      {canAnalyse && used !== null && <UsedUp reason={used} />}
      {canAnalyse && used === null && (
        <p className="t13 muted">1モデルの分析に1回分を使います。確認の画面でモデルを選んでから決まります。</p>
      )}
      <ul className="card list waiting">
        {models.map(({ modelId, name, isRunning, refusal }) => (
          <li key={modelId}>
            <span className="grow">
              <b>{name}</b>
              {isRunning && <small>分析しています。終わるとここに出ます。</small>}
              {!isRunning && refusal !== null && <small>{ANALYSIS_REFUSALS[refusal].text}</small>}
            </span>
            {isRunning && (
              <Link className="tapl" to="/analyses">
                進みを見る
              </Link>
            )}
            {!isRunning && refusal === null && used === null && (
              <LinkButton
                to={`/races?${new URLSearchParams({ date: race.date, race: race.raceId, model: `${modelId}` })}`}
              >
                分析する
                <span className="sr">：{name}</span>
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Why the reader's plan allows no further analysis, not counting those that are running; null if it does. */
export function refuseByUses({ plan, analysesToday, analysesThisMonth, freeAnalyses }: Uses) {
  const use = { today: analysesToday, running: 0, thisMonth: analysesThisMonth, underFreeLimits: freeAnalyses };
  return refuseAnalysisByUse(use, planLimits(plan));
}

/** Instead of a button that would be refused. */
export function UsedUp({ reason }: { reason: AnalysisRefusal }) {
  const { text, detail } = ANALYSIS_REFUSALS[reason];
  return (
    <Note tone="warn">
      <b>{text}</b>
      {detail !== undefined && <p>{detail}</p>}
      <p>
        <Link className="tapl" to="/subscriptions">
          プランと上限を見る
        </Link>
      </p>
    </Note>
  );
}
