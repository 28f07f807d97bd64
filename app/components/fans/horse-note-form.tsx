import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { HiddenField, TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { NOTE_MAX } from "#app/domain/own-marks.ts";
import type { HorseForm } from "#app/forms/fans/own-entries.server.ts";

/** Key it by the load, so that it shows the stored note after saving. */
export function HorseNoteForm({
  note,
  notedOn,
  answer,
  said,
}: {
  note: string;
  /** 10/25; empty without a note. */
  notedOn: string;
  answer: SubmissionResult<string[]> | undefined;
  /** The outcome of the last saving; null if there is none. */
  said: string | null;
}) {
  const [form, fields] = useForm<HorseForm>({ id: "horse-note", lastResult: answer, defaultValue: { note } });
  const isSending = useLeaveWarning(fields.note.dirty, answer);
  const { onSubmit, ...formProps } = getFormProps(form);
  const hint = notedOn === "" ? "次に走るときも出馬表に出ます" : `${notedOn}のメモ。次に走るときも出馬表に出ます`;
  return (
    <Form
      {...formProps}
      className="own-entry"
      method="post"
      preventScrollReset
      onSubmit={(event) => {
        isSending.current = true;
        onSubmit(event);
      }}
    >
      <FormErrors form={form} />
      <HiddenField meta={fields.intent} value="note" />
      <TextField meta={fields.note} label="メモ" hint={hint} rows={3} maxLength={NOTE_MAX} />
      <div className="row">
        <Button>メモを保存</Button>
        <span className="said" role="status">
          {answer === undefined && said}
        </span>
      </div>
    </Form>
  );
}
