import { formatNet } from "#app/components/own-records/record-words.ts";
import { type ReturnRow, ReturnTable, scaleOfRows } from "#app/components/own-records/return-table.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { Fact } from "#app/components/parts/parts.tsx";
import type { BalanceSums, ForecastReturns } from "#app/domain/evaluation/forecast-returns.ts";
import type { Dimension } from "#app/domain/racing/conditions.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { WhiskerLegend } from "./report-whisker.tsx";
import { BET_NAMES, BET_PICKS, BETS_CAPTION, DIMENSION_NAMES, groupName } from "./report-words.ts";

/** Return and hit rates of the three bet types, each beside the favourite and the lot with as many tickets. */
export function ReportReturns({
  returns: { model, favourite, random },
  sums = null,
}: {
  returns: ForecastReturns;
  sums?: Record<BetType, BalanceSums> | null;
}) {
  const rows = BET_TYPES.map((betType) => ({
    name: BET_NAMES[betType],
    note: BET_PICKS[betType],
    races: model[betType].races,
    figures: { ...model[betType], favourite: favourite[betType], random: random[betType] },
  }));
  return (
    <>
      <div className="pad">
        <WhiskerLegend />
      </div>
      <ReturnTable label={BETS_CAPTION} first="券種" groups={[{ rows }]} scale={scaleOfRows(rows)} hasLot />
      {sums !== null && <Stakes sums={sums} />}
      <p className="pad t12 faint">
        各点100円ずつ、公式の払戻金で計算しています。1番人気とくじ引きは、同じ点数を人気の順、くじの順に買ったときの数字です。過去の結果は将来の払戻を約束しません。
      </p>
    </>
  );
}

/** What was staked on each bet type and what came of it, in yen: lists that wrap, as four columns of sums do not fit large text. */
function Stakes({ sums }: { sums: Record<BetType, BalanceSums> }) {
  return (
    <ul className="pad stack" aria-label="券種ごとの買った額と収支">
      {BET_TYPES.map((betType) => (
        <li key={betType}>
          <b className="t14">{BET_NAMES[betType]}</b>
          <dl className="under">
            <Fact name="買った額">{formatCount(sums[betType].stakeYen)}円</Fact>
            <Fact name="払戻">{formatCount(sums[betType].payoutYen)}円</Fact>
            <Fact name="収支">{formatNet(sums[betType].payoutYen - sums[betType].stakeYen)}円</Fact>
          </dl>
        </li>
      ))}
    </ul>
  );
}

/** Two tables, side by side on wide screens. */
const CONDITION_TABLES: readonly (readonly Dimension[])[] = [
  ["year", "surface", "distance"],
  ["going", "field", "venue"],
];

export function ReportConditions({ returns, betType }: { returns: ForecastReturns; betType: BetType }) {
  const rowsOf = (dimension: Dimension) =>
    returns.conditions[dimension].map(
      ({ key, races, returns: bets }): ReturnRow => ({
        name: groupName(dimension, key),
        races: bets?.[betType].races ?? races,
        figures: bets?.[betType] ?? null,
      }),
    );
  const tables = CONDITION_TABLES.map((dimensions) =>
    dimensions
      .map((dimension) => ({ title: DIMENSION_NAMES[dimension], rows: rowsOf(dimension) }))
      .filter(({ rows }) => rows.length > 0),
  );
  const scale = scaleOfRows(tables.flat().flatMap(({ rows }) => rows));
  return (
    <div className="halves">
      {tables.map((groups) => {
        const titles = groups.map(({ title }) => title).join("・");
        const label = `${titles}ごとの的中率と回収率（${BET_NAMES[betType]}）`;
        return <ReturnTable key={titles} label={label} first="条件" groups={groups} scale={scale} hasLot />;
      })}
    </div>
  );
}
