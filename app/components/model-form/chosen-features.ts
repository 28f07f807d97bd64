import { type RefObject, useEffect, useRef, useState } from "react";
import { AVERAGE_KINDS, countFeatures } from "#app/domain/features/choice.ts";
import { type PresetKey, presetOf } from "#app/domain/features/presets.ts";
import { choiceOfDraft, type ModelDraft, readModelDraft } from "#app/forms/models/model-draft.ts";

interface ChosenFeatures {
  count: number;
  preset: PresetKey | null;
}

/**
 * The ticked features: those of `draft`, with script those of the boxes after each `recount`. A new draft (an answer of
 * the server) ticks the boxes again.
 */
export function useChosenFeatures(
  form: RefObject<HTMLFormElement>,
  draft: ModelDraft,
): ChosenFeatures & { recount: () => void } {
  const [chosen, setChosen] = useState(() => chosenIn(draft));
  const recount = () => {
    if (form.current) setChosen(chosenIn(readModelDraft(new FormData(form.current), () => "")));
  };
  const shown = useRef(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: recount reads the form, which only the draft changes here
  useEffect(() => {
    if (form.current && shown.current !== draft) tickBoxes(form.current, draft);
    shown.current = draft;
    // Also on the first render: boxes may have been ticked before the script ran.
    recount();
  }, [draft]);
  return { ...chosen, recount };
}

function chosenIn(draft: ModelDraft): ChosenFeatures {
  const choice = choiceOfDraft(draft);
  return { count: countFeatures(choice), preset: presetOf(choice, draft.venueType) };
}

/** Shows another draft in a rendered form. Focus and unfolded parts stay. */
function tickBoxes(form: HTMLFormElement, draft: ModelDraft): void {
  const isTicked: Record<string, (value: string) => boolean> = {
    venueType: (value) => value === String(draft.venueType),
    isAllVenue: () => draft.isAllVenue,
    static: (value) => draft.statics.some((name) => name === value),
    average: (value) => AVERAGE_KINDS.some((kind) => kind === value && draft.kinds[kind].on),
  };
  for (const kind of AVERAGE_KINDS) {
    isTicked[`${kind}_customize`] = (value) => draft.kinds[kind].race_customize.some((name) => name === value);
    isTicked[`${kind}_num`] = (value) => draft.kinds[kind].race_num.some((num) => String(num) === value);
  }
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement)) continue;
    const rule = isTicked[element.name];
    if (rule) element.checked = rule(element.value);
    if (element.name === "name") element.value = draft.name;
  }
}
