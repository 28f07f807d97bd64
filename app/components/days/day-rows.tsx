import { HorseBadge, Mark } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse } from "#app/components/parts/race-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import type { RaceState } from "#app/components/races/race-states.ts";
import type { BoardRow, RowIndex, RowResult } from "#app/domain/days/day-board.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { CLEARNESS_WORDS, GAP_WORDS } from "./day-words.ts";

export interface TimedRow extends BoardRow<RaceSummary> {
  state: RaceState;
}

/** Links to the analysis, or to the card. */
export function DayRow({
  row: { race, index, gap, result, state },
  minutesToNext,
  hasVenue,
}: {
  row: TimedRow;
  minutesToNext: number | null;
  /** The rows are of several courses. */
  hasVenue: boolean;
}) {
  const isBefore = state === "next" || state === "coming";
  const to = index === null ? `/races/${encodeURIComponent(race.raceId)}` : `/analyses/${index.analysisId}`;
  return (
    <li>
      <Link className={isBefore ? "board-row pre" : "board-row"} to={to}>
        <span className="rr">
          <b>
            {hasVenue && <span>{race.venue}</span>}
            {race.raceNum}
            <small>R</small>
          </b>
          <small>{race.startTime}</small>
        </span>
        <span className="ttl">
          <b>
            <GradeBadge grade={race.grade} />
            {race.name}
          </b>
          <small>
            {formatCourse(race)} {race.runnerCount}頭
          </small>
          {index?.isAfterStart === true && <Tag>発走後</Tag>}
        </span>
        <RowState state={state} result={result} minutesToNext={minutesToNext} />
        {index === null ? (
          <span className="why">{gap === null ? "" : GAP_WORDS[gap]}</span>
        ) : (
          <RowIndexCells index={index} />
        )}
      </Link>
    </li>
  );
}

function RowIndexCells({ index: { marked, gap, clearness, isLearntFrom } }: { index: RowIndex }) {
  return (
    <>
      <span className="mark-row">
        {marked.map(({ horseNum, bracketNum, horseName, mark, isOut, isPick }) => (
          <span key={horseNum} className={isOut ? "gone" : undefined}>
            {!isOut && <Mark kind={mark} />}
            <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
            {isPick ? <b className="hn">{horseName}</b> : <span className="sr">{horseName}</span>}
            {isOut && <small>{isPick ? "◎でしたが出走しません" : "出走しません"}</small>}
          </span>
        ))}
      </span>
      {gap !== null && (
        <span className="gp">
          <span className="sr">◎と○の指数差</span>
          <span className="gbar" style={{ "--v": gap }} aria-hidden="true">
            <i />
          </span>
          <b>{gap.toFixed(2)}</b>
        </span>
      )}
      <span className={clearness === null ? "cf" : `cf ${clearness}`}>
        {isLearntFrom ? "参考値" : clearness === null ? "–" : CLEARNESS_WORDS[clearness]}
      </span>
    </>
  );
}

function RowState({
  state,
  result,
  minutesToNext,
}: {
  state: RaceState;
  result: RowResult | null;
  minutesToNext: number | null;
}) {
  if (result !== null) return <RowFinish result={result} />;
  switch (state) {
    case "cancelled":
      return (
        <span className="res">
          <Tag tone="warn">中止</Tag>
        </span>
      );
    case "started":
      return (
        <span className="res">
          <small>発走ずみ</small>
        </span>
      );
    case "next":
      return (
        <span className="res">
          <Tag tone="info">次</Tag>
          {minutesToNext !== null && minutesToNext <= 60 && <small>あと{minutesToNext}分</small>}
        </span>
      );
    case "coming":
      return (
        <span className="res">
          <Tag>発走前</Tag>
        </span>
      );
    default:
      return state satisfies never;
  }
}

/** ◎2着 above 複130, or the winner. */
function RowFinish({ result: { status, position, winYen, placeYen, winner } }: { result: RowResult }) {
  const paid = [winYen === null ? "" : `単${winYen}`, placeYen === null ? "" : `複${placeYen}`].filter(
    (words) => words !== "",
  );
  return (
    <span className={position === 1 ? "res f1" : position !== null && position <= 3 ? "res f2" : "res f0"}>
      <b>
        <Mark kind="favourite" />
        {finishWords({ status, position })}
      </b>
      {paid.length > 0 && <small>{paid.join(" ")}</small>}
      {paid.length === 0 && winner !== null && (
        <small>
          <HorseBadge horseNum={winner.horseNum} bracketNum={winner.bracketNum} />
          が1着
        </small>
      )}
    </span>
  );
}
