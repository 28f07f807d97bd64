import { formatCount } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import { Legend } from "#app/components/reports/legend.tsx";
import type { Curve } from "#app/domain/evaluation/balances.ts";
import { FAVOURITE_NAME } from "#app/domain/rankings/baselines.ts";
import { formatAxisYen, formatNet } from "./record-words.ts";

/** Width of the drawing, which is stretched. */
const SIDE = 1000;
const STEPS = [100, 200, 500, 1000, 2000, 2500, 5000];
const MOST_STEPS = 4;
/** Between two words below the plot, as a share of its width. */
const NARROWEST = 0.22;

export function BalancePlot({
  curve,
  months,
  label,
  axis = balanceAxis([curve]),
}: {
  curve: Curve;
  /** With the number of races before each; null for a plot without words. */
  months: readonly { month: string; before: number }[] | null;
  label: string;
  axis?: BalanceAxis;
}) {
  const { at, own, favourite, band } = curve;
  const races = at.at(-1) ?? 0;
  const { low, high, step } = axis;
  const x = (race: number) => Math.round((race / Math.max(1, races)) * SIDE);
  const y = (yen: number) => Math.round(((high - yen) / (high - low)) * SIDE);
  const line = (xs: readonly number[], yens: readonly number[]) =>
    xs.map((race, index) => `${x(race)} ${y(yens[index] ?? 0)}`).join("L");
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, index) => low + index * step);
  return (
    <figure className="plot" role="img" aria-label={label}>
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
        {ticks.map((tick) => (
          <path key={tick} className={tick === 0 ? "ax" : "grid"} d={`M0 ${y(tick)}H${SIDE}`} />
        ))}
        {band !== null && (
          <path
            className="area"
            d={`M${line(band.at, band.high)}L${line(band.at.toReversed(), band.low.toReversed())}Z`}
          />
        )}
        <path className="fav" d={`M${line(at, favourite)}`} />
        <path className="own" d={`M${line(at, own)}`} />
      </svg>
      {months !== null &&
        ticks.map((tick) => (
          <span className="py" key={tick} style={{ "--at": `${(100 * (high - tick)) / (high - low)}%` }}>
            {formatAxisYen(tick)}
          </span>
        ))}
      {spacedMonths(months ?? [], races).map(({ month, at: share }, place, all) => (
        <span className="px" key={month} style={{ "--at": `${(100 * share).toFixed(1)}%` }}>
          {month.slice(0, 4) !== all[place - 1]?.month.slice(0, 4) && `${month.slice(2, 4)}/`}
          {Number(month.slice(5))}月
        </span>
      ))}
    </figure>
  );
}

export function TicketCurve({
  name,
  among,
  curve,
  months,
  sums,
}: {
  name: string;
  /** Names the races and repeats the label below the figures; absent for a record. */
  among?: string | undefined;
  curve: Curve;
  months: readonly { month: string; before: number }[];
  /** Missing in older reports. `races` are those with a stake; else all are counted. */
  sums: { worstFall: number; losingRun: number; races?: number } | undefined;
}) {
  const [net, favourite] = [formatNet(curve.own.at(-1) ?? 0), formatNet(curve.favourite.at(-1) ?? 0)];
  const races = formatCount(sums?.races ?? curve.at.at(-1) ?? 0);
  const luck = LUCK_WORDS[`${isWithinLuck(curve)}`];
  return (
    <div className="stack">
      <h4 className="plot-h">
        <span>{name}</span>
        <b>
          {net}
          <small>円</small>
        </b>
      </h4>
      <BalancePlot
        curve={curve}
        months={months}
        label={`${name}の${among ?? ""}収支の動き。${races}レースで${net}円、1番人気は${favourite}円。${luck}`}
      />
      <dl className="under">
        {sums !== undefined && (
          <>
            <Fact name="最大の落ち込み">{formatNet(-sums.worstFall)}円</Fact>
            <Fact name="最長の連敗">{formatCount(sums.losingRun)}レース</Fact>
          </>
        )}
        <Fact name="1番人気">{favourite}円</Fact>
      </dl>
      {among !== undefined && (
        <p className="t12 faint">
          {races}レース。{luck}。
        </p>
      )}
    </div>
  );
}

export function BalanceLegend({ own = "このモデル" }: { own?: string }) {
  return (
    <Legend
      signs={[
        ["own", own],
        ["fav", FAVOURITE_NAME],
        ["area", "1番人気と同じ腕だったとき、運で動く幅（95%）"],
      ]}
    />
  );
}

export const LUCK_WORDS = {
  true: "線は運で動く幅の中にあります",
  false: "1番人気との差は、運だけでは説明できません",
  null: "1番人気の数字がありません",
};

/** At the end of the curve; null without a band. */
export function isWithinLuck({ own, band }: Curve): boolean | null {
  const [balance, low, high] = [own.at(-1) ?? 0, band?.low.at(-1), band?.high.at(-1)];
  return low === undefined || high === undefined ? null : balance >= low && balance <= high;
}

interface BalanceAxis {
  low: number;
  high: number;
  step: number;
}

/** Contains all values and 0, in at most four round steps. Yen. */
export function balanceAxis(curves: readonly Curve[]): BalanceAxis {
  const values = curves.flatMap(({ own, favourite, band }) => [
    ...own,
    ...favourite,
    ...(band?.low ?? []),
    ...(band?.high ?? []),
  ]);
  const [lowest, highest] = [Math.min(0, ...values), Math.max(0, ...values)];
  for (let scale = 1; ; scale *= 10) {
    for (const base of STEPS) {
      const step = base * scale;
      const low = Math.floor(lowest / step) * step;
      const high = Math.max(Math.ceil(highest / step) * step, low + step);
      if ((high - low) / step <= MOST_STEPS) return { low, high, step };
    }
  }
}

function spacedMonths(months: readonly { month: string; before: number }[], races: number) {
  const shown: { month: string; at: number }[] = [];
  for (const { month, before } of months) {
    const at = before / Math.max(1, races);
    const last = shown.at(-1);
    if (last === undefined || at - last.at >= NARROWEST) shown.push({ month, at });
  }
  return shown;
}
