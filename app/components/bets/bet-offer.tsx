import { NOBODY_STARTS, RACE_CANCELLED } from "#app/components/analyses/finish-words.ts";
import { Note } from "#app/components/parts/parts.tsx";
import { SortLinks } from "#app/components/parts/segmented-links.tsx";
import { NoAnalysis } from "#app/components/race-models/waiting-models.tsx";
import { AFTER_START } from "#app/components/races/race-states.ts";
import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import { areAllOut } from "#app/domain/racing/race.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import type { RaceBets } from "#app/domain/views/race-bets.ts";

export function BetOffer({
  bets: { race, runners, models, model, analysis },
  now,
  isAnyLeftOut,
  uses,
}: {
  bets: RaceBets;
  now: number;
  isAnyLeftOut: boolean;
  uses: AnalysisUses;
}) {
  if (race.status === "cancelled") return <Note tone="warn">{RACE_CANCELLED}</Note>;
  if (areAllOut(runners)) return <Note tone="warn">{NOBODY_STARTS}</Note>;
  return (
    <>
      {!isBeforeStart(race, now) && (
        <Note tone="warn">
          <b>{AFTER_START}</b>馬券はもう買えません。的中の見込みと払戻の計算だけを示します。
        </Note>
      )}
      {isAnyLeftOut && <Note tone="warn">取消・除外などで出走しない馬を、買い目から外しました。</Note>}
      {models.length > 1 && (
        <SortLinks
          label="分析したモデル"
          options={models.map(({ modelId, name }) => ({
            to: `${raceTabPath(race.raceId, "bets")}?model=${modelId}`,
            label: name,
            isCurrent: modelId === model?.modelId,
          }))}
        />
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
