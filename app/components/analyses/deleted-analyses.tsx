import { formatDayCompact } from "#app/components/parts/numbers.ts";
import { Tag } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { BET_TYPES } from "#app/domain/racing/race.ts";
import type { DeletedAnalysis } from "#app/domain/views/analyses.ts";
import { BET_WORDS, BetResult, formatYen } from "./analysis-bets.tsx";

interface DeletedAnalysisRow
  extends Omit<DeletedAnalysis, "modelId" | "venueType" | "raceId" | "startTime" | "isLearntFrom" | "completedAt"> {
  /** When it was completed relative to the start (fixed-words.ts). */
  fixed: string | null;
}

export function DeletedAnalyses({ analyses }: { analyses: readonly DeletedAnalysisRow[] }) {
  return (
    <ul className="card clip tombstones">
      {analyses.map(({ analysisId, raceInfo, modelName, picks, fixed, createdAt, deletedAt, bets, isAwaited }) => (
        <li className="pad" key={analysisId}>
          <b>
            {raceInfo.raceNum}R {raceInfo.name}
          </b>
          <p className="sub">
            <span>{raceInfo.title}</span>
            <span>{formatDayCompact(raceInfo.date)}</span>
            <span>モデル {modelName}</span>
          </p>
          <p className="sub">
            {fixed !== null && <span>{fixed}</span>}
            <span>{formatInstant(createdAt)} 分析</span>
            <span>{formatInstant(deletedAt)} 削除</span>
          </p>
          <p>
            予想の馬番 <span className="num">{picks.length === 0 ? "なし" : picks.join(" → ")}</span>
          </p>
          {bets === null ? (
            <Tag>{isAwaited ? "結果待ち" : "集計の対象外"}</Tag>
          ) : (
            <ul className="returns">
              {BET_TYPES.map((type) => (
                <li key={type}>
                  <span>{BET_WORDS[type].name}</span>
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
