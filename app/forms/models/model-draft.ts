/** The state of the create form, valid or not, to be rendered again as submitted. Browsers load this file: no zod. */

import {
  AVERAGE_KINDS,
  type AverageChoice,
  type AverageKind,
  type FeatureChoice,
  offeredChoice,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  STATIC_FEATURES,
  type StaticFeature,
} from "#app/domain/features/choice.ts";
import { MODEL_VENUE_TYPES, type ModelVenueType, VenueType } from "#app/domain/racing/race.ts";
import { readFormKey, readId } from "#app/http/request-reading.ts";

/** A kind that is switched off keeps its options for when it is switched on again. */
export interface KindDraft extends AverageChoice {
  on: boolean;
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
  const kinds = byKind((kind) => {
    const { race_customize = [], race_num = [] } = choice.average[kind] ?? {};
    return { on: choice.average[kind] !== undefined, race_customize: [...race_customize], race_num: [...race_num] };
  });
  return { ...rest, isAllVenue: choice.isAllVenue !== 0, statics: [...choice.static], kinds };
}

function byKind(of: (kind: AverageKind) => KindDraft): ModelDraft["kinds"] {
  return Object.fromEntries(AVERAGE_KINDS.map((kind) => [kind, of(kind)])) as ModelDraft["kinds"];
}

/** The form's fields by name; checkboxes of one name are a list. */
export type ModelFormFields = Record<"name" | "venueType" | "isAllVenue" | "from" | "form_key", string> &
  Record<"static" | "average" | `${AverageKind}_${"customize" | "num"}`, string[]>;

/** The field values of a draft; the inverse of {@link readModelDraft}. */
export function fieldsOfDraft(draft: ModelDraft): Record<string, string | string[]> {
  const perKind = AVERAGE_KINDS.flatMap((kind): [string, string[]][] => [
    [`${kind}_customize`, [...draft.kinds[kind].race_customize]],
    [`${kind}_num`, draft.kinds[kind].race_num.map(String)],
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
  const kinds = byKind((kind) => {
    const customizes = texts(`${kind}_customize`);
    const nums = texts(`${kind}_num`);
    return {
      on: texts("average").includes(kind),
      race_customize: RACE_CUSTOMIZES.filter((name) => customizes.includes(name)),
      race_num: RACE_NUMS.filter((num) => nums.includes(String(num))),
    };
  });
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
export function hasUnknownNames(form: FormData): boolean {
  const known: Record<string, readonly string[]> = {
    venueType: MODEL_VENUE_TYPES.map(String),
    static: STATIC_FEATURES,
    average: AVERAGE_KINDS,
  };
  for (const kind of AVERAGE_KINDS) {
    known[`${kind}_customize`] = RACE_CUSTOMIZES;
    known[`${kind}_num`] = RACE_NUMS.map(String);
  }
  return [...form].some(([name, value]) =>
    Object.hasOwn(known, name)
      ? typeof value !== "string" || !known[name]?.includes(value)
      : /_(customize|num)$/.test(name),
  );
}

/** The draft's choice as {@link offeredChoice}; kinds may still be empty. */
export function choiceOfDraft({ venueType, isAllVenue, statics, kinds }: ModelDraft): FeatureChoice {
  const average = Object.fromEntries(AVERAGE_KINDS.filter((kind) => kinds[kind].on).map((kind) => [kind, kinds[kind]]));
  return offeredChoice({ isAllVenue: isAllVenue ? 1 : 0, static: statics, average }, venueType);
}

/** Applies a fill button of a kind: `prize:recent`, `prize:all`, `prize:spread`. Unknown orders change nothing. */
export function applyFill(draft: ModelDraft, order: string): ModelDraft {
  const [kindName, what] = order.split(":");
  const kind = AVERAGE_KINDS.find((candidate) => candidate === kindName);
  if (!kind) return draft;
  const own = draft.kinds[kind];
  if (what === "recent") return withKind(draft, kind, { ...own, on: true, race_num: [1, 3, 5] });
  if (what === "all") return withKind(draft, kind, { ...own, on: true, race_num: [-1] });
  if (what !== "spread") return draft;
  const kinds = { ...draft.kinds };
  for (const other of AVERAGE_KINDS) {
    if (kinds[other].on) kinds[other] = { ...own, on: true };
  }
  return { ...draft, kinds };
}

function withKind(draft: ModelDraft, kind: AverageKind, value: KindDraft): ModelDraft {
  return { ...draft, kinds: { ...draft.kinds, [kind]: value } };
}
