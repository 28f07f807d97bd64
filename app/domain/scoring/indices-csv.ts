import { roundNumber } from "#app/domain/learning/round-number.ts";
import type { RunnerStatus } from "#app/domain/racing/race.ts";
import { amongStarters } from "./among-starters.ts";
import { placeHorses } from "./place-horses.ts";
import type { Score } from "./score.ts";
import { MARK_SIGNS } from "./shared-analysis.ts";
import { writeSpreadsheet } from "./spreadsheet.ts";

export interface IndexedRace {
  race: { raceId: string; date: string; venue: string; raceNum: number; name: string; startTime: string | null };
  runners: readonly { horseNum: number; status: RunnerStatus }[];
  modelName: string;
  isLearntFrom: boolean;
  scores: readonly Score[];
}

const HEADS = [
  ...["日付", "競馬場", "R", "レース名", "発走", "モデル", "順位", "印", "枠番", "馬番", "馬名"],
  ...["指数", "勝率", "適正オッズ", "参考値"],
];
/**
 * A line per horse and analysis, by index. Chances are ratios among the remaining starters, empty if the model was
 * trained on the race. Non-starters come last with empty figures. No cell is a formula.
 */
export function indicesCsv(analyses: readonly IndexedRace[]): string {
  const rows = analyses.flatMap(({ race, runners, modelName, isLearntFrom, scores }) =>
    placeHorses(amongStarters(scores, { quinella: [] }, runners).scores, runners).map(
      ({ score, place, mark, isOut }) => {
        const chance = isOut ? null : score.probability;
        return [
          ...[race.date, race.venue, race.raceNum, race.name, race.startTime ?? "", modelName],
          ...[isOut ? "" : place, mark === null ? "" : MARK_SIGNS[mark]],
          ...[score.bracketNum ?? "", score.horseNum, score.horseName, isOut ? "" : score.index],
          ...[chance === null ? "" : roundNumber(chance), fairOdds(chance), isLearntFrom ? "参考値" : ""],
        ];
      },
    ),
  );
  return writeSpreadsheet([HEADS, ...rows]);
}

function fairOdds(chance: number | null): number | "" {
  return chance === null || chance === 0 ? "" : Math.round(10 / chance) / 10;
}
