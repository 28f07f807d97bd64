import { HorseBadge, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { finishWords } from "#app/components/analyses/finish-words.ts";
import { OwnMarkShapes } from "#app/components/fans/own-mark.tsx";
import { formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import type { ModelRow } from "./model-rows.ts";
import { OwnMarkNote } from "./models-table.tsx";
import { formatFair, GRADE_WORDS, onOddsScale, type pastReturn, SCALE_TICKS } from "./value-words.ts";

/** The last column is the value of a win bet, or the model's difference from the odds. */
export function ValueTable({
  rows,
  head,
  withIndex,
  canMix,
  past,
}: {
  rows: readonly ModelRow[];
  head: string;
  withIndex: boolean;
  /** Chances can be mixed once all odds are known. */
  canMix: boolean;
  past: ReturnType<typeof pastReturn>;
}) {
  return (
    <div className="models-table-box">
      <div className={withIndex ? "card vals indexed" : "card vals"}>
        <div className="value-head">
          <span>{head}</span>
          <span className="vx" aria-hidden="true">
            {SCALE_TICKS.map((odds) => (
              <i key={odds} style={{ "--x": onOddsScale(odds) }}>
                {odds}
              </i>
            ))}
          </span>
          <span>
            適正<small>勝率</small>
          </span>
          <span>オッズ{canMix && <small>補正勝率</small>}</span>
          <span>{canMix ? "期待値" : "対オッズ"}</span>
        </div>
        {withIndex && rows.some(({ ownMark }) => ownMark !== null) && <OwnMarkShapes />}
        <ol>
          {rows.map((row) => (
            <li key={row.horseNum} data-live={`value-row-${row.horseNum}`} className={row.isOut ? "out" : undefined}>
              <ValueRow row={row} withIndex={withIndex} />
            </li>
          ))}
        </ol>
        {past !== null && (
          <p className="past">
            <span>過去に「{GRADE_WORDS.high}」の単勝を買うと</span>
            <b>{past.rate}</b>
          </p>
        )}
      </div>
    </div>
  );
}

export function ValueRow({ row, withIndex }: { row: ModelRow; withIndex: boolean }) {
  const { horseNum, bracketNum, horseName, ownMark, finish, odds, probability, value } = row;
  const price = odds === null ? "–" : `${odds.odds.toFixed(1)}${odds.isCapped ? "以上" : ""}`;
  return (
    <>
      <HorseBadge horseNum={horseNum} bracketNum={bracketNum} />
      {withIndex && <RowIndex row={row} />}
      <span className="row-name">
        <b>{horseName}</b>
        {withIndex && ownMark !== null && <OwnMarkNote mark={ownMark} />}
        {finish !== null && <small>{finishWords(finish)}</small>}
      </span>
      <OddsRuler probability={probability} odds={odds?.odds ?? null} />
      <span className="q1">
        <span className="sr">適正オッズ</span>
        {probability === null ? "–" : formatFair(probability)}
        {probability !== null && (
          <small>
            <span className="sr">勝率</span>
            {formatPercent(probability * 100)}
          </small>
        )}
      </span>
      <span className="q2">
        <span className="sr">オッズ</span>
        <b>{price}</b>
        {value?.mixed != null && (
          <small>
            <span className="sr">補正勝率</span>
            {formatPercent(value.mixed.probability * 100)}
          </small>
        )}
      </span>
      <span className="q3">
        {value !== null && (
          <>
            <b>
              <ValueFigure value={value} />
            </b>
            <small>{GRADE_WORDS[value.grade]}</small>
          </>
        )}
      </span>
    </>
  );
}

/** By the only model; – for a horse that left the card or is withdrawn. */
function RowIndex({ row: { cells, isOut } }: { row: ModelRow }) {
  const cell = isOut ? null : (cells[0] ?? null);
  const mark = cell === null ? null : markOfPlace(cell.place);
  return (
    <>
      <Mark kind={mark} />
      <span className="ix">
        <span className="sr">指数</span>
        {cell === null ? "–" : formatIndex(cell.score.index)}
      </span>
    </>
  );
}

/** 0.85 by the mixed chance; else 2.0倍, the model's chance over that by the odds. */
function ValueFigure({ value: { mixed, toMarket } }: { value: NonNullable<ModelRow["value"]> }) {
  if (mixed !== null) {
    return (
      <>
        <span className="sr">期待値</span>
        {mixed.value.toFixed(2)}
      </>
    );
  }
  if (toMarket === null) return "–";
  return (
    <>
      <span className="sr">オッズから計算した勝率の</span>
      {toMarket.toFixed(1)}倍
    </>
  );
}

function OddsRuler({ probability, odds }: { probability: number | null; odds: number | null }) {
  const fair = probability === null || probability === 0 ? null : onOddsScale(1 / probability);
  const live = odds === null ? null : onOddsScale(odds);
  const label = [
    fair === null || probability === null ? "適正オッズなし" : `適正${formatFair(probability)}倍`,
    odds === null ? "オッズなし" : `オッズ${odds.toFixed(1)}倍`,
  ].join("、");
  const isUp = fair !== null && live !== null && live > fair;
  return (
    <span className={isUp ? "odds-ruler up" : "odds-ruler"} role="img" aria-label={label}>
      {fair !== null && live !== null && (
        <i className="sg" style={{ "--a": Math.min(fair, live), "--b": Math.max(fair, live) }} />
      )}
      {fair !== null && <i className="fr" style={{ "--x": fair }} />}
      {live !== null && <i className="lv" style={{ "--x": live }} />}
    </span>
  );
}
