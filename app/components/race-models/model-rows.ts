import { raceTabPath } from "#app/components/races/race-tabs.tsx";
import { mixChances, ratiosToMarket } from "#app/domain/betting/mixed-chances.ts";
import type { OwnMark } from "#app/domain/own-marks.ts";
import { comparedModels } from "#app/domain/plans/entitlements.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import { agreementOf, type ComparedHorse, compareModels } from "#app/domain/scoring/compare-models.ts";
import type { Finish } from "#app/domain/scoring/shared-analysis.ts";
import { type ValueGrade, winValue } from "#app/domain/settlement/win-value.ts";
import type { RaceModel, RaceModels } from "#app/domain/views/race-models.ts";
import { chooseModels, type HorseOrder, type ModelsQuery } from "./models-query.ts";

interface OddsView {
  /** By the model's own probability. */
  grade: ValueGrade;
  /** The probability mixed with the odds, and its product with the odds; null if it cannot be mixed. */
  mixed: { probability: number; value: number } | null;
  /** The model's probability over that by the odds; null if the odds of a horse are unknown. */
  toMarket: number | null;
}

export interface ModelRow extends ComparedHorse {
  bracketNum: number | null;
  horseName: string;
  ownMark: OwnMark | null;
  /** Withdrawn: last, without index, marks and chance. */
  isOut: boolean;
  /** After the result, and for a horse withdrawn before it; else null. */
  finish: Finish | null;
  odds: { odds: number; isCapped: boolean } | null;
  /** The probability compared with the odds; null without one, without odds, and for a withdrawn horse. */
  probability: number | null;
  value: OddsView | null;
}

export type Comparison = ReturnType<typeof compareByQuery>;

/** The models that the query and the plan show, with a row per horse. */
export function compareByQuery(view: RaceModels, query: ModelsQuery, plan: number) {
  const most = comparedModels(planLimits(plan));
  const choice = chooseModels(view.models, query, most);
  const { shown } = choice;
  const by = readBy(query, shown);
  const rows = rowsOfModels(view, shown, by);
  const hasChances = rows.some(({ probability }) => probability !== null);
  return {
    ...{ ...choice, view, query, most, by, rows, hasChances, path: raceTabPath(view.race.raceId, "models") },
    /** One model's indices stand in the table of its fair odds. */
    isOneTable: shown.length === 1 && view.race.status !== "cancelled" && hasChances,
  };
}

function readBy({ by }: ModelsQuery, shown: readonly RaceModel[]): number | "mean" {
  if (by === "mean" && shown.length > 1) return by;
  return (shown.find(({ modelId }) => modelId === by) ?? shown[0])?.modelId ?? "mean";
}

/** One row per horse, by number. `by` is the model whose chances are compared with the odds, or the mean. */
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
  const probabilityOf = ({ mean, cells }: ComparedHorse) =>
    by === "mean" ? mean : (cells[column]?.score.probability ?? null);
  const viewOf = oddsViews(
    compared.flatMap((horse) => {
      const runner = runnerOf.get(horse.horseNum);
      const probability = probabilityOf(horse);
      if (runner === undefined || !isStarter(runner.status) || probability === null) return [];
      return { horseNum: horse.horseNum, probability, odds: oddsOf.get(horse.horseNum)?.odds ?? null };
    }),
    models[column]?.mix ?? null,
  );
  return compared.flatMap((horse) => {
    const runner = runnerOf.get(horse.horseNum);
    if (runner === undefined) return [];
    const isOut = !isStarter(runner.status);
    const odds = oddsOf.get(horse.horseNum) ?? null;
    return [
      {
        ...(isOut ? { ...horse, marks: 0 } : horse),
        bracketNum: runner.bracketNum,
        horseName: runner.horseName,
        ownMark: markOf.get(runner.horseId) ?? null,
        isOut,
        finish: isOut || race.status === "result" ? { status: runner.status, position: runner.finishPosition } : null,
        odds: odds === null ? null : { odds: odds.odds, isCapped: odds.isCapped },
        probability: isOut ? null : probabilityOf(horse),
        value: viewOf.get(horse.horseNum) ?? null,
      },
    ];
  });
}

/** By the number of each starter with odds. A mean of models has no exponents, so it is never mixed. */
function oddsViews(
  starters: readonly { horseNum: number; probability: number; odds: number | null }[],
  mix: RaceModel["mix"],
): Map<number, OddsView> {
  const mixed = mix === null ? null : mixChances(starters, mix);
  const ratios = ratiosToMarket(starters);
  return new Map(
    starters.flatMap(({ horseNum, probability, odds }, place) => {
      if (odds === null) return [];
      const chance = mixed?.[place];
      const view: OddsView = {
        grade: winValue(probability, odds).grade,
        mixed: chance === undefined ? null : { probability: chance, value: chance * odds },
        toMarket: ratios?.[place] ?? null,
      };
      return [[horseNum, view] as const];
    }),
  );
}

/**
 * Withdrawn horses and those without a value come last, ties by number. `chanceOf` defaults to the mean of the models.
 */
export function sortRows(
  rows: readonly ModelRow[],
  order: HorseOrder,
  chanceOf: (row: ModelRow) => number | null = (row) => row.mean ?? meanIndex(row),
): ModelRow[] {
  const rank = (row: ModelRow): number => {
    if (order === "number") return row.horseNum;
    if (row.isOut) return Number.POSITIVE_INFINITY;
    const value = order === "mean" ? chanceOf(row) : (row.value?.mixed?.value ?? null);
    return value === null ? Number.MAX_VALUE : -value;
  };
  return rows.toSorted((one, other) => rank(one) - rank(other) || one.horseNum - other.horseNum);
}

/** For an order without chances; null if one model did not know the horse. */
function meanIndex({ cells }: ModelRow): number | null {
  let sum = 0;
  for (const cell of cells) {
    if (cell === null) return null;
    sum += cell.score.index;
  }
  return cells.length === 0 ? null : sum / cells.length;
}

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
