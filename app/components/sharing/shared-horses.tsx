import { HorseBadge, IndexBar, IndexNumber, Mark } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { formatPercent } from "#app/components/parts/numbers.ts";
import { placeShared, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import type { SharedHorse } from "#app/domain/scoring/shared-analysis.ts";

export function SharedHorses({ horses }: { horses: readonly SharedHorse[] }) {
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
