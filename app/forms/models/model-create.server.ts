import * as z from "zod";
import { countFeatures } from "#app/domain/features/choice.ts";
import { CHOICE_MESSAGES, featureChoiceSchema } from "./feature-choice.server.ts";
import { choiceOfDraft, hasUnknownNames, readModelDraft } from "./model-draft.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema } from "./model-name.server.ts";

/**
 * Parses the fields into a draft; the API's schemas check its name and choice. All errors are reported at once, each at
 * its field. The plan's limit is checked for its message; the service enforces it.
 */
export function modelFormSchema(limit: number) {
  return z.record(z.string(), z.unknown()).transform((sent, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    const draft = readModelDraft(sent, () => crypto.randomUUID());
    const name = modelNameSchema(CREATE_NAME_MESSAGES).safeParse(draft.name);
    for (const { message } of name.error?.issues ?? []) refuse(["name"], message);

    if (hasUnknownNames(sent)) refuse([], CHOICE_MESSAGES.unknown);
    const choice = featureChoiceSchema(draft.venueType).safeParse(choiceOfDraft(draft));
    for (const { path, message } of choice.error?.issues ?? []) refuse([fieldOf(path)], message);

    const over = countFeatures(choiceOfDraft(draft)) - limit;
    if (over > 0) refuse(["average"], CHOICE_MESSAGES.tooMany({ limit, over }));
    if (!name.success || !choice.success) return z.NEVER;
    const { venueType, parentId, formKey } = draft;
    return { name: name.data, choice: choice.data, venueType, parentId, formKey };
  });
}

function fieldOf([group, kind, part]: readonly PropertyKey[]): string {
  if (group !== "average" || part === undefined) return "static";
  return `${String(kind)}_${part === "race_customize" ? "customize" : "num"}`;
}
