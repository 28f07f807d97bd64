import { formatCount } from "#app/components/parts/numbers.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { planName, planPriceYen } from "#app/domain/plans/plans.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { formatNet } from "./record-words.ts";

/**
 * The plan's monthly cost beside the monthly gain, because the sums leave it out. Uses the present plan for all months.
 */
export function PlanCost({ figures, plan }: { figures: RecordFigures; plan: number }) {
  const netYen = BET_TYPES.reduce(
    (sum, betType) => sum + figures.tickets[betType].payoutYen - figures.tickets[betType].stakeYen,
    0,
  );
  const months = Math.max(1, figures.months.length);
  const monthYen = Math.round(netYen / months);
  const priceYen = planPriceYen(plan);
  return (
    <section className="sec" aria-label="プランの料金">
      <dl className="card kpis">
        <div>
          <dt>
            {planName(plan)}の料金<span className="keep">（1か月）</span>
          </dt>
          <dd className="rate">
            {formatNet(-priceYen)}
            <small>円</small>
          </dd>
          <dd className="sub">いまのプランの月額。収支には入っていません</dd>
        </div>
        <div>
          <dt>1か月あたりの収支</dt>
          <dd className="rate">
            {formatNet(monthYen)}
            <small>円</small>
          </dd>
          <dd className="sub">
            結果の出た{formatCount(months)}か月の平均。料金を引くと{formatNet(monthYen - priceYen)}円
          </dd>
        </div>
      </dl>
      <p className="t13 muted">
        予想の券を1点100円ですべて買ったとした計算で、あなたが買った額ではありません。この先も同じになるとは限りません。
        <a href="/settings/limits">自分の上限と休み、相談先</a>
      </p>
    </section>
  );
}
