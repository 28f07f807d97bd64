/** The six views of a horse: every feature of the catalogue belongs to one of them. */

import { type BASIC_INFORMATION, parseAverageColumn } from "#app/domain/features/catalogue.ts";
import type { AverageKind, StaticFeature } from "#app/domain/features/choice.ts";
import type { RatingKey } from "#app/domain/features/ratings/rating-columns.ts";
import { type RunnerParts, roundToSum } from "./explain-race.ts";
import type { PlacedHorse } from "./place-horses.ts";

export const VIEW_GROUPS = ["能力", "騎手・厩舎", "コース・距離", "展開", "枠・斤量", "調子"] as const;
type ViewGroup = (typeof VIEW_GROUPS)[number];

const GROUP_OF: Record<StaticFeature | typeof BASIC_INFORMATION | RatingKey, ViewGroup> = {
  基本情報: "能力",
  騎手: "騎手・厩舎",
  枠番: "枠・斤量",
  出走間隔: "調子",
  出走頭数: "展開",
  馬体重: "調子",
  馬体重変化: "調子",
  斤量: "枠・斤量",
  血統: "コース・距離",
  コースの長さ: "コース・距離",
  "芝/ダートの識別": "コース・距離",
  不利があったか: "展開",
  天気: "コース・距離",
  "rating.strength": "能力",
  "rating.hindsight": "能力",
  "rating.field": "能力",
  "rating.time": "能力",
  "rating.final": "能力",
  "rating.class": "能力",
  "rating.gain": "展開",
  "rating.style": "展開",
};

/** Averages of results; under a condition they belong to コース・距離. The others are positions within a race. */
const RESULTS: readonly AverageKind[] = ["prize", "margin", "rank"];

/** Found groups, because parsing the names of a race's thousands of parts takes longer than summing them. */
const found = new Map<string, ViewGroup>();

/** @throws if the catalogue has no such feature */
export function groupOf(feature: string): ViewGroup {
  const group = found.get(feature) ?? findGroup(feature);
  found.set(feature, group);
  return group;
}

function findGroup(feature: string): ViewGroup {
  const average = parseAverageColumn(feature);
  if (average !== null) {
    if (!RESULTS.includes(average.kind)) return "展開";
    return average.customize === "all" ? "能力" : "コース・距離";
  }
  const group = (GROUP_OF as Record<string, ViewGroup | undefined>)[feature];
  if (group === undefined) throw new Error(`no group holds feature ${feature}`);
  return group;
}

/** In the order of VIEW_GROUPS, two decimals; they sum to the index. Null for a group without a chosen feature. */
export function sumByGroup({ parts }: Pick<RunnerParts, "parts">, index: number): (number | null)[] {
  const sums = new Map<ViewGroup, number>();
  for (const { feature, contribution } of parts) {
    const group = groupOf(feature);
    sums.set(group, (sums.get(group) ?? 0) + contribution);
  }
  const known = VIEW_GROUPS.filter((group) => sums.has(group));
  const shown = roundToSum(
    known.map((group) => sums.get(group) ?? 0),
    index,
  );
  return VIEW_GROUPS.map((group) => (sums.has(group) ? (shown[known.indexOf(group)] ?? 0) : null));
}

export interface GroupView {
  group: ViewGroup;
  /** Both null without a chosen feature. */
  contribution: number | null;
  /** Among the starters; equal contributions share a rank. */
  rank: number | null;
}

/** Ranks the groups of each starter, by horse number. None for an analysis made before groups were stored. */
export function rankGroups(
  groupsOf: ReadonlyMap<number, readonly (number | null)[] | undefined>,
  placed: readonly Pick<PlacedHorse<{ horseNum: number }>, "score" | "isOut">[],
): Map<number, GroupView[]> {
  const starters = placed.flatMap(({ score: { horseNum }, isOut }) => {
    const groups = groupsOf.get(horseNum);
    return isOut || groups === undefined ? [] : [{ horseNum, groups }];
  });
  const valuesOf = (at: number) => starters.map(({ groups }) => groups[at] ?? 0);
  return new Map(
    starters.map(({ horseNum, groups }) => [
      horseNum,
      VIEW_GROUPS.map((group, at) => {
        const contribution = groups[at] ?? null;
        if (contribution === null) return { group, contribution, rank: null };
        return { group, contribution, rank: 1 + valuesOf(at).filter((value) => value > contribution).length };
      }),
    ]),
  );
}
