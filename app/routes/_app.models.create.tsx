import { parse } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import type { PageHandle } from "#app/components/frame/page-handle.ts";
import { stylesheets } from "#app/components/frame/page-meta.ts";
import createCss from "#app/components/model-form/create.css?url";
import { ConfirmCreateDialog, CreateRefusedDialog } from "#app/components/model-form/model-create-dialog.tsx";
import { ModelForm } from "#app/components/model-form/model-form.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { responseOrLost } from "#app/components/waiting/lost-answer.ts";
import { cleanName } from "#app/domain/clean-name.ts";
import { countFeatures, type FeatureChoice } from "#app/domain/features/choice.ts";
import { PRESET_KEYS, presetChoice, presetName } from "#app/domain/features/presets.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { MODEL_VENUE_TYPES, VenueType } from "#app/domain/racing/race.ts";
import { countHeld, creationLimitReached, creationsLeftText } from "#app/forms/models/creation-limit.ts";
import { checkModelForm } from "#app/forms/models/model-create.server.ts";
import {
  applyFill,
  choiceOfDraft,
  draftOfChoice,
  fieldsOfDraft,
  type ModelDraft,
  readModelDraft,
} from "#app/forms/models/model-draft.ts";
import { CREATION_FAILED, CREATION_LOST, findCreationRefusal } from "#app/forms/models/model-refusals.ts";
import { readForm, readId } from "#app/http/request-reading.ts";

export const handle: PageHandle = {
  title: "AIモデルをつくる",
  description: "項目を選ぶだけで、自分だけの競馬AIモデルがつくれます。",
  back: "/models",
  hasDock: true,
};
export { meta } from "#app/components/frame/page-meta.ts";
export const links = stylesheets(createCss);

const NOTHING_CHOSEN: FeatureChoice = { static: [], average: {} };

/** `?from={id}` preselects the features of an own model, with `&change=` those of its suggestion by place. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await context.requireUser(request);
  const limits = planLimits(user.plan);
  const models = await context.services.models.list({ user });
  const query = new URL(request.url).searchParams;
  const requestedType = query.get("venue_type");
  const from = readId(query.get("from"));
  const inherited = models.find(({ modelId }) => modelId === from);
  const change = readId(query.get("change"));
  const suggestions =
    inherited === undefined || change === null
      ? null
      : await context.services.models.readSuggestions({ user, modelId: inherited.modelId });
  const suggested = suggestions?.search?.choices[(change ?? 0) - 1];
  const venueType =
    MODEL_VENUE_TYPES.find((type) => (inherited ? type === inherited.venueType : String(type) === requestedType)) ??
    VenueType.central;
  return {
    draft: draftOfChoice(suggested ?? inherited?.choice ?? NOTHING_CHOSEN, {
      ...{ name: "", venueType, formKey: crypto.randomUUID() },
      parentId: inherited?.modelId ?? null,
    }),
    inheritedName: inherited?.name ?? null,
    isSuggested: suggested !== undefined,
    limit: limits.features,
    limitReached: creationLimitReached(user, models),
    creationsLeft: creationsLeftText(user, countHeld(models)),
  };
}

/**
 * One form, several buttons. Presets and fills return the form with their choice, presets also with a name if the reader
 * typed none. この内容でつくる validates it, and success opens the confirmation. 作成する creates the model. A refused form
 * keeps its values.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const user = await context.requireUser(request);
  const form = await readForm(request);
  const draft = readModelDraft(form, () => crypto.randomUUID());
  const submission = parse(form, { resolve: () => checkModelForm(form, draft, planLimits(user.plan).features) });
  const reply = (shown: ModelDraft, formErrors?: string[]) => ({
    ...submission.reply(formErrors && { formErrors }),
    initialValue: fieldsOfDraft(shown),
  });
  const unchecked = (shown: ModelDraft) => ({ ...reply(shown), status: undefined, error: undefined });

  const preset = PRESET_KEYS.find((key) => key === form.get("preset"));
  if (preset !== undefined) {
    const { statics, kinds } = draftOfChoice(presetChoice(preset, draft.venueType), draft);
    const number = (await context.services.models.list({ user })).length + 1;
    const isOwn = !["", ...PRESET_KEYS.map((key) => presetName(key, number))].includes(draft.name);
    return unchecked({ ...draft, name: isOwn ? draft.name : presetName(preset, number), statics, kinds });
  }
  const fill = form.get("fill");
  if (typeof fill === "string") return unchecked(applyFill(draft, fill));
  const intent = form.get("intent");
  if (intent === "edit") return unchecked(draft);

  if (submission.status !== "success") return data(reply(draft), 400);
  if (intent !== "create") return reply(draft);

  const { name, choice, venueType, parentId, formKey } = submission.value;
  const created = await context.attempt(() =>
    context.services.models.create({ user, name, venueType, choice, formKey, parentId }),
  );
  if (created === null) return data(reply(draft, [CREATION_FAILED]), 500);
  if (created.kind === "created") return redirect(`/models?created=${created.modelId}`);
  // Without a new key the form would find the deleted model again.
  const kept = created.reason === "already-deleted" ? { ...draft, formKey: crypto.randomUUID() } : draft;
  return data(reply(kept, [created.reason]), 400);
}

/** Without a response the form keeps its values. Submitting it again creates no second model. */
export async function clientAction({ request, serverAction }: ClientActionFunctionArgs) {
  const sent = await request.clone().formData();
  return await responseOrLost(
    () => serverAction<typeof action>(),
    () => parse(sent, { resolve: () => ({ error: { "": [CREATION_LOST] } }) }).reply(),
  );
}

export default function CreateModelPage() {
  const { draft, inheritedName, isSuggested, limit, limitReached, creationsLeft } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const sent = lastResult?.initialValue;
  const shown = useMemo(() => (sent ? readModelDraft(sent, () => draft.formKey) : draft), [sent, draft]);
  const choice = choiceOfDraft(shown);
  const refusal = findCreationRefusal(lastResult?.error?.[""]);
  return (
    <>
      {limitReached !== null && <RefusalNote tone="warn" refusal={limitReached} />}
      {inheritedName !== null && (
        <Note>
          「{inheritedName}」の項目を選んであります。{isSuggested && "改善案の変更も入れてあります。"}
        </Note>
      )}
      <ModelForm draft={shown} lastResult={lastResult} limit={limit} creationsLeft={creationsLeft} />
      {lastResult?.status === "success" && (
        <ConfirmCreateDialog
          name={cleanName(shown.name)}
          venueType={shown.venueType}
          choice={choice}
          featureCount={countFeatures(choice)}
          creationsLeft={creationsLeft}
        />
      )}
      {refusal !== null && <CreateRefusedDialog refusal={refusal} />}
    </>
  );
}
