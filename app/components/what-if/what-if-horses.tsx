import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { formatFairOdds, formatIndex, formatSigned } from "#app/components/parts/numbers.ts";
import type { WhatIf, WhatIfResult } from "#app/domain/views/what-if.ts";
import type { ComparedHorse } from "#app/domain/what-if/compare-conditions.ts";
import { ScratchedHorses } from "./what-if-head.tsx";
import { changedConditions, partWords } from "./what-if-words.ts";

export function WhatIfHorses({ whatIf, result }: { whatIf: WhatIf; result: WhatIfResult }) {
  const { horses, isLearntFrom } = result;
  const left = horses.filter(({ isLeft }) => isLeft);
  const end = scaleEnd(horses);
  const isChanged = changedConditions(whatIf).length > 0;
  const touched = new Set(whatIf.conditions.horses.map(({ horseNum }) => horseNum));
  // The horse that moved most is open.
  const open = isChanged ? left.toSorted((one, other) => Math.abs(movedBy(other)) - Math.abs(movedBy(one)))[0] : null;
  return (
    <>
      <div className="card clip">
        <div className="w-head">
          <span>
            {isChanged ? "変えたあとの" : ""}
            {isLearntFrom ? "指数の順" : "勝率の順"}
          </span>
          {!isLearntFrom && (
            <span className="vx" aria-hidden="true">
              {ticksOf(end).map((tick) => (
                <i key={tick} style={{ "--x": (tick / end) * 100 }}>
                  {tick}
                </i>
              ))}
            </span>
          )}
          <span>{isLearntFrom ? "指数" : "勝率"}</span>
          <span>差</span>
        </div>
        <ol className="what-if-rows">
          {left.map((horse) => (
            <li key={horse.horseNum} className={touched.has(horse.horseNum) ? "me" : undefined}>
              <details open={horse === open}>
                <summary>
                  <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
                  <Mark kind={markOfPlace(horse.place)} />
                  <span className="row-name">
                    <b>{horse.horseName}</b>
                  </span>
                  <HorseFigures horse={horse} end={end} isChanged={isChanged} />
                  <Icon name="down" className="cv" />
                </summary>
                <Reasons whatIf={whatIf} horse={horse} isChanged={isChanged} />
              </details>
            </li>
          ))}
        </ol>
        <ScratchedHorses horses={horses} />
      </div>
      {!isLearntFrom && (
        <p className="legend">
          {isChanged && (
            <span>
              <i className="k-aft" />
              変えたあと
            </span>
          )}
          <span>
            <i className={isChanged ? "k-fr" : "k-aft"} />
            今の条件
          </span>
          <span>めもりは勝率 0〜{end}%。印は今の条件の指数の順</span>
        </p>
      )}
    </>
  );
}

function HorseFigures({ horse, end, isChanged }: { horse: ComparedHorse; end: number; isChanged: boolean }) {
  const { before, after } = horse;
  const moved = movedBy(horse);
  const [from, to] = [printed(before), printed(after)];
  const unit = before.probability === null ? "" : "%";
  return (
    <>
      {before.probability !== null && after.probability !== null && (
        <span
          className="wb"
          role="img"
          aria-label={isChanged ? `勝率 ${from}%から${to}%` : `勝率 ${from}%`}
          style={{ "--a": share(before.probability, end), "--b": share(after.probability, end) }}
        >
          <i className="f" />
          {isChanged && <i className="t" />}
        </span>
      )}
      <span className="pp">
        {isChanged && <small>{from} → </small>}
        <b>{to}</b>
        {unit}
      </span>
      <span className={moved > 0 ? "dd up" : moved < 0 ? "dd dn" : "dd"}>
        {isChanged && formatSigned(moved, before.probability === null ? 2 : 1, "±")}
      </span>
    </>
  );
}

function Reasons({ whatIf, horse, isChanged }: { whatIf: WhatIf; horse: ComparedHorse; isChanged: boolean }) {
  const { before, after, parts } = horse;
  const words = partWords(whatIf, horse.horseNum);
  return (
    <div className="wd">
      <p className="facts">
        <span>
          指数 {isChanged && `${formatIndex(before.index)} → `}
          <b>{formatIndex(after.index)}</b>
        </span>
        {before.probability !== null && after.probability !== null && (
          <span>
            適正オッズ {isChanged && `${formatFairOdds(before.probability)} → `}
            <b>{formatFairOdds(after.probability)}</b>
          </span>
        )}
      </p>
      {parts.length > 0 && (
        <ul className="contrib">
          {parts.map(({ feature, contribution }) => (
            <li key={feature ?? ""} className={contribution > 0 ? "up" : contribution < 0 ? "dn" : undefined}>
              <span>{words(feature)}</span>
              <span className="div" aria-hidden="true">
                <i style={{ "--v": Math.round(Math.abs(contribution) * 300) / 100 }} />
              </span>
              <span className="value">{formatIndex(contribution)}</span>
            </li>
          ))}
        </ul>
      )}
      {isChanged && parts.length === 0 && (
        <p className="muted">
          指数は動きません。
          {after.probability !== null && "勝率は、出走する馬で合計100%になるように分け直しています。"}
        </p>
      )}
    </div>
  );
}

function printed({ index, probability }: ComparedHorse["before"]): string {
  return probability === null ? formatIndex(index) : (probability * 100).toFixed(1);
}

/** The difference of the printed figures. */
function movedBy({ before, after }: ComparedHorse): number {
  if (before.probability === null || after.probability === null) {
    return (Math.round(after.index * 100) - Math.round(before.index * 100)) / 100;
  }
  const tenths = (probability: number) => Math.round(Number((probability * 100).toFixed(1)) * 10);
  return (tenths(after.probability) - tenths(before.probability)) / 10;
}

/** The next ten per cent above every chance. */
function scaleEnd(horses: readonly ComparedHorse[]): number {
  const chances = horses.flatMap(({ before, after }) => [before.probability ?? 0, after.probability ?? 0]);
  return Math.max(10, Math.ceil(Math.max(0, ...chances) * 10) * 10);
}

function ticksOf(end: number): number[] {
  return (end % 30 === 0 ? [0, 1 / 3, 2 / 3, 1] : [0, 1 / 2, 1]).map((part) => Math.round(part * end));
}

function share(probability: number, end: number): number {
  return Math.round((probability * 100_000) / end) / 10;
}
