import { getFieldsetProps, getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Checkbox, Field, FieldError } from "#app/components/fields/field.tsx";
import { STATIC_HINTS } from "#app/components/models/model-words.ts";
import { Icon } from "#app/components/parts/icon.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { VENUE_TYPE_WORDS } from "#app/components/parts/race-words.ts";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import {
  AVERAGE_KINDS,
  CENTRAL_ONLY_STATIC_FEATURES,
  countFeatures,
  STATIC_FEATURES,
} from "#app/domain/features/choice.ts";
import { PRESETS, type PresetKey, presetChoice, presetOf } from "#app/domain/features/presets.ts";
import { MODEL_VENUE_TYPES, VenueType } from "#app/domain/racing/race.ts";
import {
  choiceOfDraft,
  fieldsOfDraft,
  type ModelDraft,
  type ModelFormFields,
  readModelDraft,
} from "#app/forms/models/model-draft.ts";
import { findCreationRefusal } from "#app/forms/models/model-refusals.ts";
import { staticId } from "./model-count-css.ts";
import { ModelKindField } from "./model-kind-field.tsx";
import { ModelMeter } from "./model-meter.tsx";

export const MODEL_FORM_ID = "make";

/**
 * The create form. It is whole without JavaScript: the stylesheet counts (model-count-css.ts) and hides what the venue
 * type does not offer, presets and fills are answered by the server. Script adds the count in words and follows the
 * server's answer without a reload. `draft` is what the boxes show; a new object (an answer) ticks them anew.
 */
export function ModelForm({
  draft,
  lastResult,
  limit,
  creationsLeft,
}: {
  draft: ModelDraft;
  /** Of the action, whose values are the draft's. */
  lastResult?: SubmissionResult;
  /** Features the plan allows; the meter is hidden from 200 on. */
  limit: number;
  /** Null where the plan has no such limit. */
  creationsLeft: number | null;
}) {
  const [form, fields] = useForm<ModelFormFields>({
    id: MODEL_FORM_ID,
    lastResult,
    defaultValue: fieldsOfDraft(draft),
  });
  const element = useRef<HTMLFormElement>(null);
  const [{ count, preset }, setChosen] = useState(() => chosenIn(draft));
  const [isDirty, setDirty] = useState(false);
  const recount = () => {
    if (element.current) setChosen(chosenIn(readModelDraft(new FormData(element.current), () => "")));
  };

  const isCreating = useRef(false);
  const shown = useRef(draft);
  // biome-ignore lint/correctness/useExhaustiveDependencies: recount reads the form, which the draft alone changes
  useEffect(() => {
    if (element.current && shown.current !== draft) tickBoxes(element.current, draft);
    shown.current = draft;
    isCreating.current = false;
    // Also on the first render: boxes ticked before the script arrived count.
    recount();
  }, [draft]);

  useLeaveWarning(isDirty, isCreating);

  // The form is several screens long and the button is in the dock: go to what was refused.
  useEffect(() => {
    if (lastResult?.error !== undefined && element.current) showFirstError(element.current);
  }, [lastResult]);

  const { onSubmit, ...formProps } = getFormProps(form);
  return (
    <Form
      {...formProps}
      ref={element}
      className="make"
      method="post"
      action="/models/create"
      style={{ "--limit": limit }}
      onChange={() => {
        setDirty(true);
        recount();
      }}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent;
        isCreating.current = submitter instanceof HTMLButtonElement && submitter.value === "create";
        setDirty(true);
        onSubmit(event);
      }}
    >
      {/* An answer may bring another key. */}
      <input {...getInputProps(fields.form_key, { type: "hidden", value: false })} value={draft.formKey} />
      {/* Enter in the name takes the form's first button: this one, not a preset. */}
      <button className="sr" type="submit" name="intent" value="confirm" tabIndex={-1} aria-hidden="true">
        この内容でつくる
      </button>
      <div className="make-in">
        <section className="sec">
          <Field meta={fields.name} label="AIモデルの名前" hint="15文字まで" autoComplete="off" />
          <fieldset className="field">
            <legend className="label">対象のレース</legend>
            <div className="seg">
              {MODEL_VENUE_TYPES.map((type) => (
                <label key={type}>
                  <input
                    type="radio"
                    name={fields.venueType.name}
                    value={type}
                    id={`venue-${type}`}
                    defaultChecked={draft.venueType === type}
                  />
                  {VENUE_TYPE_WORDS[type]}
                </label>
              ))}
            </div>
          </fieldset>
          <div className="regional-only">
            <Checkbox meta={fields.isAllVenue} value="1">
              ほかの競馬場で走った成績も平均に使う
              <br />
              <small className="faint">外すと、選んだ地区（南関・門別）のレースだけを参照します</small>
            </Checkbox>
          </div>
        </section>
        <section className="sec">
          <div className="head">
            <h2>まよったら、ここから</h2>
            <span className="t12 faint">押したあとも選び直せます</span>
          </div>
          <Presets chosen={preset} />
        </section>
        <section className="sec">
          <div className="head">
            <h2>そのまま使う項目</h2>
            <span className="t12 faint">1つで1項目</span>
          </div>
          <fieldset {...getFieldsetProps(fields.static)}>
            <legend className="sr">そのまま使う項目</legend>
            <div className="card feat">
              {STATIC_FEATURES.map((name, index) => (
                <label
                  key={name}
                  className={CENTRAL_ONLY_STATIC_FEATURES.includes(name) ? "check central-only" : "check"}
                >
                  <input
                    id={staticId(index)}
                    type="checkbox"
                    name={fields.static.name}
                    value={name}
                    defaultChecked={draft.statics.includes(name)}
                  />
                  <span>
                    {name}
                    <small>{STATIC_HINTS[name]}</small>
                  </span>
                </label>
              ))}
            </div>
          </fieldset>
          <FieldError id={fields.static.errorId} errors={fields.static.errors} />
          <label className="check t13 muted">
            <input form="" type="checkbox" checked disabled readOnly />
            <span>基本情報（馬名・性齢など）はいつも使います。数に入りません</span>
          </label>
          <div className="weight-no">
            <Note icon="clock">馬体重・馬体重変化を選ばなければ、レース情報が出た時点で指数を出せます。</Note>
          </div>
          <div className="weight-yes">
            <Note icon="clock">
              馬体重か馬体重変化を選ぶと、指数を出せるのは馬体重の発表後（発走の約60分前から）になります。
            </Note>
          </div>
        </section>
        <section className="sec">
          <div className="head">
            <h2>平均で使う項目</h2>
            <span className="t12 faint">条件の数 × 走数 が項目数</span>
          </div>
          <div className="card clip">
            {AVERAGE_KINDS.map((kind) => (
              <ModelKindField
                key={kind}
                kind={kind}
                draft={draft.kinds[kind]}
                average={fields.average}
                customize={fields[`${kind}_customize`]}
                num={fields[`${kind}_num`]}
              />
            ))}
          </div>
          {/* What refuses the model rather than the form has a dialog. */}
          {form.errors !== undefined && findCreationRefusal(form.errors) === null && (
            <Note id={form.errorId} tone="danger">
              {form.errors}
            </Note>
          )}
          {fields.average.errors !== undefined && (
            <Note id={fields.average.errorId} tone="danger">
              <b>項目が多すぎます。</b>
              {fields.average.errors}
            </Note>
          )}
        </section>
      </div>
      <ModelMeter count={count} limit={limit} creationsLeft={creationsLeft} />
    </Form>
  );
}

function chosenIn(draft: ModelDraft): { count: number; preset: PresetKey | null } {
  const choice = choiceOfDraft(draft);
  return { count: countFeatures(choice), preset: presetOf(choice, draft.venueType) };
}

/** Ready-made choices; the pressed one is what the form holds, as of the page or, with script, of the last tick. */
function Presets({ chosen }: { chosen: PresetKey | null }) {
  return (
    <div className="preset">
      {PRESETS.map(({ key, name, note }) => (
        <button key={key} type="submit" name="preset" value={key} formNoValidate aria-pressed={key === chosen}>
          <span>
            {name}
            {key === chosen && <Icon name="check" />}
          </span>
          <small className="t12">
            {note} <span className="central-only">{presetCount(key, VenueType.central)}項目</span>
            <span className="regional-only">{presetCount(key, VenueType.nankan)}項目</span>
          </small>
        </button>
      ))}
    </div>
  );
}

function presetCount(key: PresetKey, venueType: number): number {
  return countFeatures(presetChoice(key, venueType));
}

function showFirstError(form: HTMLFormElement): void {
  const first = form.querySelector<HTMLElement>(".err, .note.danger");
  // The message of a field stands right after it.
  const field = first?.previousElementSibling;
  if (field instanceof HTMLInputElement) field.focus();
  else first?.scrollIntoView({ block: "center" });
}

/** Makes an already shown form show another draft, keeping focus and what is unfolded. */
function tickBoxes(form: HTMLFormElement, draft: ModelDraft): void {
  const isTicked: Record<string, (value: string) => boolean> = {
    venueType: (value) => value === String(draft.venueType),
    isAllVenue: () => draft.isAllVenue,
    static: (value) => draft.statics.some((name) => name === value),
    average: (value) => AVERAGE_KINDS.some((kind) => kind === value && draft.kinds[kind].on),
  };
  for (const kind of AVERAGE_KINDS) {
    isTicked[`${kind}_customize`] = (value) => draft.kinds[kind].customizes.some((name) => name === value);
    isTicked[`${kind}_num`] = (value) => draft.kinds[kind].nums.some((num) => String(num) === value);
  }
  for (const element of form.elements) {
    if (!(element instanceof HTMLInputElement)) continue;
    const rule = isTicked[element.name];
    if (rule) element.checked = rule(element.value);
    if (element.name === "name") element.value = draft.name;
  }
}
