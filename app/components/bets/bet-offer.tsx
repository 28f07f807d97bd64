import { NOBODY_STARTS, RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { NoAnalysis } from "#app/components/race-models/waiting-models.tsx";
import { AFTER_START, raceStates } from "#app/components/races/race-states.ts";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import { areAllOut } from "#app/domain/racing/race.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";

/** Above the tickets: the model's tabs, warnings about the race, or how to get an analysis and its cost. */
export function BetOffer({
  bets: { race, runners, models, model, analysis },
  now,
  isAnyLeftOut,
  uses,
}: {
  bets: RaceBets;
  now: number;
  /** A chosen horse does not start. */
  isAnyLeftOut: boolean;
  uses: AnalysisUses;
}) {
  const path = `/races/${encodeURIComponent(race.raceId)}/bets`;
  const isStarted = raceStates([race], now).states[0] === "started";
  if (race.status === "cancelled") return <Note tone="warn">{RACE_CANCELLED}</Note>;
  if (areAllOut(runners)) return <Note tone="warn">{NOBODY_STARTS}</Note>;
  return (
    <>
      {isStarted && (
        <Note tone="warn">
          <b>{AFTER_START}</b>馬券はもう買えません。的中の見込みと払戻の計算だけを示します。
        </Note>
      )}
      {isAnyLeftOut && <Note tone="warn">取消・除外などで出走しない馬を、買い目から外しました。</Note>}
      {models.length > 1 && (
        <nav className="sorts" aria-label="分析したモデル">
          {models.map(({ modelId, name }) => (
            <Link
              key={modelId}
              to={`${path}?model=${modelId}`}
              aria-current={modelId === model?.modelId ? "true" : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
      )}
      {analysis === null && (
        <NoAnalysis
          race={race}
          model={model}
          uses={uses}
          hasRunners={runners.length > 0}
          title="このレースの分析がありません"
          waiting="出走馬が発表されると、分析して買い目を計算できます。"
          text="買い目は、自分のAIモデルがこのレースを分析した勝率から計算します。分析には1回分を使います。"
        />
      )}
      {analysis?.isLearntFrom === true && (
        <Note tone="warn">
          {analysis.modelName}はこのレースで学習したため、勝率がなく、買い目を計算できません（参考値）。
        </Note>
      )}
    </>
  );
}
