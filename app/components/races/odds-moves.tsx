import { isStarter } from "#app/domain/racing/race.ts";
import type { Runner } from "#app/domain/racing/records.ts";
import type { RaceCard } from "#app/domain/views/race-card.ts";

/** How each starter's win odds moved until now, behind a heading; nothing if they did not. */
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
