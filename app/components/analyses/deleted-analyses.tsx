import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { BET_NAMES } from "#app/components/reports/report-words.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import type { DeletedAnalysis } from "#app/domain/views/analyses.ts";
import { BetResult, formatYen } from "./analysis-bets.tsx";

export function DeletedAnalyses({ analyses }: { analyses: readonly DeletedAnalysis[] }) {
  return (
    <ul className="card clip tombstones">
      {analyses.map(({ raceInfo, picks, bets, ...analysis }) => (
        <li className="pad" key={analysis.analysisId}>
          <b>
            {raceInfo.raceNum}R {raceInfo.name}
          </b>
          <p className="sub">
            <span>{raceInfo.title}</span>
            <span>{formatDayCompact(raceInfo.date)}</span>
            <span>モデル {analysis.modelName}</span>
          </p>
          <p className="sub">
            <span>{fixedWords(analysis.completedAt, { date: raceInfo.date, startTime: analysis.startTime })}</span>
            <span>{formatInstant(analysis.createdAt)} 分析</span>
            <span>{formatInstant(analysis.deletedAt)} 削除</span>
          </p>
          <p>
            予想の馬番 <span className="num">{picks.length === 0 ? "なし" : picks.join(" → ")}</span>
          </p>
          {bets === null ? (
            <Tag>{analysis.isAwaited ? "結果待ち" : "集計の対象外"}</Tag>
          ) : (
            <ul className="returns">
              {BET_TYPES.map((type) => (
                <li key={type}>
                  <span>{BET_NAMES[type]}</span>
                  <BetResult bet={bets[type]} />
                  {bets[type].stakeYen > 0 && (
                    <span className="num t13">
                      {formatYen(bets[type].stakeYen)} → {formatYen(bets[type].payoutYen)}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}

/** 2026/11/21 14:38, in Japan's time. */
function formatInstant(unixSeconds: number): string {
  return `${formatDayCompact(japanDay(unixSeconds))} ${japanTime(unixSeconds)}`;
}
