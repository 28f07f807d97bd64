import { HorseBadge, IndexBar, IndexNumber, Mark, markOfPlace } from "#app/components/analyses/figures.tsx";
import { ScrollingTable } from "#app/components/parts/scrolling-table.tsx";
import { AxisTicks } from "#app/components/reports/axis-ticks.tsx";
import { DEFAULT_SCALE } from "#app/components/reports/report-scale.ts";
import { ReturnWhisker } from "#app/components/reports/report-whisker.tsx";
import { formatRate } from "#app/components/reports/report-words.ts";
import { SkillRuler } from "#app/components/reports/skill-ruler.tsx";

/** Invented horses. */
const HORSES = [
  { horseNum: 3, bracketNum: 3, name: "ハルカナコンパス", index: 2.31 },
  { horseNum: 9, bracketNum: 6, name: "オリガミグライダー", index: 1.64 },
  { horseNum: 6, bracketNum: 4, name: "アオゾラレコード", index: 1.12 },
  { horseNum: 12, bracketNum: 7, name: "ヨルノテンビン", index: 0.74 },
] as const;

/** Ratios; `favourite` is the favourite's return with as many tickets. */
const RATES = [
  { label: "単勝", hit: 0.408, returnRate: 0.781, low: 0.694, high: 0.868, favourite: 0.801 },
  { label: "複勝", hit: 0.587, returnRate: 0.826, low: 0.77, high: 0.882, favourite: 0.846 },
] as const;

export function SampleRace() {
  return (
    <div className="card sample">
      <div className="pad">
        <p className="t12 muted">京都 11R　芝2000m　14頭</p>
        <b>翠風ステークス</b>
      </div>
      <ul>
        {HORSES.map((horse, place) => (
          <li key={horse.horseNum}>
            <HorseBadge horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
            <Mark kind={markOfPlace(place + 1)} />
            <b className="row-name">{horse.name}</b>
            <IndexBar index={horse.index} />
            <IndexNumber index={horse.index} />
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SampleSkill() {
  return (
    <div className="card pad stack loose">
      <SkillRuler pseudoR2={0.162} marketPseudoR2={0.255} interval={{ low: 0.151, high: 0.173 }} />
      <ScrollingTable label="見本モデルの検証成績">
        <table className="stats">
          <caption className="sr">見本モデルの検証成績</caption>
          <thead>
            <tr>
              <th scope="col">券種</th>
              <th scope="col">的中率</th>
              <th scope="col">回収率</th>
              <th scope="col" className="mini">
                <AxisTicks {...DEFAULT_SCALE} />
              </th>
              <th scope="col">1番人気</th>
            </tr>
          </thead>
          <tbody>
            {RATES.map(({ label, hit, ...rates }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{formatRate(hit)}</td>
                <td>
                  <b>{(rates.returnRate * 100).toFixed(1)}</b>%
                  <span className="rng">
                    {Math.round(rates.low * 100)}–{Math.round(rates.high * 100)}%
                  </span>
                </td>
                <td className="mini">
                  <ReturnWhisker {...rates} scale={DEFAULT_SCALE} />
                </td>
                <td className="muted">{formatRate(rates.favourite)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollingTable>
      <p className="t12 faint">
        学習に使っていない 1,728レースでの検証。帯は95%区間、縦線は人気順に同じ点数を買った場合。
      </p>
    </div>
  );
}
