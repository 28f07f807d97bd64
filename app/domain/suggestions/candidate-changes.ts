import {
  AVERAGE_KINDS,
  type AverageKind,
  countFeatures,
  type FeatureChoice,
  offeredChoice,
  type RaceCustomize,
  type RaceNum,
  raceCustomizesOf,
  type StaticFeature,
  staticFeaturesOf,
  usesWeight,
} from "#app/domain/features/choice.ts";

const MOST_CHANGES = 12;

/** Stored as JSON. */
export type Change =
  | { does: "add" | "drop"; feature: StaticFeature }
  | { does: "add" | "drop"; kind: AverageKind }
  | { does: "add"; kind: AverageKind; condition: RaceCustomize }
  | { does: "add"; kind: AverageKind; count: RaceNum };

/** A new kind begins with these starts; the order of counts to add to a chosen kind. */
const COUNTS: readonly RaceNum[] = [5, 3, 1, 10, -1];
const FIRST_COUNT = 5;

export function changedChoice(choice: FeatureChoice, change: Change, venueType: number): FeatureChoice {
  const { average } = choice;
  if ("feature" in change) {
    const others = choice.static.filter((name) => name !== change.feature);
    return offeredChoice(
      { ...choice, static: change.does === "add" ? [...others, change.feature] : others },
      venueType,
    );
  }
  const { kind } = change;
  const { [kind]: chosen = { race_customize: [], race_num: [] }, ...others } = average;
  if (change.does === "drop") return offeredChoice({ ...choice, average: others }, venueType);
  const changed =
    "condition" in change
      ? { ...chosen, race_customize: [...chosen.race_customize, change.condition] }
      : "count" in change
        ? { ...chosen, race_num: [...chosen.race_num, change.count] }
        : { race_customize: ["all" as const], race_num: [FIRST_COUNT as RaceNum] };
  return offeredChoice({ ...choice, average: { ...average, [kind]: changed } }, venueType);
}

/** Up to twelve within the plan's limit, of every sort in turn. @param search number of the account's search, from 1 */
export function listCandidates(
  choice: FeatureChoice,
  { venueType, featureLimit, search }: { venueType: number; featureLimit: number; search: number },
): Change[] {
  const isAllowed = (change: Change) => {
    const count = countFeatures(changedChoice(choice, change, venueType));
    return count >= 1 && count <= featureLimit;
  };
  const sorts = sortsOf(choice, venueType).map((changes) => rotate(changes.filter(isAllowed), search - 1));
  const mixed: Change[] = [];
  for (let turn = 0; turn < Math.max(...sorts.map(({ length }) => length)); turn++)
    mixed.push(...sorts.flatMap((changes) => changes[turn] ?? []));
  return mixed.slice(0, MOST_CHANGES);
}

function sortsOf(choice: FeatureChoice, venueType: number): Change[][] {
  const isWeighed = usesWeight(choice);
  const chosenKinds = AVERAGE_KINDS.filter((kind) => choice.average[kind] !== undefined);
  const statics = staticFeaturesOf(venueType).filter(
    (name) => !choice.static.includes(name) && (isWeighed || !usesWeight({ static: [name] })),
  );
  const newCounts = chosenKinds.flatMap((kind) => {
    const chosen = choice.average[kind]?.race_num ?? [];
    return COUNTS.filter((count) => !chosen.includes(count)).map((count) => ({ does: "add" as const, kind, count }));
  });
  const newConditions = chosenKinds.flatMap((kind) => {
    const chosen = choice.average[kind]?.race_customize ?? [];
    return raceCustomizesOf(venueType)
      .filter((condition) => !chosen.includes(condition))
      .map((condition) => ({ does: "add" as const, kind, condition }));
  });
  return [
    statics.map((feature) => ({ does: "add", feature })),
    AVERAGE_KINDS.filter((kind) => !chosenKinds.includes(kind)).map((kind) => ({ does: "add", kind })),
    newCounts,
    newConditions,
    choice.static.map((feature) => ({ does: "drop", feature })),
    chosenKinds.map((kind) => ({ does: "drop", kind })),
  ];
}

function rotate<Element>(elements: Element[], by: number): Element[] {
  const start = elements.length === 0 ? 0 : (2 * by) % elements.length;
  return [...elements.slice(start), ...elements.slice(0, start)];
}
