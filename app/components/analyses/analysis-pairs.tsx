import { formatFairOdds, formatPercent } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { Score } from "#app/domain/scoring/score.ts";
import { HorseBadge } from "./figures.tsx";

export function AnalysisPairs({
  pairs,
  horses,
}: {
  /** The probability that both finish first and second in either order, likeliest first. */
  pairs: readonly (readonly [one: number, other: number, probability: number])[];
  horses: readonly Score[];
}) {
  const horseOf = new Map(horses.map((horse) => [horse.horseNum, horse]));
  return (
    <section className="card clip">
      <h3 className="pad">馬連の確率</h3>
      <table className="bets">
        <TableHead words={["組み合わせ", "確率", "適正オッズ"]} />
        <tbody>
          {pairs.map(([one, other, probability]) => {
            const both = [one, other].map((horseNum) => horseOf.get(horseNum)).filter((horse) => horse !== undefined);
            return (
              <tr key={`${one}-${other}`}>
                <th scope="row">
                  <span className="pair">
                    {both.map((horse) => (
                      <HorseBadge key={horse.horseNum} horseNum={horse.horseNum} bracketNum={horse.bracketNum} />
                    ))}
                    <small>
                      {both.map(({ horseNum, horseName }) => (
                        <span key={horseNum}>{horseName}</span>
                      ))}
                    </small>
                  </span>
                </th>
                <td>{formatPercent(probability * 100)}</td>
                <td>{formatFairOdds(probability)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="pad t12 faint">
        この2頭が順不同で1着と2着になる確率の、高い順に{pairs.length}組です。勝率と同じモデルから計算しています。
      </p>
    </section>
  );
}
