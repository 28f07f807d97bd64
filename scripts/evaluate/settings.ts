import type { TreeSettings } from "#app/domain/learning/trees/settings.ts";

/** What a walk changes in the product. */
export interface Setting {
  name: string;
  /** Pattern of the ids of columns that are left out. */
  without?: string;
  placeWeights?: TreeSettings["placeWeights"];
  /** Prior of 1 / T. */
  inverse?: number;
}

/** Groups of columns, in the order in which they were added. */
const GROUPS: Record<string, string> = {
  hindsight: "hindsight",
  class: "^rating\\.class",
  draw: "^static\\.post\\.slope",
  season: "^basic\\.female_season",
  field: "^rating\\.field",
  time: "^rating\\.time\\.(mean_3|best|course_len|race_type)$",
  gain: "^rating\\.gain",
  gap: "^static\\.interval\\.(starts|since)",
  form: "^(static\\.jockey|basic\\.trainer)[._]form",
  style: "^rating\\.style",
};

/** The first is the product; the others are compared with it. */
export const SETTINGS: readonly Setting[] = [
  { name: "product" },
  { name: "without all groups", without: Object.values(GROUPS).join("|") },
  { name: "stages 1, 1/2, 0", placeWeights: [1, 0.5, 0] },
  ...Object.entries(GROUPS).map(([group, without]) => ({ name: `without ${group}`, without })),
  ...[1.15, 1.18, 1.21].map((inverse) => ({ name: `prior ${inverse}`, inverse })),
];
