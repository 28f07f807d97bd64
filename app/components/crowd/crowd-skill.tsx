import { formatCount, formatSkill } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { CrowdPage } from "./crowd-view.ts";

/** Width of the drawing, which is stretched. */
const SIDE = 1000;

export function CrowdSkill({ view }: { view: CrowdPage }) {
  const { skill, ranked, verdict, histogram } = view;
  if (skill.length === 0) return null;
  const [crowd, , , market] = skill;
  return (
    <section className="card pad stack">
      <h2 className="h18">みんなのAIの予測力</h2>
      {verdict !== null && <p className="t14">{verdict}</p>}
      {histogram !== null && (
        <SkillHistogram histogram={histogram} crowd={crowd?.value ?? null} market={market?.value ?? null} />
      )}
      <table className="ctbl">
        <caption className="sr">みんなのAIの予測力</caption>
        <TableHead words={["くらべる相手", "予測力", "95%区間"]} />
        <tbody>
          {skill.map(({ name, value, low, high }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{value === null ? "測定前" : formatSkill(value)}</td>
              <td>{low === null || high === null ? "–" : `${formatSkill(low)}–${formatSkill(high)}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t12 faint">
        年間ランキングの{formatCount(ranked)}モデルと、その1年の対象レースで測りました。運の影響を除く前の値です。
        <a href="/share/rankings/season">年間の予測力ランキング</a>
      </p>
    </section>
  );
}

function SkillHistogram({
  histogram: { from, to, bins, most },
  crowd,
  market,
}: {
  histogram: NonNullable<CrowdPage["histogram"]>;
  crowd: number | null;
  market: number | null;
}) {
  const x = (point: number) => Math.round(((point - from) / (to - from)) * SIDE);
  const bars = bins.map((bin) => {
    const top = Math.round((1 - bin.models / most) * SIDE);
    return `M${x(bin.from)} ${SIDE}V${top}H${x(bin.from + 1)}V${SIDE}Z`;
  });
  const marks = [
    ["みんなのAI", crowd, "of-all"],
    ["オッズ", market, "of-odds"],
  ] as const;
  const known = marks.flatMap(([name, value, kind]) => (value === null ? [] : [{ name, value, kind }]));
  const words = known.map(({ name, value }) => `${name}は${formatSkill(value)}`).join("、");
  const label = `${bins.reduce((sum, { models }) => sum + models, 0)}モデルの予測力の分布。${words}`;
  return (
    <>
      <figure className="hist" role="img" aria-label={label}>
        <svg viewBox={`0 0 ${SIDE} ${SIDE}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={bars.join("")} />
          {known.map(({ kind, value }) => (
            <path key={kind} className={kind} d={`M${x(value * 100)} 0V${SIDE}`} />
          ))}
        </svg>
        <p className="chart-axis" aria-hidden="true">
          <span>{from}</span>
          <span>予測力</span>
          <span>{to}</span>
        </p>
      </figure>
      <ul className="chart-key t12" aria-hidden="true">
        {known.map(({ name, kind, value }) => (
          <li key={kind}>
            <i className={kind} />
            {name} {formatSkill(value)}
          </li>
        ))}
      </ul>
      <details className="fold">
        <summary>分布を数字で見る</summary>
        <table className="ctbl">
          <caption className="sr">予測力ごとのモデルの数</caption>
          <TableHead words={["予測力", "モデル"]} />
          <tbody>
            {bins.map((bin) => (
              <tr key={bin.from}>
                <th scope="row">
                  {bin.from}–{bin.from + 1}
                </th>
                <td>{formatCount(bin.models)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
