import { finishWords } from "#app/components/analyses/finish-words.ts";
import { afterStartWords } from "#app/components/days/day-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatCount, formatMonthDay, formatPercent } from "#app/components/parts/numbers.ts";
import { Section, Tag } from "#app/components/parts/parts.tsx";
import { PickFinish } from "#app/components/race-list/race-marks.tsx";
import { isStarter } from "#app/domain/racing/race.ts";
import type { DayCell, DaySum, SettledPick } from "#app/domain/views/home.ts";

/** The other settled races are among the analyses. */
const SHOWN_RACES = 6;

/** Shows misses as plainly as hits. */
export function DaySoFar({ date, isToday, sum }: { date: string; isToday: boolean; sum: DaySum }) {
  const { venues, settled, own, favourite, awaited, afterStart } = sum;
  const day = isToday ? "今日" : formatMonthDay(date);
  return (
    <>
      <Section title={`${day}のまとめ`} aside={<Link to={`/days/${date}`}>一日まとめ</Link>}>
        <div className="card pad stack">
          <p className="t12 muted">◎の着順（レース順）</p>
          {venues.map(({ venue, cells }) => (
            <div className="strip" key={venue}>
              <b>{venue}</b>
              <ol className="cells">
                {cells.map((cell) => (
                  <Cell key={cell.raceNum} cell={cell} />
                ))}
              </ol>
            </div>
          ))}
          {own.rate !== null && (
            <dl className="cmp">
              <div>
                <dt>◎の単勝 {own.races}R</dt>
                <dd>
                  <b>{formatPercent(own.rate)}</b>
                </dd>
              </div>
              <div>
                <dt>的中</dt>
                <dd>
                  <b>{own.hits}</b>
                  <small> / {own.races}</small>
                </dd>
              </div>
              {favourite.rate !== null && (
                <div>
                  <dt>1番人気 {favourite.races}R</dt>
                  <dd>
                    <b>{formatPercent(favourite.rate)}</b>
                  </dd>
                </div>
              )}
            </dl>
          )}
          <p className="t12 faint">
            {settled.length === 0 && "結果が確定したレースはまだありません。"}
            {own.rate !== null && "1日の回収率の差は、ほとんど運です。"}
            {afterStartWords(afterStart)}
            {awaited > 0 && `結果待ち ${awaited}レース。`}
          </p>
        </div>
      </Section>
      {settled.length > 0 && (
        <Section title="結果が確定したレース" aside={<Link to="/analyses">分析結果</Link>}>
          <ul className="card list clip">
            {settled.slice(0, SHOWN_RACES).map((race) => (
              <SettledRace key={race.raceId} settled={race} />
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Cell({ cell: { raceNum, kind, pick } }: { cell: DayCell }) {
  const position = pick?.finishPosition ?? null;
  if (kind === "settled" && position !== null) {
    return (
      <li className={position === 1 ? "f1" : position <= 3 ? "f2" : undefined}>
        <span className="sr">{raceNum}R </span>
        {position}
        <span className="sr">着</span>
      </li>
    );
  }
  const words =
    kind === "settled" && pick !== null
      ? finishWords({ status: pick.status, position: null })
      : { none: "分析なし", awaited: "結果待ち", cancelled: "中止", settled: "着順なし" }[kind];
  return (
    <li className={kind === "awaited" ? "p" : "n"}>
      <span aria-hidden="true">{kind === "awaited" ? "" : "–"}</span>
      <span className="sr">
        {raceNum}R {words}
      </span>
    </li>
  );
}

function SettledRace({ settled }: { settled: SettledPick }) {
  const { analysisId, venue, raceNum, name, pick, isLearntFrom } = settled;
  return (
    <li>
      <Link to={`/analyses/${analysisId}`}>
        <b className="t14 keep">
          {venue}
          {raceNum}R
        </b>
        <span className="grow t14">
          {name} {isLearntFrom && <Tag tone="warn">参考値</Tag>}
        </span>
        <span className="res">
          <PickFinish pick={pick} />
          <small>{paidWords(settled)}</small>
        </span>
      </Link>
    </li>
  );
}

/** 単640 複220: payouts of 100 yen on ◎. */
function paidWords({ winYen, placeYen, pick }: SettledPick): string {
  if (!isStarter(pick.status)) return "返還";
  const paid = [
    winYen === null ? "" : `単${formatCount(winYen)}`,
    placeYen === null ? "" : `複${formatCount(placeYen)}`,
  ].filter((word) => word !== "");
  return paid.length === 0 ? "払戻なし" : paid.join(" ");
}
