import { finishWords } from "#app/components/analyses/finish-words.ts";
import { Link } from "#app/components/parts/link.tsx";
import { formatCount } from "#app/components/parts/numbers.ts";
import { AnalysisProgress, EmptyState, Section, Tag } from "#app/components/parts/parts.tsx";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import type { AnalysisSummary } from "#app/domain/views/analyses.ts";
import type { RecentPick } from "#app/domain/views/home.ts";
import { NO_ANALYSES } from "#app/forms/messages.ts";

/** The others are on the page of analyses. */
const SHOWN = 3;

/** Analyses in progress or failed, then ◎ of other days with its finish. */
export function RecentAnalyses({
  analyses,
  recent,
  now,
}: {
  analyses: readonly AnalysisSummary[];
  recent: readonly RecentPick[];
  now: number;
}) {
  const open = analyses.filter(({ status }) => status !== AnalysisStatus.complete);
  return (
    <Section title="最近の分析" aside={<Link to="/analyses">すべて見る</Link>}>
      {open.length + recent.length === 0 ? (
        <EmptyState>{analyses.length === 0 ? NO_ANALYSES : "分析したレースは、上の一覧にあります。"}</EmptyState>
      ) : (
        <ul className="card list clip recent">
          {open.map((analysis) => (
            <OpenAnalysis key={analysis.analysisId} analysis={analysis} now={now} />
          ))}
          {recent.slice(0, SHOWN).map((pick) => (
            <RecentRow key={pick.analysisId} recent={pick} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function RecentRow({
  recent: { analysisId, venue, raceNum, name, date, isOver, pick, winYen, placeYen },
}: {
  recent: RecentPick;
}) {
  const [, month, day] = date.split("-").map(Number);
  const paid =
    winYen !== null ? `単 ${formatCount(winYen)}円` : placeYen !== null ? `複 ${formatCount(placeYen)}円` : "";
  return (
    <li>
      <Link to={`/analyses/${analysisId}`}>
        <span className="grow">
          <b>
            {venue}
            {raceNum}R <span className="keep">{name}</span>
          </b>
          <small>
            {month}/{day}
            {pick !== null && `　◎${pick.horseNum} ${pick.horseName}`}
          </small>
        </span>
        {pick !== null && isOver && (
          <span className={pick.position === 1 ? "fin first" : "fin"}>
            <b>{finishWords(pick)}</b> <small>{paid}</small>
          </span>
        )}
        {!isOver && <Tag>結果待ち</Tag>}
      </Link>
    </li>
  );
}

function OpenAnalysis({ analysis, now }: { analysis: AnalysisSummary; now: number }) {
  const { raceInfo, status } = analysis;
  const race = `${raceInfo.title}${raceInfo.raceNum}R ${raceInfo.name}`;
  const isRunning = status === AnalysisStatus.running;
  return (
    <li>
      <Link to="/analyses">
        <span className="grow">
          <b>{race}</b>
          {isRunning && <AnalysisProgress analysis={analysis} label={`${race}の分析の進み`} now={now} />}
        </span>
        {isRunning ? (
          <Tag tone="info" spinning>
            分析中
          </Tag>
        ) : (
          <Tag tone="danger" icon="warning">
            失敗
          </Tag>
        )}
      </Link>
    </li>
  );
}
