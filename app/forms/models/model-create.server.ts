import type { AverageKind, FeatureChoice } from "#app/domain/features/choice.ts";
import { countFeatures } from "#app/domain/features/choice.ts";
import { CHOICE_MESSAGES, featureChoiceSchema } from "./feature-choice.server.ts";
import { choiceOfDraft, hasUnknownNames, type ModelDraft } from "./model-draft.ts";
import { CREATE_NAME_MESSAGES, modelNameSchema } from "./model-name.server.ts";

/** Messages by place; a place without one is fine. */
interface ModelFormErrors {
  name?: string;
  statics?: string;
  kinds: Partial<Record<AverageKind, { customizes?: string; nums?: string }>>;
  /** Of the whole form. */
  form?: string;
  /** Features chosen beyond the plan's limit. */
  over?: number;
}

type ModelFormResult =
  | { kind: "valid"; name: string; choice: FeatureChoice }
  | { kind: "invalid"; errors: ModelFormErrors };

/**
 * Checks the create form: every fault at its field, all at once. The plan's limit is checked here to
 * say it at the form; the service checks it again.
 */
export function checkModelForm(form: FormData, draft: ModelDraft, limit: number): ModelFormResult {
  const errors: ModelFormErrors = { kinds: {} };
  const name = modelNameSchema(CREATE_NAME_MESSAGES).safeParse(draft.name);
  if (!name.success) errors.name = name.error.issues[0]?.message;

  if (hasUnknownNames(form)) errors.form = CHOICE_MESSAGES.unknown;
  const choice = featureChoiceSchema(draft.venueType).safeParse(choiceOfDraft(draft));
  if (!choice.success) {
    for (const { path, message } of choice.error.issues) {
      const [group, kind, part] = path;
      if (group === "average" && part !== undefined) {
        const at = kind as AverageKind;
        const field = part === "race_customize" ? "customizes" : "nums";
        errors.kinds[at] = { ...errors.kinds[at], [field]: message };
      } else {
        errors.statics = message;
      }
    }
  }
  const count = countFeatures(choiceOfDraft(draft));
  if (count > limit) errors.over = count - limit;

  const isFine = !errors.form && !errors.over && name.success && choice.success;
  return isFine ? { kind: "valid", name: name.data, choice: choice.data } : { kind: "invalid", errors };
}
