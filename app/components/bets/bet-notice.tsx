import { Note } from "#app/components/parts/parts.tsx";
import { GamblingNotice } from "#app/components/welcome/gambling-notice.tsx";

export function OldOddsNote() {
  return (
    <Note tone="warn">
      <b>オッズが古くなっています。</b>
      発走まで15分を切ったため、90秒より前のオッズを灰色にしました。投票の前に、最新のオッズを確かめてください。
    </Note>
  );
}

/** Required beside every list of tickets. */
export function BetNotice() {
  return (
    <div className="note age20">
      <b aria-hidden="true">20</b>
      <div>
        <p>
          この画面では馬券を買えません。注文がどこかへ送られることもありません。計算は見積もりで、当たりも利益も約束しません。予算は、失っても困らない額にとどめてください。
        </p>
        <GamblingNotice />
      </div>
    </div>
  );
}
