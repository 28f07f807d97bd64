import { formatDay } from "#app/components/parts/numbers.ts";
import { Fact, Note } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import type { Fault } from "#app/domain/seal/seal-proof.ts";
import type { SealView, WholeSeal } from "#app/domain/views/seal.ts";
import { proofPath, verifyPath } from "./seal-links.ts";

const FAULTS: Record<Fault, string> = {
  form: "証明ファイルの文字の並びが、お渡ししたものと違います。",
  "unknown-head": "このルートは公開されたものの中にありません。",
  chain: "公開されたルートの並びが途切れています。",
  content: "中身がルートと合いません。",
  "last-head": "その日の最後のルートとつながりません。",
  time: "封の時刻がルートより後です。",
};

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

export function SealResult({
  view,
  contactUrl,
}: {
  view: SealView;
  /** Null if none is configured. */
  contactUrl: string | null;
}) {
  switch (view.kind) {
    case "unknown":
      return <Note tone="warn">この番号の記録はありません</Note>;
    case "waiting":
      return (
        <Note>
          次のルートを待っています。
          {view.isOverdue
            ? "予定よりおくれています。しばらくしてから、もう一度開いてください。"
            : `おそくとも${japanTime(view.dueAt)}に、ここに結果が出て、証明ファイルができます。`}
        </Note>
      );
    case "broken":
      return (
        <Note tone="danger">
          <b>封が合いません。</b>
          {FAULTS[view.fault]}
          ファイルを保存し直しても合わないときは、
          {contactUrl === null ? "お知らせください" : <a href={contactUrl}>お知らせください</a>}。
        </Note>
      );
    case "hash":
      return (
        <>
          <Note tone="turf">
            <b>この封はルートに入っています。</b>
          </Note>
          <dl className="kv">
            <Fact name="ルートの日">{formatDay(view.date)}</Fact>
            <Fact name="ルートに入った時刻">{instant(view.sealedAt)}</Fact>
            <Fact name="位置">{view.position + 1}件目</Fact>
            <Fact name="封">
              <span className="mono">{view.seal}</span>
            </Fact>
          </dl>
        </>
      );
    case "whole":
      return <Whole view={view} />;
    default:
      return view satisfies never;
  }
}

function Whole({ view }: { view: WholeSeal }) {
  const { race, isLate, startsAt, sealedAt, madeAt, marks, witnesses, shareId, modelName, isUpToDate } = view;
  const accepted = witnesses.filter(({ status }) => status >= 200 && status < 300);
  const before = startsAt === null ? "発走前" : `発走${Math.floor((startsAt - madeAt) / 60)}分前`;
  return (
    <>
      {isLate ? (
        <Note tone="warn">
          <b>封は合っていますが、発走前のルートに入っていません。</b>成績には数えません。
        </Note>
      ) : (
        <Note tone="turf">
          <b>封は合っています。{before}に記録した分析です。</b>
        </Note>
      )}
      <dl className="kv">
        {race !== null && (
          <Fact name="レース">
            {formatDay(race.date)} {race.venue}
            {race.raceNum}R　{race.startTime === null ? "発走時刻は未定" : `${race.startTime}発走`}
          </Fact>
        )}
        {modelName !== null && <Fact name="モデル">{modelName}</Fact>}
        <Fact name="記録した時刻">{instant(madeAt)}</Fact>
        <Fact name="外に置いた時刻">
          {instant(sealedAt)}のルートに入り、
          {accepted.length === 0
            ? "まだ外部に届いていません"
            : accepted.map(({ host, at }) => `${instant(at)}に${host}へ`).join("、")}
        </Fact>
        <Fact name="印">{markWords(marks)}</Fact>
        <Fact name="封">
          <span className="mono">{view.seal}</span>
        </Fact>
        <Fact name="ルート">
          <span className="mono">{view.root}</span>
        </Fact>
      </dl>
      {!isUpToDate && <Note>このファイルのあとにも、その日のルートが出ています。新しいファイルを保存できます。</Note>}
      {shareId !== null && (
        <div className="btns">
          <a className="btn" href={proofPath(shareId)} download>
            証明ファイル（JSON）
          </a>
          <a className="btn" href={`/share/analysis/${shareId}`}>
            分析を見る
          </a>
        </div>
      )}
    </>
  );
}

function markWords(marks: readonly number[]): string {
  const lead = marks.slice(0, 3).map((horse, place) => `${"◎○▲"[place]}${horse}`);
  const others = marks.slice(3).join("・");
  return [...lead, ...(others === "" ? [] : [`△${others}`])].join(" ");
}

/** 11月22日 14:33:08 */
function instant(unixSeconds: number): string {
  return `${monthAndDay(japanDay(unixSeconds))} ${japanTime(unixSeconds)}:${String(unixSeconds % 60).padStart(2, "0")}`;
}
