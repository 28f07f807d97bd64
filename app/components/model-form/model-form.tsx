import { type FormMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { KIND_WORDS } from "#app/components/models/model-words.ts";
import { Note, Section } from "#app/components/parts/parts.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { AVERAGE_KINDS } from "#app/domain/features/choice.ts";
import { fieldsOfDraft, type ModelDraft, type ModelFormFields } from "#app/forms/models/model-draft.ts";
import { findCreationRefusal } from "#app/forms/models/model-refusals.ts";
import { useChosenFeatures } from "./chosen-features.ts";
import { customizeId, numId, staticId } from "./model-count-css.ts";
import { MODEL_FORM_ID } from "./model-create-dialog.tsx";
import { PresetButtons, StaticFeatureField, VenueTypeField } from "./model-fields.tsx";
import { ModelKindField } from "./model-kind-field.tsx";
import { ModelMeter } from "./model-meter.tsx";

/**
 * Complete without script: the stylesheet counts (model-count-css.ts) and hides what the venue type does not offer, and
 * the server answers presets and fills. Script adds the count in words and shows answers without a reload.
 */
export function ModelForm({
  draft,
  lastResult,
  limit,
  creationsLeft,
}: {
  /** A new object (an answer) ticks the boxes again. */
  draft: ModelDraft;
  lastResult?: SubmissionResult;
  /** Features that the plan allows. From 200 on the meter has no bar. */
  limit: number;
  creationsLeft: string;
}) {
  const [form, fields] = useForm<ModelFormFields>({
    id: MODEL_FORM_ID,
    lastResult,
    defaultValue: fieldsOfDraft(draft),
  });
  const element = useRef<HTMLFormElement>(null);
  const { count, preset, recount } = useChosenFeatures(element, draft);
  const [isDirty, setDirty] = useState(false);
  const isCreating = useLeaveWarning(isDirty, draft);
  // The form is several screens long, so the first error is scrolled into view. It is found by name, because conform
  // renders its messages later.
  useEffect(() => {
    if (lastResult?.error && element.current) focusFirstInvalid(element.current, lastResult.error);
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
      {/* An answer may contain another key. */}
      <HiddenField meta={fields.form_key} value={draft.formKey} />
      <HiddenField meta={fields.from} />
      <EnterButton />
      <div className="make-in">
        <section className="sec">
          <Field meta={fields.name} label="AIモデルの名前" hint="15文字まで" autoComplete="off" />
          <VenueTypeField chosen={draft.venueType} venueType={fields.venueType} isAllVenue={fields.isAllVenue} />
        </section>
        <Section title="まよったら、ここから" aside={<Hint>押したあとも選び直せます</Hint>}>
          <PresetButtons chosen={preset} />
        </Section>
        <Section title="そのまま使う項目" aside={<Hint>1つで1項目</Hint>}>
          <StaticFeatureField meta={fields.static} chosen={draft.statics} />
        </Section>
        <Section title="平均で使う項目" aside={<Hint>条件の数 × 走数 が項目数</Hint>}>
          <AverageFeatureFields draft={draft} form={form} fields={fields} />
        </Section>
      </div>
      <ModelMeter count={count} limit={limit} creationsLeft={creationsLeft} errors={errorsOf(form, fields)} />
    </Form>
  );
}

function errorsOf(
  form: FormMetadata<ModelFormFields>,
  fields: ReturnType<FormMetadata<ModelFormFields>["getFieldset"]>,
): { id: string; text: string }[] {
  const found: { id: string; text: string }[] = [];
  const [name] = fields.name.errors ?? [];
  if (name !== undefined) found.push({ id: fields.name.id, text: name });
  const [none] = fields.static.errors ?? [];
  if (none !== undefined) found.push({ id: staticId(0), text: none });
  for (const kind of AVERAGE_KINDS) {
    const isMissing = [fields[`${kind}_customize`], fields[`${kind}_num`]].map(({ errors }) => errors !== undefined);
    const signs = ["①", "②"].filter((_, at) => isMissing[at]).join("");
    const id = isMissing[0] ? customizeId(kind, 0) : numId(kind, 0);
    if (signs !== "") found.push({ id, text: `${KIND_WORDS[kind].name}の${signs}が未選択` });
  }
  const [other] = findCreationRefusal(form.errors) === null ? (form.errors ?? []) : [];
  if (other !== undefined) found.push({ id: form.errorId, text: other });
  if (fields.average.errors !== undefined) found.push({ id: fields.average.errorId, text: "項目が多すぎます" });
  return found;
}

/** Includes the form's own errors and those of the number of features. */
function AverageFeatureFields({
  draft,
  form,
  fields,
}: {
  draft: ModelDraft;
  form: FormMetadata<ModelFormFields>;
  fields: ReturnType<FormMetadata<ModelFormFields>["getFieldset"]>;
}) {
  return (
    <>
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
      {/* A dialog shows a refused creation instead. */}
      {findCreationRefusal(form.errors) === null && <FormErrors form={form} />}
      {fields.average.errors !== undefined && (
        <Note id={fields.average.errorId} tone="danger">
          <b>項目が多すぎます。</b>
          {fields.average.errors}
        </Note>
      )}
    </>
  );
}

/** Enter in the name presses the form's first button. This one is no preset. */
function EnterButton() {
  return (
    <button className="sr" type="submit" name="intent" value="confirm" tabIndex={-1} aria-hidden="true">
      この内容でつくる
    </button>
  );
}

function Hint({ children }: { children: string }) {
  return <span className="t12 faint">{children}</span>;
}

/** Boxes of a folded kind can be focused only once it is unfolded. */
function focusFirstInvalid(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  const isInvalid = ({ name }: HTMLInputElement) => name !== "" && Object.hasOwn(errors, name);
  const first = [...form.elements].find((field) => field instanceof HTMLInputElement && isInvalid(field));
  if (!(first instanceof HTMLInputElement)) return;
  const fold = first.closest(".kind-panel")?.parentElement?.querySelector<HTMLInputElement>(".fold");
  if (fold) fold.checked = true;
  first.focus();
  first.scrollIntoView({ block: "center" });
}
