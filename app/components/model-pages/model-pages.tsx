/** From a model's record to its report and back. */
export function ModelPages({ modelId }: { modelId: number }) {
  const report = `/models/edit/${modelId}`;
  return (
    <nav className="seg" aria-label="このモデルの画面">
      <a href={report}>検証レポート</a>
      <a href={`/models/${modelId}/record`} aria-current="page">
        成績表
      </a>
      <a href={`${report}#features`}>選んだ項目</a>
    </nav>
  );
}
