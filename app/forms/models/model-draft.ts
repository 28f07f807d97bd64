/** The state of the create form, valid or not, to be rendered again as submitted. Browsers load this file: no zod. */

import {
  AVERAGE_KINDS,
  type AverageKind,
  type FeatureChoice,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  type RaceCustomize,
  type RaceNum,
  raceCustomizesOf,
  STATIC_FEATURES,
  type StaticFeature,
  staticFeaturesOf,
} from "#app/domain/features/choice.ts";
import { MODEL_VENUE_TYPES, type ModelVenueType, VenueType } from "#app/domain/racing/race.ts";
import { readFormKey, readId } from "#app/http/request-reading.ts";

/** A kind that is switched off keeps its options for when it is switched on again. */
export interface KindDraft {
  on: boolean;
  customizes: RaceCustomize[];
  nums: RaceNum[];
}

export interface ModelDraft {
  name: string;
  venueType: ModelVenueType;
  isAllVenue: boolean;
  statics: StaticFeature[];
  kinds: Record<AverageKind, KindDraft>;
  /** The model it began with; null: with none. */
  parentId: number | null;
  /** Idempotency key, created with the empty form: submitting the same form twice creates one model. */
  formKey: string;
}

export function draftOfChoice(
  choice: FeatureChoice,
  rest: Pick<ModelDraft, "name" | "venueType" | "formKey" | "parentId">,
): ModelDraft {
  const kinds = Object.fromEntries(
    AVERAGE_KINDS.map((kind) => {
      const average = choice.average[kind];
      return [
        kind,
        {
          on: average !== undefined,
          customizes: [...(average?.race_customize ?? [])],
          nums: [...(average?.race_num ?? [])],
        },
      ];
    }),
  ) as Record<AverageKind, KindDraft>;
  return { ...rest, isAllVenue: choice.isAllVenue !== 0, statics: [...choice.static], kinds };
}

/** The form's fields by name; checkboxes of one name are a list. */
export type ModelFormFields = Record<"name" | "venueType" | "isAllVenue" | "from" | "form_key", string> &
  Record<"static" | "average" | `${AverageKind}_${"customize" | "num"}`, string[]>;

/** The field values of a draft; the inverse of {@link readModelDraft}. */
export function fieldsOfDraft(draft: ModelDraft): Record<string, string | string[]> {
  const perKind = AVERAGE_KINDS.flatMap((kind): [string, string[]][] => [
    [`${kind}_customize`, [...draft.kinds[kind].customizes]],
    [`${kind}_num`, draft.kinds[kind].nums.map(String)],
  ]);
  return {
    form_key: draft.formKey,
    from: String(draft.parentId ?? ""),
    name: draft.name,
    venueType: String(draft.venueType),
    isAllVenue: draft.isAllVenue ? "1" : "",
    static: [...draft.statics],
    average: AVERAGE_KINDS.filter((kind) => draft.kinds[kind].on),
    ...Object.fromEntries(perKind),
  };
}

/** Submitted form data, or its fields by name; a field with several values is a list. */
type SentForm = FormData | Readonly<Record<string, unknown>>;

function sentValues(sent: SentForm, name: string): unknown[] {
  if (sent instanceof FormData) return sent.getAll(name);
  return Object.hasOwn(sent, name) ? [sent[name]].flat() : [];
}

/** Parses the form and drops unknown names; {@link hasUnknownNames} reports whether there are any. */
export function readModelDraft(sent: SentForm, newFormKey: () => string): ModelDraft {
  const texts = (name: string) => sentValues(sent, name).filter((value) => typeof value === "string");
  const kinds = Object.fromEntries(
    AVERAGE_KINDS.map((kind) => {
      const customizes = texts(`${kind}_customize`);
      const nums = texts(`${kind}_num`).map(Number);
      return [
        kind,
        {
          on: texts("average").includes(kind),
          customizes: RACE_CUSTOMIZES.filter((name) => customizes.includes(name)),
          nums: RACE_NUMS.filter((num) => nums.includes(num)),
        },
      ];
    }),
  ) as Record<AverageKind, KindDraft>;
  return {
    // Longer than any valid name, short enough to render again.
    name: (texts("name")[0] ?? "").slice(0, 200),
    venueType: MODEL_VENUE_TYPES.find((type) => String(type) === texts("venueType")[0]) ?? VenueType.central,
    isAllVenue: texts("isAllVenue").includes("1"),
    statics: STATIC_FEATURES.filter((name) => texts("static").includes(name)),
    kinds,
    parentId: readId(texts("from")[0]),
    formKey: readFormKey(texts("form_key")[0]) ?? newFormKey(),
  };
}

/** Whether the form has a name or value that is in no catalogue: then it is not our form. */
export function hasUnknownNames(sent: Readonly<Record<string, unknown>>): boolean {
  const known: Record<string, readonly string[]> = {
    venueType: MODEL_VENUE_TYPES.map(String),
    static: STATIC_FEATURES,
    average: AVERAGE_KINDS,
  };
  for (const kind of AVERAGE_KINDS) {
    known[`${kind}_customize`] = RACE_CUSTOMIZES;
    known[`${kind}_num`] = RACE_NUMS.map(String);
  }
  return Object.keys(sent).some((name) =>
    Object.hasOwn(known, name)
      ? sentValues(sent, name).some((value) => typeof value !== "string" || !known[name]?.includes(value))
      : /_(customize|num)$/.test(name),
  );
}

/** The draft's choice, without what the venue type does not offer; kinds may still be empty. */
export function choiceOfDraft(draft: ModelDraft): FeatureChoice {
  const customizes = raceCustomizesOf(draft.venueType);
  const average: FeatureChoice["average"] = {};
  for (const kind of AVERAGE_KINDS) {
    const { on, customizes: chosen, nums } = draft.kinds[kind];
    if (on) average[kind] = { race_customize: customizes.filter((name) => chosen.includes(name)), race_num: [...nums] };
  }
  const choice = { static: staticFeaturesOf(draft.venueType).filter((name) => draft.statics.includes(name)), average };
  return draft.venueType === VenueType.central ? choice : { isAllVenue: draft.isAllVenue ? 1 : 0, ...choice };
}

/** Applies a fill button of a kind: `prize:recent`, `prize:all`, `prize:spread`. Unknown orders change nothing. */
export function applyFill(draft: ModelDraft, order: string): ModelDraft {
  const [kindName, what] = order.split(":");
  const kind = AVERAGE_KINDS.find((candidate) => candidate === kindName);
  if (!kind) return draft;
  const own = draft.kinds[kind];
  if (what === "recent") return withKind(draft, kind, { ...own, on: true, nums: [1, 3, 5] });
  if (what === "all") return withKind(draft, kind, { ...own, on: true, nums: [-1] });
  if (what !== "spread") return draft;
  const kinds = { ...draft.kinds };
  for (const other of AVERAGE_KINDS) {
    if (kinds[other].on) kinds[other] = { on: true, customizes: [...own.customizes], nums: [...own.nums] };
  }
  return { ...draft, kinds };
}

function withKind(draft: ModelDraft, kind: AverageKind, value: KindDraft): ModelDraft {
  return { ...draft, kinds: { ...draft.kinds, [kind]: value } };
}
