import { FinishStrips, SumPanels } from "#app/components/days/day-head.tsx";
import type { TimedRow } from "#app/components/days/day-rows.tsx";
import { LinkButton } from "#app/components/parts/button.tsx";
import { formatDay, formatMonthDay } from "#app/components/parts/numbers.ts";
import type { DaySum } from "#app/domain/days/own-picks.ts";
import type { HomeDay } from "#app/domain/views/home.ts";
import { CardLink, NextKick } from "./next-race.tsx";

/** Without a model: the welcome of a new user and the way to the first model. */
export function FirstModelHead({
  welcome,
  next,
  venues,
}: {
  /** Null for a user who had a model. */
  welcome: string | null;
  next: HomeDay["next"];
  venues: readonly string[];
}) {
  return (
    <section className="turf-head next-race">
      {next !== null && <NextKick coming={next} venues={venues} />}
      <div className="stack">
        <h2>{welcome ?? "1分でモデルをつくる"}</h2>
        <p className="made-by">
          {welcome !== null && "1分でモデルをつくりましょう。"}
          気になる項目を選ぶと、過去のレースで学んだあなただけのAIモデルができます。
        </p>
        <div className="acts">
          <LinkButton tone="primary" to="/models/create">
            モデルをつくる
          </LinkButton>
          {next !== null && <CardLink race={next.race} />}
        </div>
      </div>
    </section>
  );
}

/** No race is left: the next race day, and how ◎ of the last day finished. */
export function DayOverHead({
  isRaceDay,
  date,
  nextDay,
  sum,
  rows,
}: {
  isRaceDay: boolean;
  date: string | null;
  nextDay: { date: string; venues: readonly string[] } | null;
  sum: DaySum | null;
  rows: readonly TimedRow[];
}) {
  return (
    <section className="turf-head day-head" aria-labelledby="day-over">
      <div className="stack">
        <h2 id="day-over">{isRaceDay ? "今日のレースはすべて発走しました" : "今日はモデルの対象の開催がありません"}</h2>
        <p className="made-by">
          {nextDay === null ? (
            <span>次の開催日は、出馬表が届くとここに出ます。</span>
          ) : (
            <span>
              次の開催日 <b>{formatDay(nextDay.date)}</b> {nextDay.venues.join("・")}
            </span>
          )}
        </p>
        <LinkButton to={date === null ? "/races" : `/days/${date}`}>
          {date === null ? "レース一覧" : `${formatMonthDay(date)}の印と結果`}
        </LinkButton>
      </div>
      {sum !== null && date !== null && (
        <div className="stack">
          <h3>{isRaceDay ? "今日" : formatMonthDay(date)}のまとめ</h3>
          <SumPanels sums={sum} />
          <FinishStrips rows={rows} />
          <p className="t12">
            {sum.awaited > 0 && `結果待ち ${sum.awaited}レース。`}
            {sum.afterStart > 0 && `発走後に分析した${sum.afterStart}レースは入れていません。`}
          </p>
        </div>
      )}
    </section>
  );
}
