import { Button } from "./button.tsx";

const WAYS = ["X", "Facebook", "URLをコピー", "ダウンロード"] as const;

/** The four ways to share a result; none leads anywhere while the share pages do not exist. */
export function AnalysisShare() {
  return (
    <section className="sec">
      <h3>この結果をシェア</h3>
      <div className="share">
        {WAYS.map((way) => (
          <Button key={way} type="button" disabled aria-describedby="share-state">
            {way}
          </Button>
        ))}
      </div>
      <p id="share-state" className="t13 muted">
        共有ページは準備中です
      </p>
    </section>
  );
}
