import { featureName } from "#app/components/model-form/feature-words.ts";
import { KIND_WORDS } from "#app/components/models/model-words.ts";
import type { ModelDetails } from "#app/domain/evaluation/model-details.ts";
import { parseAverageColumn } from "#app/domain/features/catalogue.ts";
import { AVERAGE_KINDS, type FeatureChoice } from "#app/domain/features/choice.ts";
import { RATING_COLUMNS } from "#app/domain/features/ratings/rating-columns.ts";

export interface FeatureImportance {
  name: string;
  /** What was ticked: the kind of an average, also for what comes with it; else the name. */
  item: string;
  comesWith: string | null;
  /**
   * How much the pseudo-R² falls without this feature's differences between the horses of a race; `low` to `high` is
   * the 95 % interval.
   */
  fall: number;
  low: number;
  high: number;
  /** The interval is above 0. */
  isMeasurable: boolean;
}

type RatedKind = (typeof RATING_COLUMNS)[number]["kind"];

const COMES_WITH: Record<RatedKind, string> = {
  prize: "クラスの上がり下がりを見た値",
  margin: "タイム・上がり・相手の強さから計算した値",
  first_corner: "コースと脚質の相性",
  first_to_rank: "ペースを考えに入れた追い上げ",
};

function comesWithWords(kind: RatedKind): string {
  return `${KIND_WORDS[kind].name}には、${COMES_WITH[kind]}もふくみます。`;
}

/** What comes with the averages of a choice without having been ticked. */
export function unticked({ average }: Pick<FeatureChoice, "average">): string {
  return AVERAGE_KINDS.flatMap((kind) =>
    average[kind] !== undefined && kind in COMES_WITH ? [comesWithWords(kind as RatedKind)] : [],
  ).join("");
}

/** Most important first. Only loaders call it, so that the catalogue of features is not sent to browsers. */
export function readImportances({ report, importance }: ModelDetails): FeatureImportance[] {
  const { uniformLogLoss } = report.skill;
  return importance.map(({ feature, loss, low, high, isMeasurable }) => {
    const name = featureName(feature);
    const rated = RATING_COLUMNS.find(({ key }) => key === feature)?.kind;
    const kind = rated ?? parseAverageColumn(feature)?.kind;
    return {
      ...{ name, item: kind === undefined ? name : KIND_WORDS[kind].name, isMeasurable },
      comesWith: rated === undefined ? null : comesWithWords(rated),
      fall: loss / uniformLogLoss,
      low: low / uniformLogLoss,
      high: high / uniformLogLoss,
    };
  });
}

const SHOWN_ITEMS = 3;

export function importanceWords(features: readonly FeatureImportance[], races: number): string {
  if (features.length === 0) return "開催日が少なく、まだ測れません。";
  const itemsOf = (all: readonly FeatureImportance[]) => new Set(all.map(({ item }) => item));
  const measured = itemsOf(features.filter(({ isMeasurable }) => isMeasurable));
  const others = [...itemsOf(features)].filter((item) => !measured.has(item)).length;
  const best =
    measured.size === 0
      ? "1つで効果が測れた項目はありません。"
      : `いちばん効いているのは、${[...measured].slice(0, SHOWN_ITEMS).join("・")}です。`;
  return others === 0 ? best : `${best}${others}項目の効果は、${races}レースでは測れません。`;
}
