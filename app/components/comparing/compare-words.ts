import type { ModelComparison } from "#app/domain/comparing/compare-models.ts";
import { type Verdict, verdictOf } from "#app/domain/comparing/paired-difference.ts";

/** Names of the models in tables and drawings. */
export const LETTERS = ["A", "B", "C", "D", "E"] as const;

/** With fewer races in common no difference is shown. */
export const FEWEST_RACES = 100;

/** What an interval says of a model beside the base. */
export function baseWords(letter: string): Record<Verdict, string> {
  return { better: `${letter}より上`, worse: `${letter}より下`, unknown: "差はまだ分からない" };
}

/** A sentence for those that are better than the base, worse, and not told from it. */
export function compareVerdict(
  models: readonly { name: string }[],
  comparison: ModelComparison,
  base: number,
): string[] {
  if (comparison.races < FEWEST_RACES) return ["同じレースが少なく、まだ判断できません。"];
  const names: Record<Verdict, string[]> = { better: [], worse: [], unknown: [] };
  for (const [at, { difference }] of comparison.models.entries()) {
    if (difference !== null) names[verdictOf(difference)].push(`「${models[at]!.name}」`);
  }
  const own = `「${models[base]!.name}」`;
  const listed = (group: readonly string[]) => (group.length > 2 ? `${group.length}モデル` : group.join(""));
  return [
    ...(names.better.length > 0 ? [`${listed(names.better)}は${own}より上です。`] : []),
    ...(names.worse.length > 0 ? [`${listed(names.worse)}は${own}より下です。`] : []),
    ...(names.unknown.length > 0 ? [`${own}と${listed(names.unknown)}の差は、まだ分かりません。`] : []),
  ];
}
