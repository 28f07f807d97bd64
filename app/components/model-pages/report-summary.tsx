import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { AxisTicks, returnScale } from "#app/components/reports/report-scale.tsx";
import { ReturnWhisker } from "#app/components/reports/report-whisker.tsx";
import { BET_NAMES, besideFavourite, FEW_RACES, formatRate, groupName } from "#app/components/reports/report-words.ts";
import type { ForecastReturns } from "#app/domain/evaluation/forecast-returns.ts";
import type { ForecastSkill } from "#app/domain/evaluation/forecast-skill.ts";
import type { Dimension } from "#app/domain/racing/conditions.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";

export function ReturnsCard({ returns: { model, favourite } }: { returns: ForecastReturns }) {
  const scale = returnScale(
    BET_TYPES.map((type) => ({
      races: model[type].races,
      rates: [model[type].returnRate, favourite[type].returnRate],
    })),
  );
  return (
    <section className="card pad stack">
      <div className="head">
        <h3>回収率</h3>
        <span className="t12 faint">帯＝運の幅　縦線＝1番人気</span>
      </div>
      <ul className="rate-rows">
        {BET_TYPES.map((type) => {
          const { returnRate, low, high, hitRate } = model[type];
          return (
            <li key={type}>
              <span>
                <b>{BET_NAMES[type]}</b>
                <small>的中 {formatRate(hitRate)}</small>
              </span>
              {returnRate === null ? (
                <span />
              ) : (
                <ReturnWhisker {...{ returnRate, low, high, scale }} favourite={favourite[type].returnRate} />
              )}
              <b className="value">
                {returnRate === null ? (
                  "–"
                ) : (
                  <>
                    {(returnRate * 100).toFixed(1)}
                    <small>%</small>
                  </>
                )}
              </b>
            </li>
          );
        })}
        <li className="scale t12 faint" aria-hidden="true">
          <span />
          <AxisTicks {...scale} />
          <span />
        </li>
      </ul>
      <p className="t12 faint">
        {besideFavourite({ model, favourite })}
        単勝は指数の1位と2位、複勝は1位、馬連は5位までの7点を買った場合です。過去の回収率は、将来の結果も利益も約束しません。
      </p>
    </section>
  );
}

const SLICED: readonly Dimension[] = ["surface", "distance", "going", "field", "venue"];
const SHOWN = 3;

interface Slice {
  name: string;
  races: number;
  value: number;
}

/** Conditions of a hundred races or more in which the model reads better, and worse, than overall; extremes first. */
export function slicesOf({ conditions, pseudoR2 }: Pick<ForecastSkill, "conditions" | "pseudoR2">) {
  const sorted = SLICED.flatMap((dimension) =>
    conditions[dimension].flatMap(({ key, races, skill }): Slice[] =>
      skill === null || races < FEW_RACES ? [] : [{ name: groupName(dimension, key), races, value: skill.pseudoR2 }],
    ),
  ).sort((a, b) => b.value - a.value);
  return {
    best: sorted.filter(({ value }) => value > pseudoR2).slice(0, SHOWN),
    worst: sorted
      .filter(({ value }) => value < pseudoR2)
      .slice(-SHOWN)
      .reverse(),
  };
}

export function SlicesCard({ skill }: { skill: ForecastSkill }) {
  const { best, worst } = slicesOf(skill);
  const end = Math.max(skill.marketPseudoR2 ?? 0, skill.pseudoR2, ...best.map(({ value }) => value), 0.01);
  return (
    <section className="card pad stack" style={{ "--max": end, "--all": Math.max(0, skill.pseudoR2) }}>
      <div className="head">
        <h3>得意と苦手</h3>
        <span className="t12 faint">予測力　縦線＝全体 {formatSkill(skill.pseudoR2)}</span>
      </div>
      <Slices title="得意" slices={best} kind="hi" />
      <Slices title="苦手" slices={worst} kind="lo" />
      <p className="t12 faint">
        {best.length + worst.length === 0
          ? `${FEW_RACES}レース以上の条件が、まだありません。`
          : `${FEW_RACES}レース以上の条件から。差には運もふくまれます。`}
      </p>
    </section>
  );
}

function Slices({ title, slices, kind }: { title: string; slices: readonly Slice[]; kind: "hi" | "lo" }) {
  if (slices.length === 0) return null;
  return (
    <div>
      <h4 className="t13 muted">{title}</h4>
      <ul className={`slice-rows ${kind}`}>
        {slices.map(({ name, races, value }) => (
          <li key={name}>
            <span>
              {name} <small>{formatCount(races)}R</small>
            </span>
            <i aria-hidden="true" style={{ "--v": Math.max(0, value) }} />
            <b>{formatSkill(value)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
