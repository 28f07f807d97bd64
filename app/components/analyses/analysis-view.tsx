import { Answers, RaceSentences } from "#app/components/explaining/six-bars.tsx";
import { AnalysisHead } from "#app/components/gate-chart/analysis-head.tsx";
import { BestHorse } from "#app/components/gate-chart/best-horse.tsx";
import { FinishHead } from "#app/components/gate-chart/finish-head.tsx";
import { CHART_HEIGHTS, GateChart } from "#app/components/gate-chart/gate-chart.tsx";
import { formatMeeting } from "#app/components/parts/race-words.ts";
import { oddsWords, updateWords } from "#app/components/races/odds-words.tsx";
import { AnalysisText } from "#app/components/sharing/analysis-text.tsx";
import { IndexLegend } from "#app/components/sharing/shared-horses.tsx";
import { refreshSeconds } from "#app/components/waiting/refresh.ts";
import { renderParts } from "#app/components/waiting/render-parts.server.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { chartOfPlaced } from "#app/domain/scoring/chart-layout.ts";
import { afterDeletion } from "#app/domain/scoring/fixed-words.ts";
import { type PlacedHorse, placeHorses } from "#app/domain/scoring/place-horses.ts";
import { answerSentences, type RaceInWords, raceInWords } from "#app/domain/scoring/race-sentences.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { MARK_SIGNS } from "#app/domain/scoring/shared-analysis.ts";
import type { AnalysisDetail } from "#app/domain/views/analyses.ts";
import { AnalysisBets } from "./analysis-bets.tsx";
import { AnalysisVersions, changeWords } from "./analysis-changes.tsx";
import { AnalysisHorses } from "./analysis-horses.tsx";
import { AnalysisPairs } from "./analysis-pairs.tsx";
import { finishWords, RACE_CANCELLED, withdrawnMarkWords } from "./finish-words.ts";
import { whyLines } from "./why-list.tsx";

export type ShownAnalysis = ReturnType<typeof shownAnalysis>;
export type AnalysisHtml = ReturnType<typeof analysisView>["html"];

export function analysisView(analysis: AnalysisDetail, { byNumber, now }: { byNumber: boolean; now: number }) {
  const { scores, quinella } = shownOf(analysis);
  const { chart, ...parts } = scores ? resultParts({ ...analysis, scores }, { quinella, byNumber }) : NO_RESULT;
  return {
    analysis: shownAnalysis(analysis),
    hasResult: scores !== null,
    html: renderParts({
      head: (
        <AnalysisHead analysis={analysis} now={now}>
          {chart}
        </AnalysisHead>
      ),
      versions: scores && <AnalysisVersions {...analysis} />,
      ...parts,
    }),
    withdrawn: scores && withdrawnMarkWords(placeHorses(scores, analysis.runners)),
    changes: analysis.changes.map(changeWords),
    canRequestAgain: analysis.canRequestAgain,
    byNumber,
    now,
    refreshSeconds: refreshSeconds(analysis.status === AnalysisStatus.running ? [analysis.createdAt] : [], now),
  };
}

/** Only what the page shows, to keep its data small. */
function shownAnalysis(analysis: AnalysisDetail) {
  const { analysisId, modelId, venueType, raceId, raceInfo, status, progress, createdAt } = analysis;
  const { raceClass } = analysis.race;
  return {
    analysisId,
    modelId: analysis.isModelKept ? modelId : null,
    venueType,
    raceId,
    raceInfo,
    status,
    progress,
    createdAt,
    isPast: analysis.race.status === "result",
    after: afterDeletion(analysis, analysis.race),
    isLearntFrom: analysis.isLearntFrom,
    isByRefit: analysis.isByRefit,
    hasReasons: (analysis.details?.why.length ?? 0) > 0,
    cancelled: analysis.race.status === "cancelled" ? RACE_CANCELLED : null,
    meeting: formatMeeting({ ...analysis.race, venue: raceInfo.title }),
    odds: oddsWords(analysis.market, { date: raceInfo.date, status: analysis.race.status }),
    updates: updateWords(analysis.updatedAt, raceInfo.date),
    // Redundant if the race is named after its class.
    raceClass: raceClass === raceInfo.name ? null : raceClass,
  };
}

/** Scores and pairs of the horses that start: they share the chances of withdrawn ones. */
function shownOf({ status, scores, details, runners }: AnalysisDetail) {
  if (status !== AnalysisStatus.complete || scores === null) return { scores: null, quinella: [] };
  return amongStarters(scores, details ?? { quinella: [] }, runners);
}

type Starters = ReturnType<typeof amongStarters>;

const NO_RESULT = {
  chart: null,
  best: null,
  answers: null,
  words: null,
  legend: null,
  horses: null,
  text: null,
  pairs: null,
  bets: null,
};

function resultParts(
  { scores, runners, market, details, bets, race, raceInfo, modelName }: AnalysisDetail & Pick<Starters, "scores">,
  { quinella, byNumber }: Pick<Starters, "quinella"> & { byNumber: boolean },
) {
  const placed = placeHorses(scores, runners);
  const why = details?.why ?? [];
  const words = raceInWords({ scores, why, runners, race, hasOdds: market !== null });
  const isOver = race.status === "result";
  const chart = chartOfPlaced(placed, isOver ? runners : []);
  const oddsOf = new Map(market?.horses.map(({ horseNum, odds }) => [horseNum, odds]));
  const odds = oddsOf.get(placed[0]?.score.horseNum ?? 0) ?? null;
  return {
    chart: (
      <>
        <GateChart horses={chart} height={isOver ? CHART_HEIGHTS.finished : CHART_HEIGHTS.analysis} />
        {isOver && <FinishHead placed={placed} runners={runners} oddsOf={oddsOf} />}
      </>
    ),
    best: <BestHorse placed={placed} groupsOf={(horseNum) => words.horses.get(horseNum)?.groups} odds={odds} />,
    answers: isOver && answersOf(placed, runners, words),
    words: words.sentences.length > 0 && <RaceSentences sentences={words.sentences} />,
    legend: <IndexLegend />,
    horses: (
      <AnalysisHorses
        scores={scores}
        runners={runners}
        market={market?.horses ?? []}
        reasons={why.map((each) => ({
          horseNum: each.horseNum,
          lines: whyLines(each),
          views: words.horses.get(each.horseNum),
        }))}
        byNumber={byNumber}
        isOver={isOver}
      />
    ),
    text: <AnalysisText raceInfo={raceInfo} modelName={modelName} scores={scores} runners={runners} />,
    pairs: quinella.length > 0 && <AnalysisPairs pairs={quinella} horses={scores} />,
    bets: bets && <AnalysisBets bets={bets} />,
  };
}

/** Null without a winner among the horses of the analysis, and for an analysis made before groups were stored. */
function answersOf(placed: readonly PlacedHorse<Score>[], runners: AnalysisDetail["runners"], { horses }: RaceInWords) {
  const runnerOf = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const winners = placed.flatMap(({ score }) => {
    const views = horses.get(score.horseNum);
    if (views === undefined || runnerOf.get(score.horseNum)?.finishPosition !== 1) return [];
    return [{ ...score, groups: views.groups, sentences: answerSentences({ ...score, ...views }) }];
  });
  const finishes = placed.flatMap(({ score: { horseNum }, mark }) => {
    const runner = runnerOf.get(horseNum);
    if (mark === null || mark === "fourth" || runner === undefined) return [];
    const finish = finishWords({ status: runner.status, position: runner.finishPosition });
    return [`${MARK_SIGNS[mark]}${horseNum}番は${finish}`];
  });
  if (winners.length === 0 || finishes.length === 0) return null;
  return <Answers finishes={finishes} winners={winners} field={horses.size} />;
}
