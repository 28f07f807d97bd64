import type { RaceModel } from "#app/domain/views/race-models.ts";
import { readId } from "#app/http/request-reading.ts";

/** The state of the page of a race's models, which lies in its address. */

const HORSE_ORDERS = ["mean", "value", "number"] as const;
export type HorseOrder = (typeof HORSE_ORDERS)[number];

export interface ModelsQuery {
  /** The requested models, each once; unknown ids among them. */
  modelIds: readonly number[];
  /** Whose probabilities the odds are compared with: a model, or the mean; null is the first model. */
  by: number | "mean" | null;
  /** Orders of the models' table and of the table of values; null is by chances. */
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

/** The query's text, with some of it changed; empty without any. */
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
  /** Those of the choice of models. */
  chosenIds: number[];
  /** With an analysis of the race, at most as many as the plan shows side by side. */
  shown: RaceModel[];
  /** Without one. */
  waiting: RaceModel[];
  /** How many more were requested, or have an analysis. */
  left: number;
}

/**
 * The models to show: the requested ones, as far as they are the reader's, else the best of those that have analysed the
 * race, and all that have not. Of these the one whose chances are requested (`by`) is always among those shown.
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
