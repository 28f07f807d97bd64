import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { LinkButton } from "#app/components/parts/button.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { refuseByUses, UsedUp, type Uses } from "#app/components/race-models/waiting-models.tsx";
import { raceStates } from "#app/components/races/race-states.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";

/** Above the tickets: whose they can be, what to know of the race, or how to get an analysis and what it costs. */
export function BetOffer({
  bets: { race, runners, models, model, analysis },
  now,
  isAnyLeftOut,
  uses,
}: {
  bets: RaceBets;
  /** Unix seconds. */
  now: number;
  /** A chosen horse does not start. */
  isAnyLeftOut: boolean;
  uses: Uses;
}) {
  const path = `/races/${encodeURIComponent(race.raceId)}/bets`;
  const isStarted = raceStates([race], now).states[0] === "started";
  if (race.status === "cancelled") return <Note tone="warn">{RACE_CANCELLED}</Note>;
  return (
    <>
      {isStarted && (
        <Note tone="warn">
          <b>発走後のレースです。</b>馬券はもう買えません。見こみと払戻の計算だけを示します。
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
        <section className="card pad stack">
          <h2>{model === null ? "このレースの分析がありません" : `${model.name}の分析がありません`}</h2>
          {runners.length === 0 ? (
            <p>出走馬が発表されると、分析して買い目を計算できます。</p>
          ) : (
            <AnalysisWay race={race} model={model} uses={uses} />
          )}
        </section>
      )}
      {analysis?.isLearntFrom === true && (
        <Note tone="warn">
          {analysis.modelName}はこのレースで学習したため、勝率がなく、買い目を計算できません（参考値）。
        </Note>
      )}
    </>
  );
}

/** How to get the analysis that tickets are formed of, and what it costs. */
function AnalysisWay({ race, model, uses }: Pick<RaceBets, "race" | "model"> & { uses: Uses }) {
  const used = refuseByUses(uses);
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  if (model !== null) query.set("model", String(model.modelId));
  return (
    <>
      <p>買い目は、自分のAIモデルがこのレースを分析した勝率から計算します。分析には1回分を使います。</p>
      <AnalysisCounters uses={uses} />
      {used === null ? (
        <div className="btns">
          <LinkButton tone="primary" to={`/races?${query}`}>
            このレースを分析する
          </LinkButton>
        </div>
      ) : (
        <UsedUp reason={used} />
      )}
    </>
  );
}
