import { HorseBadge, MARKS, Mark } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { formatCourse, modelDialogPath } from "#app/components/parts/race-words.ts";
import { GradeBadge } from "#app/components/races/grade-badge.tsx";
import { type RaceState, raceStates } from "#app/components/races/race-states.ts";
import type { BoardRow, RowIndex } from "#app/domain/days/day-board.ts";
import { minutesToStart } from "#app/domain/racing/race-start.ts";
import type { RaceSummary } from "#app/domain/views/analyses.ts";
import { GAP_WORDS } from "./day-words.ts";

export interface TimedRow extends BoardRow<RaceSummary> {
  state: RaceState;
  /** Until the start; null if that is unknown or past. */
  minutes: number | null;
}

export function timeRows(rows: readonly BoardRow<RaceSummary>[], now: number): TimedRow[] {
  const states = raceStates(
    rows.map(({ race }) => race),
    now,
  );
  return rows.map((row, place) => ({
    ...row,
    state: states[place] ?? "coming",
    minutes: minutesToStart(row.race, now),
  }));
}

interface Shown {
  hasVenue?: boolean;
  /** With the names of analysed races too. */
  hasNames?: boolean;
}

/** A race in one line: marks and chance, the finish of ◎, or its name with what is exceptional. */
export function DayRow({ row, ...shown }: { row: TimedRow } & Shown) {
  const { race, index, state } = row;
  const isNext = state === "next";
  return (
    <li className={isNext ? "next" : undefined}>
      <Link className={`one ${index === null ? "plain" : isOpen(row) ? "marked" : "over"}`} to={addressOf(row)}>
        <span className="rn">
          <b>
            {shown.hasVenue && race.venue}
            {race.raceNum}R
          </b>
          <small>{isNext && isSoon(row) ? `あと${row.minutes}分` : race.startTime}</small>
        </span>
        {index === null ? <PlainCells row={row} /> : <IndexCells row={row} index={index} {...shown} />}
      </Link>
      {index === null && state !== "cancelled" && (
        <Link className="to-card" to={cardOf(race)}>
          <Icon name="list" />
          <span className="sr">
            {race.venue}
            {race.raceNum}R 出馬表
          </span>
        </Link>
      )}
    </li>
  );
}

function cardOf({ raceId }: { raceId: string }): string {
  return `/races/${encodeURIComponent(raceId)}`;
}

/** The analysis, else the choice of a model. A cancelled race cannot be analysed. */
function addressOf({ race, index, state }: TimedRow): string {
  if (index !== null) return `/analyses/${index.analysisId}`;
  if (state === "cancelled") return cardOf(race);
  return modelDialogPath(race);
}

function isSoon({ minutes }: TimedRow): boolean {
  return minutes !== null && minutes <= 60;
}

function isOpen({ state }: TimedRow): boolean {
  return state === "next" || state === "coming";
}

function isWeighed({ race }: TimedRow): boolean {
  return race.status === "scheduled" && race.isAcquiredWeight;
}

function PlainCells({ row }: { row: TimedRow }) {
  const { race, gap, state, winners, scratched } = row;
  const word = gap === null ? "" : GAP_WORDS[gap];
  return (
    <>
      <span className="what">
        <b className="name">{race.name}</b>
        <small>
          {formatCourse(race)}　{race.runnerCount > 0 ? `${race.runnerCount}頭` : "出走馬未定"}
          {scratched.length > 0 && <span className="keep">（{scratched.join("・")}番 取消）</span>}
        </small>
      </span>
      <span className="ex">
        <GradeBadge grade={race.grade} />
        {state === "cancelled" && <Tag tone="warn">中止</Tag>}
        {word !== "" && <Tag>{word}</Tag>}
        {winners.map((winner) => (
          <span className="won" key={winner.horseNum}>
            <small>1着</small> <HorseBadge {...winner} />
            <span className="winner">{winner.horseName}</span>
          </span>
        ))}
        {state === "started" && race.status !== "result" && <Tag>発走済み</Tag>}
        {isWeighed(row) && isOpen(row) && <Tag tone="turf">馬体重 出た</Tag>}
        {state === "next" && <Tag tone="turf">次</Tag>}
      </span>
    </>
  );
}

function IndexCells({ row, index, hasNames = false, hasVenue = false }: { row: TimedRow; index: RowIndex } & Shown) {
  const { race } = row;
  const [best, ...others] = index.marked.toSorted((one, other) => Number(other.isPick) - Number(one.isPick));
  const notes = [
    index.isAfterStart ? "発走後の分析" : "",
    index.isLearntFrom ? "参考値" : "",
    hasNames && !hasVenue && isWeighed(row) && isOpen(row) ? "馬体重 出た" : "",
  ].filter((words) => words !== "");
  return (
    <>
      <span className="what">
        <span className="best">
          {best !== undefined && (
            <>
              <span className="sr">{MARKS.favourite.label} </span>
              <HorseBadge {...best} />
              <b className={best.isOut ? "name gone" : "name"}>{best.horseName}</b>
            </>
          )}
        </span>
        {best?.isOut && row.result === null && <small>◎でしたが出走しません</small>}
        {(hasNames || notes.length > 0) && (
          <small>
            {hasNames && (
              <>
                <GradeBadge grade={race.grade} />
                {race.name}
              </>
            )}
            {notes.map((words) => (
              <em key={words}>{words}</em>
            ))}
          </small>
        )}
        {!hasNames && <span className="sr">{race.name}</span>}
      </span>
      {isOpen(row) ? (
        <>
          {others.map(({ horseNum, bracketNum, horseName, mark, isOut }, place) => (
            <span
              key={horseNum}
              className={["other", place === 1 ? "third" : "", isOut ? "gone" : ""].join(" ").trim()}
            >
              <span className="sr">{mark === null ? "" : MARKS[mark].label} </span>
              <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
              <span className="sr">
                {horseName}
                {isOut && " 出走しません"}
                {place === 0 && "、"}
              </span>
            </span>
          ))}
          <b className="chance">
            {index.probability === null ? (
              "–"
            ) : (
              <>
                <span className="sr">勝率</span>
                {Math.round(index.probability * 100)}%
              </>
            )}
          </b>
        </>
      ) : (
        <RowFinish row={row} />
      )}
    </>
  );
}

/** 単 320円 1着, or the winner and ◎'s finish. */
function RowFinish({ row: { state, result, winners } }: { row: TimedRow }) {
  if (state === "cancelled") return <Tag tone="warn">中止</Tag>;
  if (result === null && winners.length === 0) return <Tag>結果待ち</Tag>;
  const isWin = result?.position === 1;
  return (
    <span className="ex">
      {isWin && result.winYen !== null && <small>単 {formatCount(result.winYen)}円</small>}
      {!isWin && (
        <small className="won">
          <span className="word">勝</span>
          {winners.map((winner) => (
            <HorseBadge key={winner.horseNum} {...winner} />
          ))}
        </small>
      )}
      {result !== null && (
        <b className={isWin ? "fin first" : "fin"}>
          <span className="sr">◎ </span>
          {finishWords(result)}
        </b>
      )}
    </span>
  );
}

export function BoardHead() {
  return (
    <li className="board-head one marked" aria-hidden="true">
      <small>R</small>
      <Mark kind="favourite" />
      <span className="other">
        <Mark kind="rival" />
      </span>
      <span className="other third">
        <Mark kind="third" />
      </span>
      <small className="chance">勝率</small>
    </li>
  );
}
