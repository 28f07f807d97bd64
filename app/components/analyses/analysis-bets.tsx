import { formatCount } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { BET_NAMES } from "#app/components/reports/report-words.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";

export interface SettledBet {
  stakeYen: number;
  payoutYen: number;
  hits: number;
}

const PICKS: Record<BetType, string> = {
  win: "指数の1位と2位",
  place: "指数の1位",
  quinella: "1位・2位から5位までの7点",
};

/** この指数で買っていたら. Losses are as visible as gains. */
export function AnalysisBets({ bets }: { bets: Record<BetType, SettledBet> }) {
  return (
    <section className="card clip">
      <h3 className="pad">この指数で買っていたら</h3>
      <table className="bets">
        <TableHead words={["券種", "購入", "払戻", "結果"]} />
        <tbody>
          {BET_TYPES.map((type) => (
            <BetRow key={type} type={type} bet={bets[type]} />
          ))}
        </tbody>
      </table>
      <p className="pad t12 muted">
        各点100円ずつ、公式の払戻金で計算しています。取消・除外の馬を含む点は返還のため数えません。過去の結果は将来の払戻を約束しません。
      </p>
    </section>
  );
}

function BetRow({ type, bet }: { type: BetType; bet: SettledBet }) {
  return (
    <tr>
      <th scope="row">
        {BET_NAMES[type]}
        <small>{PICKS[type]}</small>
      </th>
      <td>{bet.stakeYen === 0 ? "なし" : formatYen(bet.stakeYen)}</td>
      <td>{bet.stakeYen === 0 ? "なし" : formatYen(bet.payoutYen)}</td>
      <td>
        <BetResult bet={bet} />
      </td>
    </tr>
  );
}

export function BetResult({ bet }: { bet: SettledBet }) {
  if (bet.stakeYen === 0) return <Tag>対象なし</Tag>;
  if (bet.hits > 0) {
    return (
      <Tag tone="turf" icon="check">
        的中
      </Tag>
    );
  }
  // 特払 returns part of the stake of every ticket and is not a hit.
  return <Tag>{bet.payoutYen > 0 ? "特払" : "不的中"}</Tag>;
}

/** 1,230円 */
export function formatYen(yen: number): string {
  return `${formatCount(yen)}円`;
}
