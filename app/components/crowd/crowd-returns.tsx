import { formatCount } from "#app/components/parts/numbers.ts";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import type { CrowdPage } from "./crowd-view.ts";

export function CrowdReturns({ returns }: Pick<CrowdPage, "returns">) {
  if (returns === null) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">みんなのAIの回収率</h2>
      <table className="ctbl">
        <TableHead words={["券種", "的中率", "回収率", "1番人気"]} />
        <tbody>
          {returns.rows.map(({ name, picks, hitRate, hitRange, rate, range, favourite, favouriteHits }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                <br />
                <small>{picks}</small>
              </th>
              <td>
                {hitRate}
                <br />
                <small>{hitRange}</small>
              </td>
              <td>
                {rate}
                <br />
                <small>{range}</small>
              </td>
              <td>
                {favourite}
                <br />
                <small>的中 {favouriteHits}</small>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="t12 faint">
        結果の出た{formatCount(returns.races)}レースで、各点100円の計算です。下の小さな数字は95%区間。
        {returns.isFew && "レースがまだ少なく、ほとんどが運です。"}
      </p>
    </section>
  );
}

export function CrowdBesideOdds({ besideOdds }: Pick<CrowdPage, "besideOdds">) {
  if (besideOdds === null) return null;
  return (
    <section className="card pad stack">
      <h2 className="h18">オッズに足すと</h2>
      <p className="t14">
        {besideOdds.words}
        <span className="keep">{besideOdds.figures}</span>。
      </p>
      <p className="t12 faint">
        予測力の差と95%区間です。{formatCount(besideOdds.races)}
        レースで、足しかたはそれより前のレースだけから決めました。
      </p>
    </section>
  );
}
