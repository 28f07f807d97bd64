import type { RaceModel } from "#app/domain/views/race-models.ts";
import { readId } from "#app/http/request-reading.ts";

/** The address contains the state of the page. */

const HORSE_ORDERS = ["mean", "value", "number"] as const;
export type HorseOrder = (typeof HORSE_ORDERS)[number];

export interface ModelsQuery {
  /** Each once; may contain unknown ids. */
  modelIds: readonly number[];
  /** Whose probabilities are compared with the odds; null is the first model. */
  by: number | "mean" | null;
  /** Orders of the two tables; null is by chances. */
  sort: HorseOrder | null;
  order: HorseOrder | null;
}

export function readModelsQuery(query: URLSearchParams): ModelsQuery {
  const by = query.get("by");
  return {
    modelIds: [...new Set(query.getAll("m").flatMap((id) => readId(id) ?? []))],
    by: by === "mean" ? by : readId(by),
    sort: readOrder(query.get("sort")),
    order: readOrder(query.get("order")),
  };
}

function readOrder(value: string | null): HorseOrder | null {
  return HORSE_ORDERS.find((order) => order === value) ?? null;
}

export function modelsSearch(query: ModelsQuery, change: Partial<ModelsQuery> = {}): string {
  const { modelIds, by, sort, order } = { ...query, ...change };
  const search = new URLSearchParams(modelIds.map((id) => ["m", String(id)]));
  if (by !== null) search.set("by", String(by));
  if (sort !== null) search.set("sort", sort);
  if (order !== null) search.set("order", order);
  const text = search.toString();
  return text === "" ? "" : `?${text}`;
}

interface ChosenModels {
  chosenIds: number[];
  /** Analysed the race; at most as many as the plan shows. */
  shown: RaceModel[];
  waiting: RaceModel[];
  /** Further models that were requested or have an analysis. */
  left: number;
}

/**
 * The requested own models, else the best that have analysed the race, and all that have not. The model of `by` is
 * always among the shown.
 */
export function chooseModels(
  models: readonly RaceModel[],
  { modelIds: asked, by }: Pick<ModelsQuery, "modelIds" | "by">,
  most: number,
): ChosenModels {
  const own = asked.flatMap((id) => models.find(({ modelId }) => modelId === id) ?? []);
  const isAsked = own.length > 0;
  const analysed = models.filter(({ analysis }) => analysis !== null);
  const meant = analysed.findIndex(({ modelId }) => modelId === by);
  if (meant >= most) analysed.splice(most - 1, 0, ...analysed.splice(meant, 1));
  const candidates = isAsked ? own : analysed;
  const chosen = candidates.slice(0, most);
  return {
    chosenIds: chosen.map(({ modelId }) => modelId),
    shown: chosen.filter(({ analysis }) => analysis !== null),
    waiting: (isAsked ? chosen : models).filter(({ analysis }) => analysis === null),
    left: candidates.length - chosen.length,
  };
}
