import { formatIndex, formatPercent } from "#app/components/parts/numbers.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { SHARED_MARKS } from "#app/domain/scoring/shared-analysis.ts";
import type { RaceInfo } from "#app/domain/views/analyses.ts";

/** Horses of the text: those with a mark, and one more. */
const HORSES = 6;
const SIGNS = { favourite: "◎", rival: "○", third: "▲", fourth: "△" } as const;

/** テキストで写す: the first horses by index as lines for a messenger, to be selected by a tap. */
export function AnalysisText(shown: Parameters<typeof analysisText>[0]) {
  return (
    <details className="fold">
      <summary>テキストで写す</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is copied must be reachable by keyboard */}
      <pre tabIndex={0}>{analysisText(shown)}</pre>
    </details>
  );
}

/**
 * The text: race, model, and per horse mark, number, name, index and chance (none if the model was trained on the race).
 *
 * @param scores best index first
 */
export function analysisText({
  raceInfo,
  modelName,
  scores,
}: {
  raceInfo: RaceInfo;
  modelName: string;
  scores: readonly Score[];
}): string {
  const [, month, day] = raceInfo.date.split("-").map(Number);
  const lines = scores.slice(0, HORSES).map(({ horseNum, horseName, index, probability }, place) => {
    const mark = SHARED_MARKS[place];
    const chance = probability === null ? [] : [formatPercent(probability * 100)];
    return [`${mark === undefined ? "　" : SIGNS[mark]}${horseNum}`, horseName, formatIndex(index), ...chance].join(
      " ",
    );
  });
  return [
    `${month}/${day} ${raceInfo.title}${raceInfo.raceNum}R ${raceInfo.name}`,
    `${modelName}の指数${scores[0]?.probability === null ? "" : "と勝率"}`,
    ...lines,
    ...(scores.length > HORSES ? [`ほか${scores.length - HORSES}頭`] : []),
  ].join("\n");
}
