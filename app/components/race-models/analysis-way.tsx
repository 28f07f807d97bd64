import { AnalysisCounters } from "#app/components/analyses/analysis-counters.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import type { AnalysisUses } from "#app/domain/plans/entitlements.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { refuseByUses, UsedUp } from "./waiting-models.tsx";

/** How to get the analysis that a race's page needs, and what it costs. */
export function AnalysisWay({
  race,
  modelId,
  uses,
  text,
}: {
  race: Pick<RaceSummary, "date" | "raceId">;
  /** Preselected; null for none. */
  modelId: number | null;
  uses: AnalysisUses;
  text: string;
}) {
  const used = refuseByUses(uses);
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  if (modelId !== null) query.set("model", String(modelId));
  return (
    <>
      <p>{text}</p>
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
