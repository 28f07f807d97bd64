import { proofPath, verifyPath } from "./seal-links.ts";

export function SealedSection({ shareId }: { shareId: string }) {
  return (
    <section className="card pad stack">
      <h2>記録の証明</h2>
      <p className="t14 muted">
        この分析は、出したときに中身を封じています。いつ出したか、あとから変わっていないかを、だれでも確かめられます。番号は
        <b className="keep">{shareId}</b>です。
      </p>
      <div className="btns">
        <a className="btn" href={verifyPath(shareId)}>
          記録を確かめる
        </a>
        {/* Not `download`: until the file exists, the address shows when it will. */}
        <a className="btn" href={proofPath(shareId)}>
          証明ファイル（JSON）
        </a>
      </div>
    </section>
  );
}
