import type { ReactNode } from "react";
import { formatCount, formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { FEW_RACES, formatRate, formatRateRange } from "#app/components/reports/report-words.ts";
import { returnRateOf } from "#app/domain/evaluation/returns.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { planName, planPriceYen } from "#app/domain/plans/plans.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { formatNet } from "./record-words.ts";

export function RecordLead({ figures }: { figures: RecordFigures }) {
  const { counts, from, to, deleted } = figures;
  return (
    <div className="stack">
      {counts.counted >= FEW_RACES && (
        <p className="verdict">
          <span>発走前に記録し、結果が確定した{formatCount(counts.counted)}件の予想。</span>
          <span>外れも、消した分も残ります。</span>
        </p>
      )}
      <p className="t14 muted">
        分析は発走前に封印され、あとから変更できません。結果と払戻が公表されると、自動で的中と収支を集計します。
      </p>
      <div className="row wrap">
        {from !== null && to !== null && (
          <Tag icon="flag">
            {formatDayCompact(from)}〜{formatDayCompact(to)}
          </Tag>
        )}
        <Tag tone="turf" icon="lock">
          結果確定 {formatCount(counts.counted)}R
        </Tag>
        {counts.awaited > 0 && <Tag tone="info">結果待ち {formatCount(counts.awaited)}R</Tag>}
        {deleted > 0 && <Tag>うち削除 {formatCount(deleted)}R</Tag>}
        {counts.returned > 0 && <Tag>返還 {formatCount(counts.returned)}R（集計外）</Tag>}
        {counts["after-start"] > 0 && <Tag>発走後の分析 {formatCount(counts["after-start"])}R（集計外）</Tag>}
        {counts.late > 0 && <Tag>封のおくれ {formatCount(counts.late)}R（集計外）</Tag>}
        {counts.replaced > 0 && <Tag>分析し直し {formatCount(counts.replaced)}件（集計外）</Tag>}
        {counts["left-out"] > 0 && <Tag>対象外 {formatCount(counts["left-out"])}R</Tag>}
      </div>
    </div>
  );
}

export function RecordKpis({ figures }: { figures: RecordFigures }) {
  const { counts, firsts, tickets } = figures;
  const { win } = tickets;
  const [stakeYen, payoutYen] = sumsOf(figures);
  const { interval } = firsts;
  return (
    <dl className="card kpis">
      <Kpi name="収支（1レース10点）" value={formatNet(payoutYen - stakeYen)} unit="円">
        買った額 {formatCount(stakeYen)}円
        <br />
        回収率 {formatRate(returnRateOf({ stakeYen, payoutYen }))}
      </Kpi>
      <Kpi name="◎が勝った割合" value={((firsts.wins / counts.counted) * 100).toFixed(1)} unit="%">
        {formatCount(firsts.wins)}/{formatCount(counts.counted)}R
        {interval !== null && `（${formatRateRange(interval.low, interval.high)}）`}
        <br />
        1番人気 {formatRate(firsts.favouriteRaces === 0 ? null : firsts.favouriteWins / firsts.favouriteRaces)}
      </Kpi>
      <Kpi name="最大の落ち込み" value={formatNet(-win.worstFall)} unit="円">
        単勝。買った額の{formatRate(win.stakeYen === 0 ? null : win.worstFall / win.stakeYen)}
        <br />
        1番人気 {formatNet(-win.favouriteWorstFall)}円
      </Kpi>
      <Kpi name="最長の連敗" value={formatCount(win.losingRun)} unit="レース">
        単勝（2点とも外れ）
        {win.expectedRun !== null && (
          <>
            <br />
            この的中率では{Math.max(1, Math.round(win.expectedRun))}連敗はふつう
          </>
        )}
      </Kpi>
    </dl>
  );
}

function Kpi({ name, value, unit, children }: { name: ReactNode; value: string; unit: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="rate">
        {value}
        <small>{unit}</small>
      </dd>
      <dd className="sub">{children}</dd>
    </div>
  );
}

/**
 * The plan's monthly cost beside the monthly gain, because the sums leave it out. Uses the present plan for all months.
 */
export function PlanCost({ figures, plan }: { figures: RecordFigures; plan: number }) {
  const [stakeYen, payoutYen] = sumsOf(figures);
  const months = Math.max(1, figures.months.length);
  const monthYen = Math.round((payoutYen - stakeYen) / months);
  const priceYen = planPriceYen(plan);
  const name = (
    <>
      {planName(plan)}の料金<span className="keep">（1か月）</span>
    </>
  );
  return (
    <section className="sec" aria-label="プランの料金">
      <dl className="card kpis">
        <Kpi name={name} value={formatNet(-priceYen)} unit="円">
          いまのプランの月額。収支には入っていません
        </Kpi>
        <Kpi name="1か月あたりの収支" value={formatNet(monthYen)} unit="円">
          結果の出た{formatCount(months)}か月の平均。料金を引くと{formatNet(monthYen - priceYen)}円
        </Kpi>
      </dl>
      <p className="t13 muted">
        予想の券を1点100円ですべて買ったとした計算で、あなたが買った額ではありません。この先も同じになるとは限りません。
        <a href="/settings/limits">自分の上限と休み、相談先</a>
      </p>
    </section>
  );
}

function sumsOf({ tickets }: RecordFigures): [stakeYen: number, payoutYen: number] {
  const sum = (of: "stakeYen" | "payoutYen") => BET_TYPES.reduce((total, betType) => total + tickets[betType][of], 0);
  return [sum("stakeYen"), sum("payoutYen")];
}
