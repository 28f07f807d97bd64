import type { OwnMark } from "#app/domain/own-marks.ts";
import { isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import { agreementOf, type ComparedHorse, compareModels } from "#app/domain/scoring/compare-models.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";
import { type WinValue, winValue } from "#app/domain/settlement/win-value.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import type { HorseOrder } from "./models-query.ts";

/** A horse with the models' figures, the market's odds and its result. */
export interface ModelRow extends ComparedHorse {
  bracketNum: number | null;
  horseName: string;
  /** The reader's. */
  ownMark: OwnMark | null;
  /** Withdrawn: keeps its index and marks, and has no chance. */
  isOut: boolean;
  /** For a race with its result, and for a horse withdrawn before it; else null. */
  finish: Finish | null;
  odds: { odds: number; isCapped: boolean } | null;
  /** By the probability that the odds are compared with; null without one, without odds, and for a withdrawn horse. */
  probability: number | null;
  value: WinValue | null;
}

/** The rows of the models' analyses by number. @param by the model whose chances the odds are compared with, or the mean */
export function rowsOfModels(
  { race, runners, market, ownMarks }: Pick<RaceModels, "race" | "runners" | "market" | "ownMarks">,
  models: readonly RaceModel[],
  by: number | "mean",
): ModelRow[] {
  const columns = models.map(({ analysis }) => ({ scores: analysis?.scores ?? [] }));
  const column = models.findIndex(({ modelId }) => modelId === by);
  const oddsOf = new Map(market?.horses.map((horse) => [horse.horseNum, horse]));
  const markOf = new Map(ownMarks.map(({ horseId, mark }) => [horseId, mark]));
  const runnerOf = new Map(runners.map((runner) => [runner.horseNum, runner]));
  const compared = compareModels(
    columns,
    runners.map(({ horseNum }) => horseNum),
  );
  return compared.flatMap((horse) => {
    const runner = runnerOf.get(horse.horseNum);
    if (runner === undefined) return [];
    const isOut = !isStarter(runner.status);
    const odds = oddsOf.get(horse.horseNum) ?? null;
    const stated = by === "mean" ? horse.mean : (horse.cells[column]?.score.probability ?? null);
    const probability = isOut ? null : stated;
    return [
      {
        ...horse,
        bracketNum: runner.bracketNum,
        horseName: runner.horseName,
        ownMark: markOf.get(runner.horseId) ?? null,
        isOut,
        finish: finishOf(runner, { isOut, isOver: race.status === "result" }),
        odds: odds === null ? null : { odds: odds.odds, isCapped: odds.isCapped },
        probability,
        value: probability === null || odds === null ? null : winValue(probability, odds.odds),
      },
    ];
  });
}

function finishOf(
  { status, finishPosition }: { status: RunnerStatus; finishPosition: number | null },
  { isOut, isOver }: { isOut: boolean; isOver: boolean },
): Finish | null {
  return isOut || isOver ? { status, position: finishPosition } : null;
}

/** In an order; withdrawn horses and those without its value come last, ties by number. */
export function sortRows(rows: readonly ModelRow[], order: HorseOrder): ModelRow[] {
  const rank = (row: ModelRow): number => {
    if (order === "number") return row.horseNum;
    if (row.isOut) return Number.POSITIVE_INFINITY;
    const value = order === "mean" ? (row.mean ?? meanIndex(row)) : (row.value?.value ?? null);
    return value === null ? Number.MAX_VALUE : -value;
  };
  return rows.toSorted((one, other) => compare(rank(one), rank(other)) || one.horseNum - other.horseNum);
}

/** Where no model states a chance: null for a horse that one of them did not know. */
function meanIndex({ cells }: ModelRow): number | null {
  let sum = 0;
  for (const cell of cells) {
    if (cell === null) return null;
    sum += cell.score.index;
  }
  return cells.length === 0 ? null : sum / cells.length;
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

/** Where the models agree: the sentence above the table, and the one below it; the second is empty for one model. */
export function agreementWords(rows: readonly ModelRow[], models: number): { lead: string[]; common: string } {
  const rowOf = new Map(rows.map((row) => [row.horseNum, row]));
  const nameOf = (horseNum: number) => {
    const row = rowOf.get(horseNum);
    return `${row?.horseName ?? ""}${row?.isOut === true ? "（取り消し）" : ""}`;
  };
  const { first } = agreementOf(rows);
  const { byAll } = agreementOf(rows.filter(({ isOut }) => !isOut));
  const [only] = first;
  if (models === 1) return { lead: only === undefined ? [] : [`◎は${nameOf(only.horseNum)}`], common: "" };
  const lead =
    first.length === 1 && only !== undefined && only.models === models
      ? [`${models}モデルとも◎は${nameOf(only.horseNum)}`]
      : first.map(({ horseNum, models: count }, at) => `${at === 0 ? "◎は" : ""}${count}モデルが${nameOf(horseNum)}`);
  const common =
    byAll.length === 0
      ? `${models}モデルとも印を打った馬はいません。`
      : `${models}モデルとも印を打ったのは ${byAll.map((horseNum) => `${horseNum}番`).join("・")} の${byAll.length}頭。`;
  return { lead, common };
}
