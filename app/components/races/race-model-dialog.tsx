import { type FieldMetadata, getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { modelDialogPath } from "#app/components/parts/race-words.ts";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { StaticHtml } from "#app/components/waiting/static-html.tsx";
import type { AnalysisForm } from "#app/forms/analyses/analysis-forms.server.ts";
import { findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import type { OfferedModel } from "./race-model-offer.ts";

/** The wanted model is preselected, else the first usable one. */
export function RaceModelDialog({
  race,
  models,
  wantedModelId,
  lastResult,
  left,
  skillTerm,
}: {
  race: { raceId: string; date: string; venueType: number; words: string };
  models: readonly OfferedModel[];
  wantedModelId: number | null;
  lastResult?: SubmissionResult;
  left: string;
  /** Markup of {@link SkillTerm}. */
  skillTerm: string | null;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const usable = models.filter((model) => model.canUse);
  const firstUsable = usable.find(({ modelId }) => modelId === wantedModelId) ?? usable[0];
  const isUsable = firstUsable !== undefined;
  const [form, fields] = useForm<AnalysisForm>({
    id: "choose-model",
    lastResult,
    defaultValue: { race_id: race.raceId, model_id: firstUsable && String(firstUsable.modelId) },
  });
  const refusal = findAnalysisRefusal(form.errors);
  // The model of a refused form may no longer be usable.
  const chosen = models.find((model) => model.canUse && String(model.modelId) === fields.model_id.initialValue);
  return (
    <Dialog
      title="モデルの選択"
      lead={race.words}
      closeTo={`/races?date=${race.date}`}
      action={
        isUsable && (
          <Button tone="primary" form={form.id} disabled={isSending}>
            {isSending ? "分析しています" : "分析する"}
          </Button>
        )
      }
    >
      {refusal !== null && <RefusalNote id={form.errorId} refusal={refusal} />}
      {!isUsable && <CreateModelOffer venueType={race.venueType} />}
      <Form {...getFormProps(form)} method="post" action={modelDialogPath(race)}>
        <HiddenField meta={fields.race_id} value={race.raceId} />
        <ModelField meta={fields.model_id} models={models} selected={chosen ?? firstUsable} />
      </Form>
      {isUsable && <StaticHtml id="skill-term" html={skillTerm} />}
      {isUsable && (
        <Note icon="shield">
          分析は時刻つきで記録され、あとから変更できません。
          {left}
        </Note>
      )}
    </Dialog>
  );
}

function CreateModelOffer({ venueType }: { venueType: number }) {
  return (
    <div className="stack">
      <p>使用可能なAIモデルがありません</p>
      <p>
        <Link className="tapl" to={`/models/create?venue_type=${venueType}`}>
          モデルをつくる
        </Link>
      </p>
    </div>
  );
}

/** Models that cannot be used yet are disabled. */
function ModelField({
  meta,
  models,
  selected,
}: {
  meta: FieldMetadata;
  models: readonly OfferedModel[];
  selected: OfferedModel | undefined;
}) {
  return (
    <fieldset>
      <legend className="sr">AIモデル</legend>
      <div className="pick">
        {models.map((model) => (
          <label className="check" key={model.modelId}>
            <input
              {...getInputProps(meta, { type: "radio", value: false })}
              id={`${meta.id}-${model.modelId}`}
              value={model.modelId}
              disabled={!model.canUse}
              defaultChecked={model === selected}
            />
            <span className="grow">
              <b>{model.name}</b>
              <small>{model.note}</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
