import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form, Link, useNavigation } from "@remix-run/react";
import { Button } from "#app/components/parts/button.tsx";
import { Dialog } from "#app/components/parts/dialog.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { RefusalNote } from "#app/components/parts/refusal-note.tsx";
import { Drawn } from "#app/components/waiting/drawn.tsx";
import type { AnalysisForm } from "#app/forms/analyses/analysis-forms.server.ts";
import { findAnalysisRefusal } from "#app/forms/analyses/analysis-refusals.ts";
import type { RaceRowData } from "./race-list.tsx";
import type { OfferedModel } from "./race-model-offer.ts";

/** モデルの選択: the model that will analyse this race. The first usable one is preselected. */
export function RaceModelDialog({
  race,
  models,
  lastResult,
  usesLeftToday,
  skillTerm,
}: {
  race: RaceRowData;
  models: readonly OfferedModel[];
  lastResult?: SubmissionResult;
  /** Null if the plan has no daily limit. */
  usesLeftToday: number | null;
  /** Markup of {@link SkillTerm}, as the models' notes show their skill. */
  skillTerm: string;
}) {
  const isSending = useNavigation().formMethod === "POST";
  const firstUsable = models.find((model) => model.canUse);
  const isUsable = firstUsable !== undefined;
  const [form, fields] = useForm<AnalysisForm>({
    id: "choose-model",
    lastResult,
    defaultValue: { race_id: race.raceId, model_id: firstUsable && String(firstUsable.modelId) },
  });
  const refusal = findAnalysisRefusal(form.errors);
  // The model of a refused form may no longer be usable.
  const chosen = models.find((model) => model.canUse && String(model.modelId) === fields.model_id.initialValue);
  const preselected = chosen ?? firstUsable;
  const closeTo = `/races?date=${race.date}`;
  const query = new URLSearchParams({ date: race.date, race: race.raceId });
  return (
    <Dialog
      title="モデルの選択"
      lead={`${race.venue} ${race.raceNum}R　${race.name}${race.startTime === null ? "" : `　${race.startTime} 発走`}`}
      closeTo={closeTo}
      action={
        isUsable && (
          <Button tone="primary" form={form.id} disabled={isSending}>
            {isSending ? "分析しています" : "分析する"}
          </Button>
        )
      }
    >
      {refusal !== null && <RefusalNote id={form.errorId} refusal={refusal} />}
      {!isUsable && (
        <div className="stack">
          <p>使用可能なAIモデルがありません</p>
          <p>
            <Link className="tapl" to={`/models/create?venue_type=${race.venueType}`}>
              モデルをつくる
            </Link>
          </p>
        </div>
      )}
      <Form {...getFormProps(form)} method="post" action={`/races?${query}`}>
        <input {...getInputProps(fields.race_id, { type: "hidden", value: false })} value={race.raceId} />
        <fieldset>
          <legend className="sr">AIモデル</legend>
          <div className="pick">
            {models.map((model) => (
              <label className="check" key={model.modelId}>
                <input
                  {...getInputProps(fields.model_id, { type: "radio", value: false })}
                  id={`${fields.model_id.id}-${model.modelId}`}
                  value={model.modelId}
                  disabled={!model.canUse}
                  defaultChecked={model === preselected}
                />
                <span className="grow">
                  <b>{model.name}</b>
                  <small>{model.note}</small>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
      </Form>
      {isUsable && <Drawn id="skill-term" html={skillTerm} />}
      {isUsable && (
        <Note icon="shield">
          分析は1回で確定し、時刻つきで記録されます。
          {usesLeftToday !== null && `今日はあと${usesLeftToday}回分析できます。`}
        </Note>
      )}
    </Dialog>
  );
}
