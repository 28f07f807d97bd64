import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { HiddenField, TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { EntryForm } from "#app/forms/fans/own-entries.server.ts";
import { MarkField } from "./own-mark.tsx";

/** Above the card, as typed, with the reason. */
export function RefusedEntry({ refusal }: { refusal: SubmissionResult<string[]> }) {
  const [form, fields] = useForm<EntryForm>({ id: "entry", lastResult: refusal });
  const { parts, horse_id, horse_num, horse_name, view, mark, note } = fields;
  return (
    <section className="card pad stack">
      <h3>
        {horse_num.value}番 {horse_name.value}の印とメモ
      </h3>
      <form className="own-entry" method="post" {...getFormProps(form)}>
        <FormErrors form={form} />
        {[parts, horse_id, horse_num, horse_name, view].map((meta) => (
          <HiddenField key={meta.name} meta={meta} />
        ))}
        {parts.value !== "note" && <MarkField inputOf={(value) => getInputProps(mark, { type: "radio", value })} />}
        <TextField meta={note} label="メモ" rows={4} />
        <div className="row">
          <Button>{parts.value === "note" ? "メモを保存" : "印とメモを保存"}</Button>
        </div>
      </form>
    </section>
  );
}
