import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { TICKET_WORDS } from "#app/components/bets/bet-words.ts";
import { Field, HiddenField, SelectField, TextField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import type { OwnTicketForm } from "#app/forms/own-records/own-tickets.server.ts";

/** A ticket typed by hand. `races` have not started: id and words. */
export function TicketForm({
  races,
  formKey,
  lastResult,
}: {
  races: readonly (readonly [raceId: string, words: string])[];
  formKey: string;
  lastResult: SubmissionResult | undefined;
}) {
  const [form, fields] = useForm<OwnTicketForm>({
    id: "ticket",
    lastResult,
    defaultValue: { kind: "win", yen: "100" },
  });
  return (
    <Section title="手で記録する">
      <Form {...getFormProps(form)} method="post" action="/tickets" className="card pad stack loose">
        <FormErrors form={form} />
        {races.length === 0 && <p className="t14">今日と明日に、これから発走するレースがありません。</p>}
        {races.length > 0 && (
          <>
            <input type="hidden" name="do" value="record" />
            <HiddenField meta={fields.form_key} value={formKey} />
            <HiddenField meta={fields.model} value={(lastResult?.initialValue?.model as string | undefined) ?? ""} />
            <SelectField meta={fields.race_id} label="レース">
              {races.map(([raceId, words]) => (
                <option key={raceId} value={raceId}>
                  {words}
                </option>
              ))}
            </SelectField>
            <SelectField meta={fields.kind} label="券種">
              {Object.entries(TICKET_WORDS).map(([kind, word]) => (
                <option key={kind} value={kind}>
                  {word}
                </option>
              ))}
            </SelectField>
            <TextField
              meta={fields.numbers}
              label="馬番・枠番"
              rows={2}
              hint="「1-2 1-3」のように、組をスペースで区切ります。馬単と三連単は着順に入れます"
            />
            <Field
              meta={fields.yen}
              label="1点の金額（円）"
              inputMode="numeric"
              autoComplete="off"
              hint="100円単位です。発走までは直せます"
            />
            <Button tone="primary" full>
              記録する
            </Button>
          </>
        )}
        <p className="t12 faint">記録するだけで、馬券は買えません。</p>
      </Form>
    </Section>
  );
}

/** The answer to a refused change has only the form's own fields, so the form also sends the ticket's name. */
export function ChangeForm({ id, name, yen }: { id: number | string; name: string; yen: number | string | undefined }) {
  return (
    <form method="post" action="/tickets" className="row">
      <input type="hidden" name="do" value="change" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      <label className="row t13">
        1点
        <input className="input" name="yen" inputMode="numeric" defaultValue={yen} size={7} required />円
      </label>
      <button type="submit" className="btn">
        金額を直す
      </button>
    </form>
  );
}
