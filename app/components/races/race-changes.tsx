import { changeWords } from "#app/components/analyses/analysis-changes.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import type { RaceChange } from "#app/domain/views/analyses.ts";
import { momentWords } from "./odds-words.tsx";

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
