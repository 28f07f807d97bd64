import { formatCount, formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { FEW_RACES, formatRate, formatRateRange } from "#app/components/reports/report-words.ts";
import type { RecordFigures } from "#app/domain/own-records/measure-record.ts";
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
  const sum = (of: "stakeYen" | "payoutYen") => BET_TYPES.reduce((total, betType) => total + tickets[betType][of], 0);
  const [stakeYen, payoutYen] = [sum("stakeYen"), sum("payoutYen")];
  const { interval } = firsts;
  return (
    <dl className="card kpis">
      <div>
        <dt>収支（1レース10点）</dt>
        <dd className="rate">
          {formatNet(payoutYen - stakeYen)}
          <small>円</small>
        </dd>
        <dd className="sub">
          買った額 {formatCount(stakeYen)}円
          <br />
          回収率 {formatRate(stakeYen === 0 ? null : payoutYen / stakeYen)}
        </dd>
      </div>
      <div>
        <dt>◎が勝った割合</dt>
        <dd className="rate">
          {((firsts.wins / counts.counted) * 100).toFixed(1)}
          <small>%</small>
        </dd>
        <dd className="sub">
          {formatCount(firsts.wins)}/{formatCount(counts.counted)}R
          {interval !== null && `（${formatRateRange(interval.low, interval.high)}）`}
          <br />
          1番人気 {formatRate(firsts.favouriteRaces === 0 ? null : firsts.favouriteWins / firsts.favouriteRaces)}
        </dd>
      </div>
      <div>
        <dt>最大の落ち込み</dt>
        <dd className="rate">
          {formatNet(-win.worstFall)}
          <small>円</small>
        </dd>
        <dd className="sub">
          単勝。買った額の{formatRate(win.stakeYen === 0 ? null : win.worstFall / win.stakeYen)}
          <br />
          1番人気 {formatNet(-win.favouriteWorstFall)}円
        </dd>
      </div>
      <div>
        <dt>最長の連敗</dt>
        <dd className="rate">
          {formatCount(win.losingRun)}
          <small>レース</small>
        </dd>
        <dd className="sub">
          単勝（2点とも外れ）
          {win.expectedRun !== null && (
            <>
              <br />
              この的中率では{Math.max(1, Math.round(win.expectedRun))}連敗はふつう
            </>
          )}
        </dd>
      </div>
    </dl>
  );
}
