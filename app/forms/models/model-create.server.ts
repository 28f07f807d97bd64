import * as z from "zod";
import {
  AVERAGE_KINDS,
  countFeatures,
  offeredChoice,
  RACE_CUSTOMIZES,
  RACE_NUMS,
  STATIC_FEATURES,
} from "#app/domain/features/choice.ts";
import { choiceOfDraft, hasUnknownNames, type ModelDraft } from "./model-draft.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema } from "./model-forms.server.ts";

export const CHOICE_MESSAGES = {
  atLeastOne: "1つ以上選択してください",
  unknown: "選べない項目が含まれています。画面を開き直して、もう一度選んでください",
  tooMany: ({ limit, over }: { limit: number; over: number }) =>
    `いまのプランで使えるのは${limit}項目までです。${over}項目減らすか、項目の多いプランに変更してください。`,
} as const;

/**
 * A choice of features, from the form or the API's `feature`, as {@link offeredChoice}. Rejects unknown names, a kind
 * without a condition or a number of runs, and a choice without any feature.
 */
export function featureChoiceSchema(venueType: number) {
  const average = z.object({
    race_customize: z.array(z.enum(RACE_CUSTOMIZES, CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.atLeastOne),
    race_num: z.array(z.literal([...RACE_NUMS], CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.atLeastOne),
  });
  return z
    .object({
      isAllVenue: z.union([z.literal(0), z.literal(1)], CHOICE_MESSAGES.unknown).optional(),
      static: z.array(z.enum(STATIC_FEATURES, CHOICE_MESSAGES.unknown), CHOICE_MESSAGES.unknown),
      average: z.partialRecord(z.enum(AVERAGE_KINDS, CHOICE_MESSAGES.unknown), average, CHOICE_MESSAGES.unknown),
    })
    .transform((sent) => offeredChoice(sent, venueType))
    .superRefine((choice, context) => {
      const refuse = (path: string[]) =>
        context.addIssue({ code: "custom", path, message: CHOICE_MESSAGES.atLeastOne });
      for (const [kind, { race_customize, race_num }] of Object.entries(choice.average)) {
        if (race_customize.length === 0) refuse(["average", kind, "race_customize"]);
        if (race_num.length === 0) refuse(["average", kind, "race_num"]);
      }
      if (choice.static.length === 0 && Object.keys(choice.average).length === 0) refuse(["static"]);
    });
}

/** The plan's limit is checked to show its message at the form; the service enforces it. */
export function checkModelForm(form: FormData, draft: ModelDraft, limit: number) {
  const error: Record<string, string[]> = {};
  const refuse = (field: string, message: string) => {
    error[field] = [...(error[field] ?? []), message];
  };
  const name = modelNameSchema(CREATE_NAME_MESSAGES).safeParse(draft.name);
  for (const { message } of name.error?.issues ?? []) refuse("name", message);

  if (hasUnknownNames(form)) refuse("", CHOICE_MESSAGES.unknown);
  const sent = choiceOfDraft(draft);
  const choice = featureChoiceSchema(draft.venueType).safeParse(sent);
  for (const { path, message } of choice.error?.issues ?? []) refuse(fieldOf(path), message);

  const over = countFeatures(sent) - limit;
  if (over > 0) refuse("average", CHOICE_MESSAGES.tooMany({ limit, over }));
  if (!name.success || !choice.success || Object.keys(error).length > 0) return { error };
  const { venueType, parentId, formKey } = draft;
  return { value: { name: name.data, choice: choice.data, venueType, parentId, formKey } };
}

function fieldOf([group, kind, part]: readonly PropertyKey[]): string {
  if (group !== "average" || part === undefined) return "static";
  return `${String(kind)}_${part === "race_customize" ? "customize" : "num"}`;
}
