import { HorseBadge, IndexBar, IndexNumber, Mark, type MarkKind } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { placeShared, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";

interface SharedHorseRow {
  horseNum: number;
  bracketNum: number | null;
  name: string;
  score: number;
  /** 0–1; null if the model was trained on the race. */
  probability: number | null;
  mark: MarkKind | null;
  /** Absent before the result, except for a withdrawn horse. */
  finish?: Finish;
}

export function SharedHorses({ horses }: { horses: readonly SharedHorseRow[] }) {
  const placed = placeShared(horses);
  const share = shareOfStarters(placed);
  return (
    <ol className="horses">
      {placed.map(({ score: horse, mark, isOut }) => (
        <li className={isOut ? "horse gone" : "horse"} key={horse.horseNum}>
          <div className="horse-row">
            <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
            <Mark kind={mark} />
            <span className="row-name">
              <b>{horse.name}</b>
            </span>
            <IndexBar index={isOut ? null : horse.score} />
            <IndexNumber index={isOut ? null : horse.score} />
            {horse.probability !== null && !isOut && (
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

export function IndexLegend() {
  return (
    <p className="legend">
      <span>
        <i className="good" />
        2以上 抜けた存在
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
