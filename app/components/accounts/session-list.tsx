import { SelectField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import { japanDay, japanTime, monthAndDay } from "#app/domain/racing/japan-time.ts";
import { CurrentPasswordField } from "./security-fields.tsx";
import { type AnsweredForms, SecurityForm } from "./security-form.tsx";

interface Session {
  id: string;
  device: string;
  createdAt: number;
  isThis: boolean;
}

export function SessionList({
  sessions,
  ...answered
}: AnsweredForms<"end-sessions"> & { sessions: readonly Session[] }) {
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

function EndForm({ others, ...answered }: AnsweredForms<"end-sessions"> & { others: readonly Session[] }) {
  return (
    <SecurityForm
      {...answered}
      doing="end-sessions"
      part="#sessions"
      fieldsOf={({ session, currentPassword }) => (
        <>
          <SelectField meta={session} label="ログアウトさせる端末">
            <option value="others">ほかのすべて</option>
            {others.map(({ id, device, createdAt }) => (
              <option key={id} value={id}>
                {nameOf(device)}（{sinceWords(createdAt)}）
              </option>
            ))}
          </SelectField>
          <CurrentPasswordField meta={currentPassword} />
        </>
      )}
      button={<Button tone="danger">ログアウトさせる</Button>}
    >
      <h3>端末をログアウトさせる</h3>
    </SecurityForm>
  );
}

function nameOf(device: string): string {
  return device === "" ? "端末" : device;
}

function sinceWords(createdAt: number): string {
  return `${monthAndDay(japanDay(createdAt))} ${japanTime(createdAt)} にログイン`;
}
