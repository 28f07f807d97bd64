import { changeWords } from "#app/components/analyses/analysis-changes.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { isStarter, type RaceStatus } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { MarketOdds, RaceChange, UpdateTimes } from "#app/domain/views/analyses.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";

/** 8月9日 16:05, or the time alone on the race's day. `moment` is `2026-11-22T14:32`, Japan. */
export function momentWords(moment: string, raceDay: string): string {
  const [day = "", time = ""] = moment.split("T");
  return day === raceDay ? time : `${monthAndDay(day)} ${time}`;
}

/** The age of the odds, or that there are none. Null for a race that is not held. */
export function oddsWords(
  market: Pick<MarketOdds, "isFinal" | "announcedAt"> | null,
  race: { date: string; status: RaceStatus },
): string | null {
  if (race.status === "cancelled") return null;
  if (market === null)
    return race.status === "result" ? "単勝オッズの記録がありません。" : "単勝オッズはまだ届いていません。";
  if (market.isFinal) return "単勝の確定オッズ";
  if (market.announcedAt === null) return "単勝オッズ 時刻不明";
  return `単勝オッズ ${momentWords(market.announcedAt, race.date)} 現在`;
}

/** 馬体重 14:35 更新, 結果 16:02 更新; only known ones. */
export function updateWords({ weights, results }: UpdateTimes, raceDay: string): string[] {
  const words = (what: string, at: number | null): string[] =>
    at === null ? [] : [`${what} ${momentWords(`${japanDay(at)}T${japanTime(at)}`, raceDay)} 更新`];
  return [...words("馬体重", weights), ...words("結果", results)];
}

/** The starters' win odds over time, folded; nothing if they did not move. */
export function OddsMoves({ runners, moves }: { runners: readonly Runner[]; moves: RaceCard["winMoves"] }) {
  if (moves.length === 0) return null;
  return (
    <details className="fold">
      <summary>単勝オッズの動き</summary>
      <ol>
        {runners
          .filter(({ status }) => isStarter(status))
          .map(({ horseNum, horseName }) => (
            <li key={horseNum} className="facts">
              <b>
                {horseNum} {horseName}
              </b>
              {moves.map(({ minutes, isFinal, odds }) => (
                <span key={minutes}>
                  {minutes === null ? (isFinal ? "確定オッズ" : "現在") : `${minutes}分前`}{" "}
                  {odds.get(horseNum)?.toFixed(1) ?? "–"}
                </span>
              ))}
            </li>
          ))}
      </ol>
    </details>
  );
}

/** Announced changes since the card, each with its time if known. */
export function RaceChanges({ changes, raceDay }: { changes: readonly RaceChange[]; raceDay: string }) {
  if (changes.length === 0) return null;
  return (
    <Note tone="warn">
      <h3>変更 {changes.length}件</h3>
      <ul>
        {changes.map(({ at, change }) => {
          const words = changeWords(change);
          return (
            <li key={words}>
              {at !== null && <time dateTime={`${at}+09:00`}>{momentWords(at, raceDay)} </time>}
              {words}
            </li>
          );
        })}
      </ul>
    </Note>
  );
}
