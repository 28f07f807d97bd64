export function ModelPages({ modelId, current }: { modelId: number; current: "report" | "record" }) {
  const report = `/models/edit/${modelId}`;
  const pages = [
    { key: "report", to: report, label: "検証レポート" },
    { key: "record", to: `/models/${modelId}/record`, label: "成績表" },
    { key: "features", to: `${report}#features`, label: "選んだ項目" },
  ];
  return (
    <nav className="seg" aria-label="このモデルの画面">
      {pages.map(({ key, to, label }) => (
        <a key={key} href={to} aria-current={key === current ? "page" : undefined}>
          {label}
        </a>
      ))}
    </nav>
  );
}
