import { formatSigned } from "#app/components/parts/numbers.ts";
import type { ModelComparison } from "#app/domain/comparing/compare-models.ts";
import { type Verdict, verdictOf } from "#app/domain/comparing/paired-difference.ts";

/** Names of the models in tables and drawings. */
export const LETTERS = ["A", "B", "C", "D", "E"] as const;

/** With fewer common races no difference is shown. */
export const FEWEST_RACES = 100;

export function baseWords(letter: string): Record<Verdict, string> {
  return { better: `${letter}より上`, worse: `${letter}より下`, unknown: "差はまだ分からない" };
}

/** Names stay whole on a line. */
type Sentence = readonly { text: string; isName?: true }[];

export function compareVerdict(
  models: readonly { name: string }[],
  comparison: ModelComparison,
  base: number,
): Sentence[] {
  if (comparison.races < FEWEST_RACES) return [[{ text: "同じレースが少なく、まだ判断できません。" }]];
  const names: Record<Verdict, string[]> = { better: [], worse: [], unknown: [] };
  for (const [at, { difference }] of comparison.models.entries()) {
    if (difference !== null) names[verdictOf(difference)].push(models[at]!.name);
  }
  const nameOf = (name: string) => ({ text: `「${name}」`, isName: true as const });
  const own = nameOf(models[base]!.name);
  const listed = (group: readonly string[]) =>
    group.length > 2 ? [{ text: `${group.length}モデル` }] : group.map(nameOf);
  const { better, worse, unknown } = names;
  return [
    ...(better.length > 0 ? [[...listed(better), { text: "は" }, own, { text: "より上です。" }]] : []),
    ...(worse.length > 0 ? [[...listed(worse), { text: "は" }, own, { text: "より下です。" }]] : []),
    ...(unknown.length > 0 ? [[own, { text: "と" }, ...listed(unknown), { text: "の差は、まだ分かりません。" }]] : []),
  ];
}

/** A difference of 予測力 from pseudo-R²: signed, two decimals, U+2212. */
export function formatDifference(difference: number): string {
  return formatSigned(difference * 100, 2);
}

/** A difference of rates in percentage points: signed, one decimal, U+2212. */
export function formatPoints(ratio: number): string {
  return formatSigned(100 * ratio, 1);
}

export const RETURNS_SPREAD = "払戻はばらつきが大きく、差が分かるまでには予測力よりずっと多くのレースがいります。";

export const CHILD_WORDS: Record<Verdict, string> = {
  better: "良くなった",
  worse: "悪くなった",
  unknown: "まだ分からない",
};

/** In hundredths. Contains all differences, with zero in the middle. */
export function differenceScale(rows: readonly { low: number; high: number }[]): { from: number; to: number } {
  const most = Math.max(0.5, ...rows.flatMap(({ low, high }) => [Math.abs(low * 100), Math.abs(high * 100)]));
  const step = 10 ** Math.floor(Math.log10(most));
  const to = [1, 2, 5, 10].map((times) => times * step).find((end) => end >= most) ?? 10 * step;
  return { from: -to, to };
}
