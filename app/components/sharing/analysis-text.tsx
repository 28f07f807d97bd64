import { withdrawnMarkWords } from "#app/components/analyses/finish-words.ts";
import { formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { MARK_SIGNS } from "#app/domain/scoring/shared-analysis.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";

/** The marked horses, and one more. */
const HORSES = 6;

/** テキストをコピー: lines for a messenger; a tap selects them. */
export function AnalysisText(shown: Parameters<typeof analysisText>[0]) {
  return (
    <details className="fold">
      <summary>テキストをコピー</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is copied must be reachable by keyboard */}
      <pre tabIndex={0}>{analysisText(shown)}</pre>
    </details>
  );
}

/** Without chances if the model was trained on the race. `scores`: best index first. */
export function analysisText({
  raceInfo,
  modelName,
  scores,
  runners,
}: {
  raceInfo: RaceInfo;
  modelName: string;
  scores: readonly Score[];
  runners: readonly { horseNum: number; status: RunnerStatus }[];
}): string {
  const [, month, day] = raceInfo.date.split("-").map(Number);
  const placed = placeHorses(scores, runners);
  const starting = placed.filter(({ isOut }) => !isOut);
  const withdrawn = withdrawnMarkWords(placed);
  const lines = starting.slice(0, HORSES).map(({ score: { horseNum, horseName, index, probability }, mark }) => {
    const chance = probability === null ? [] : [formatPercent(probability * 100)];
    return [`${mark === null ? "　" : MARK_SIGNS[mark]}${horseNum}`, horseName, formatIndex(index), ...chance].join(
      " ",
    );
  });
  return [
    `${month}/${day} ${raceInfo.title}${raceInfo.raceNum}R ${raceInfo.name}`,
    `${modelName}の指数${scores[0]?.probability === null ? "" : "と勝率"}`,
    ...lines,
    ...(starting.length > HORSES ? [`ほか${starting.length - HORSES}頭`] : []),
    ...(withdrawn === null ? [] : [withdrawn]),
  ].join("\n");
}
