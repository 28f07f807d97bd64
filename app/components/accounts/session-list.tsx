import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { HiddenField, SelectField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import type { SecurityFields } from "#app/forms/accounts/second-factor.server.ts";
import { CurrentPasswordField } from "./security-fields.tsx";

interface Session {
  id: string;
  device: string;
  createdAt: number;
  isThis: boolean;
}

interface Answered {
  constraints: Record<"end-sessions", ReturnType<typeof getZodConstraint>>;
  lastResult: SubmissionResult<string[]> | undefined;
}

export function SessionList({ sessions, ...answered }: Answered & { sessions: readonly Session[] }) {
  const others = sessions.filter(({ isThis }) => !isThis);
  return (
    <div id="sessions">
      <Section title="ログイン中の端末">
        <div className="card pad stack">
          <p>ログインは30日で終わります。心当たりのない端末があれば、ログアウトさせてパスワードを変えてください。</p>
          <ul className="stack" style={{ listStyle: "none", padding: 0 }}>
            {sessions.map(({ id, device, createdAt, isThis }) => (
              <li key={id}>
                <b>{nameOf(device)}</b>
                {isThis && "（この端末）"}
                <br />
                <small>{sinceWords(createdAt)}</small>
              </li>
            ))}
          </ul>
        </div>
        {others.length > 0 && <EndForm others={others} {...answered} />}
      </Section>
    </div>
  );
}

function EndForm({ others, constraints, lastResult }: Answered & { others: readonly Session[] }) {
  const doing = "end-sessions";
  const [form, fields] = useForm<SecurityFields & { do: string }>({
    id: doing,
    lastResult: lastResult?.initialValue?.do === doing ? lastResult : undefined,
    constraint: constraints[doing],
  });
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action="/settings/security#sessions">
      <h3>端末をログアウトさせる</h3>
      <FormErrors form={form} />
      <HiddenField meta={fields.do} value={doing} />
      <SelectField meta={fields.session} label="ログアウトさせる端末">
        <option value="others">ほかのすべて</option>
        {others.map(({ id, device, createdAt }) => (
          <option key={id} value={id}>
            {nameOf(device)}（{sinceWords(createdAt)}）
          </option>
        ))}
      </SelectField>
      <CurrentPasswordField meta={fields.currentPassword} />
      <div className="btns">
        <Button tone="danger">ログアウトさせる</Button>
      </div>
    </form>
  );
}

function nameOf(device: string): string {
  return device === "" ? "端末" : device;
}

function sinceWords(createdAt: number): string {
  return `${monthAndDay(japanDay(createdAt))} ${japanTime(createdAt)} にログイン`;
}
