import type { ReactNode } from "react";
import { type FeatureChoice, timeFeatures } from "#app/domain/features/choice.ts";

/** Times in central racing. Elsewhere they differ by venue. */
const TIMES = {
  central: { runners: "木曜16時ごろ", draw: "前日10時半ごろ", weights: "70分前ごろ" },
  elsewhere: { runners: "数日前", draw: "前日ごろ", weights: "約1時間前" },
} as const;

/** A model can run after the draw, or only after the body weights, depending on its features. */
export function AvailabilityClock({ choice, isCentral }: { choice: FeatureChoice; isCentral: boolean }) {
  const { runners, draw, day, weights } = timeFeatures(choice);
  const [usesWeight, usesWeather] = [weights > 0, day > 0];
  const all = runners + draw + day + weights;
  const times = TIMES[isCentral ? "central" : "elsewhere"];
  return (
    <div className="pad stack">
      <dl className="choice-list">
        <Moment at={times.runners} event="出走馬の発表">
          出走馬・騎手・斤量がそろう
          <Known count={runners} all={all} />
        </Moment>
        <Moment at={times.draw} event="枠順の発表">
          {!usesWeight && <Now />}
          枠番・出走頭数がそろう
          <Known count={runners + draw} all={all} />
        </Moment>
        <Moment at={times.weights} event="馬体重の発表">
          {usesWeight && <Now />}
          {usesWeight ? "選んだ項目がすべてそろう" : "このモデルは馬体重を使いません。指数は変わりません"}
        </Moment>
        <Moment at="発走" event="ここで締切">
          これより後の分析は成績に数えません
        </Moment>
      </dl>
      <p className="t12 faint">
        {usesWeather && "天気を選んだモデルは、天気の発表が変わるたびに指数が変わることがあります。"}
        当日のオッズは項目にありません。
      </p>
    </div>
  );
}

export function availableFrom(choice: FeatureChoice, isCentral: boolean): string {
  if (timeFeatures(choice).weights > 0) return "馬体重の発表から。発走のおよそ1時間前です。";
  return isCentral
    ? "前日の10時半ごろから。馬体重を待たずに出せます。"
    : "枠順が決まる前日から。馬体重を待たずに出せます。";
}

function Moment({ at, event, children }: { at: string; event: string; children: ReactNode }) {
  return (
    <div>
      <dt>
        {at}
        <br />
        {event}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Known({ count, all }: { count: number; all: number }) {
  return <small>{count === all ? `${all}項目すべてが決まる` : `${all}項目のうち${count}項目が決まる`}</small>;
}

function Now() {
  return (
    <>
      <b>ここから分析できます</b>
      <br />
    </>
  );
}
