import { LinkButton } from "#app/components/parts/button.tsx";

export function NextSteps({ modelId, canAnalyse }: { modelId: number; canAnalyse: boolean }) {
  return (
    <section className="card pad stack">
      <h3>次にできること</h3>
      <div className="btns">
        {canAnalyse && (
          <LinkButton tone="primary" to="/races" icon="flag">
            レースを選んで分析
          </LinkButton>
        )}
        <LinkButton to={`/models?copy=${modelId}`} icon="branch">
          引き継いでつくる
        </LinkButton>
        <LinkButton to={`/models/compare?m=${modelId}`}>ほかのモデルとくらべる</LinkButton>
        <LinkButton to={`/models/${modelId}/record`}>成績表を見る</LinkButton>
      </div>
    </section>
  );
}
