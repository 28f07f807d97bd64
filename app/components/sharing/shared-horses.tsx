import { HorseBadge, IndexBar, IndexNumber, Mark, type MarkKind } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";

interface SharedHorseRow {
  horseNum: number;
  bracketNum: number | null;
  name: string;
  /** The index. */
  score: number;
  /** 0–1; null if the model was trained on the race. */
  probability: number | null;
  mark: MarkKind | null;
  /** Absent until the race has its result, except for a horse withdrawn before. */
  finish?: Finish;
}

/** Horses of a shared analysis by index: number, mark, name, index with its bar, chance to win and finish. */
export function SharedHorses({ horses }: { horses: readonly SharedHorseRow[] }) {
  // The chances of horses withdrawn since the analysis go to the others.
  const starting = horses.filter((horse) => !isWithdrawn(horse));
  const total = starting.reduce((sum, { probability }) => sum + (probability ?? 0), 0);
  const share = starting.length < horses.length && total > 0 ? 1 / total : 1;
  return (
    <ol className="horses">
      {horses.map((horse) => (
        <li className="horse" key={horse.horseNum}>
          <div className="horse-row">
            <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
            <Mark kind={horse.mark} />
            <span className="nm">
              <b>{horse.name}</b>
            </span>
            <IndexBar index={horse.score} />
            <IndexNumber index={horse.score} />
            {horse.probability !== null && !isWithdrawn(horse) && (
              <span className="pr">
                <span className="sr">勝率</span>
                {formatPercent(horse.probability * share * 100)}
              </span>
            )}
            {horse.finish !== undefined && (
              <span className="out">
                <b>{finishWords(horse.finish)}</b>
              </span>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function isWithdrawn({ finish }: SharedHorseRow): boolean {
  return finish !== undefined && !isStarter(finish.status);
}

/** The legend of the index bars' colours. */
export function IndexLegend() {
  return (
    <p className="legend">
      <span>
        <i className="good" />
        2以上 ぬけている
      </span>
      <span>
        <i className="plus" />
        0〜2 平均より上
      </span>
      <span>
        <i className="minus" />
        0未満 平均より下
      </span>
    </p>
  );
}
