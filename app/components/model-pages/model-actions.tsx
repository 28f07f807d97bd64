import { LinkButton } from "#app/components/parts/button.tsx";

/** The three things to do with a finished model. */
export function ModelActions({ modelId, canAnalyse }: { modelId: number; canAnalyse: boolean }) {
  return (
    <div className="btns three">
      {canAnalyse && (
        <LinkButton tone="primary" to="/races">
          レースを分析する
        </LinkButton>
      )}
      <LinkButton to={`/models?copy=${modelId}`}>引き継いでつくる</LinkButton>
      <LinkButton to={`/models/${modelId}/record`}>成績表を見る</LinkButton>
    </div>
  );
}
