import { HorseBadge, IndexBar, IndexNumber, Mark, markOfPlace, Whisker } from "./figures.tsx";
import { formatPercent } from "./numbers.ts";
import { SkillRuler } from "./skill-ruler.tsx";

/** Invented horses, as an example of what an analysis says. */
const HORSES = [
  { horseNum: 3, bracketNum: 3, name: "ハルカナコンパス", index: 2.31 },
  { horseNum: 9, bracketNum: 6, name: "オリガミグライダー", index: 1.64 },
  { horseNum: 6, bracketNum: 4, name: "アオゾラレコード", index: 1.12 },
  { horseNum: 12, bracketNum: 7, name: "ヨルノテンビン", index: 0.74 },
] as const;

/** Per cent; the favourite bought by the same number of points beside it. */
const RATES = [
  { label: "単勝", hit: 40.8, value: 78.1, low: 69.4, high: 86.8, base: 80.1 },
  { label: "複勝", hit: 58.7, value: 82.6, low: 77.0, high: 88.2, base: 84.6 },
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
            <b className="nm">{horse.name}</b>
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
      <table className="stats">
        <caption className="sr">見本モデルの検証成績</caption>
        <thead>
          <tr>
            <th scope="col">券種</th>
            <th scope="col">的中率</th>
            <th scope="col">回収率</th>
            <th scope="col" className="mini">
              <span className="ax3">
                <i>50</i>
                <i>80</i>
                <i>110</i>
              </span>
            </th>
            <th scope="col">1番人気</th>
          </tr>
        </thead>
        <tbody>
          {RATES.map((rate) => (
            <tr key={rate.label}>
              <th scope="row">{rate.label}</th>
              <td>{formatPercent(rate.hit)}</td>
              <td>
                <b>{rate.value}</b>%
                <span className="rng">
                  {Math.round(rate.low)}–{Math.round(rate.high)}%
                </span>
              </td>
              <td className="mini">
                <Whisker value={rate.value} low={rate.low} high={rate.high} base={rate.base} />
              </td>
              <td className="muted">{formatPercent(rate.base)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t12 faint">
        学習に使っていない 1,728レースでの検証。帯は95%区間、縦線は1番人気から同じ点数を買った場合。
      </p>
    </div>
  );
}
