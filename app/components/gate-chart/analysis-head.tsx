import type { ReactNode } from "react";
import { TurfHead } from "#app/components/gate-chart/turf-head.tsx";
import { Icon } from "#app/components/parts/icon.tsx";
import { Link } from "#app/components/parts/link.tsx";
import { formatDayNear, formatSkill } from "#app/components/parts/numbers.ts";
import { formatCourse, GOING_WORDS, WEATHER_WORDS } from "#app/components/parts/race-words.ts";
import { japanDay, japanTime } from "#app/domain/racing/japan-time.ts";
import { fixedWords } from "#app/domain/scoring/fixed-words.ts";
import type { AnalysisDetail } from "#app/domain/views/analyses.ts";

export function AnalysisHead({
  analysis,
  now,
  children,
}: {
  analysis: AnalysisDetail;
  now: number;
  children: ReactNode;
}) {
  const today = japanDay(now);
  const { race, raceInfo, seal, analysisId } = analysis;
  const recorded = fixedWords(analysis.completedAt, race);
  const day = `${formatDayNear(raceInfo.date, today)}${race.startTime === null ? "" : ` ${race.startTime}`}`;
  const ground = [race.weather && WEATHER_WORDS[race.weather], race.going && GOING_WORDS[race.going]].filter(Boolean);
  const facts = [day, formatCourse(race), `${race.runnerCount}頭`, ground.join("・")].filter((fact) => fact !== "");
  return (
    <TurfHead
      place={`${raceInfo.title}${raceInfo.raceNum}R`}
      facts={facts}
      grade={race.grade}
      name={raceInfo.name}
      level="h2"
      record={<RecordPill words={recorded} seal={seal} />}
      model={
        <>
          <span>
            モデル{" "}
            {analysis.isModelKept ? (
              <Link to={`/models/edit/${analysis.modelId}`}>{analysis.modelName}</Link>
            ) : (
              analysis.modelName
            )}
            {analysis.modelSkill !== null && `　予測力${formatSkill(analysis.modelSkill)}`}
          </span>
          <span>
            {formatDayNear(japanDay(analysis.createdAt), today)} {japanTime(analysis.createdAt)} 分析
          </span>
          {recorded !== null && seal !== null && (
            <span>
              <a href={`/analyses/${analysisId}/proof.json`}>証明ファイル</a>
            </span>
          )}
        </>
      }
    >
      {children}
    </TurfHead>
  );
}

function RecordPill({ words, seal }: { words: string | null; seal: string | null }) {
  if (words === null) return null;
  if (seal === null) return <span className="pill">{words}</span>;
  return (
    <a className="pill" href={`/verify/${seal}`}>
      <Icon name="lock" />
      {words}
    </a>
  );
}
