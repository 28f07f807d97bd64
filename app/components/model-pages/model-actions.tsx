import { LinkButton } from "#app/components/parts/button.tsx";

/** What to do with a finished model: the first is the main one. */
export function ModelActions({
  modelId,
  canSearch,
  canAnalyse,
}: {
  modelId: number;
  canSearch: boolean;
  canAnalyse: boolean;
}) {
  return (
    <div className="btns three">
      {canSearch && (
        <LinkButton tone="primary" to={`/models/${modelId}/suggestions`}>
          改善案を調べる
        </LinkButton>
      )}
      {canAnalyse && (
        <LinkButton tone={canSearch ? undefined : "primary"} to="/races">
          レースを分析する
        </LinkButton>
      )}
      <LinkButton to={`/models?copy=${modelId}`}>引き継いでつくる</LinkButton>
    </div>
  );
}
