import { useEffect } from "react";
import { Field, SelectField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { formatDay } from "#app/components/parts/numbers.ts";
import { Note, Section } from "#app/components/parts/parts.tsx";
import {
  type ListedPasskey,
  PASSKEY_NAME_MAX,
  PASSKEYS_MAX,
  type PasskeyCreation,
} from "#app/domain/accounts/passkeys.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { PASSKEY_SCRIPT, PasskeyStep } from "./passkey-step.tsx";
import { CodeField, CurrentPasswordField } from "./security-fields.tsx";
import { type AnsweredForms, SecurityForm } from "./security-form.tsx";

type Answered = AnsweredForms<"begin-passkey" | "remove-passkey">;

export interface BegunPasskey {
  name: string;
  creation: PasskeyCreation;
}

/** The list and the removal work without script; a new passkey needs it. */
export function Passkeys({
  passkeys,
  begun,
  ...answered
}: Answered & { passkeys: readonly ListedPasskey[]; begun: BegunPasskey | null }) {
  useEffect(offerPasskeys);
  const isFull = passkeys.length >= PASSKEYS_MAX;
  return (
    <div id="passkeys">
      <Section title="パスキー">
        <div className="card pad stack">
          <p>
            パスキーがあれば、ログインの確認を、6桁のコードのかわりに端末の指紋や顔、PINなどでできます。コードと回復コードも、これまでどおり使えます。
          </p>
          <PasskeyList passkeys={passkeys} />
          <p data-no-passkey>パスキーを加えるには、JavaScriptが動き、パスキーに対応しているブラウザーが必要です。</p>
          {isFull && <Note tone="warn">パスキーは{PASSKEYS_MAX}個までです。加えるには、1つ外してください。</Note>}
        </div>
        {begun !== null && <Creation {...begun} />}
        {begun === null && !isFull && <NewPasskey {...answered} />}
        {passkeys.length > 0 && <Removal passkeys={passkeys} {...answered} />}
      </Section>
    </div>
  );
}

/** A variable, so that the bundler does not resolve the path. */
function offerPasskeys(): void {
  const script: string = PASSKEY_SCRIPT;
  import(/* @vite-ignore */ script).then(({ offer }: { offer(): void }) => offer()).catch(() => {});
}

function PasskeyList({ passkeys }: { passkeys: readonly ListedPasskey[] }) {
  if (passkeys.length === 0) return null;
  return (
    <ul className="stack" style={{ listStyle: "none", padding: 0 }}>
      {passkeys.map(({ credentialId, name, createdAt, usedAt }) => (
        <li key={credentialId} style={{ overflowWrap: "anywhere" }}>
          <b>{name}</b>
          <br />
          <small>
            {formatDay(japanDay(createdAt))}に登録
            {usedAt === null ? "、まだ使っていません" : `、最後に使ったのは${formatDay(japanDay(usedAt))}`}
          </small>
        </li>
      ))}
    </ul>
  );
}

function NewPasskey(answered: Answered) {
  return (
    <div hidden data-passkey="">
      <SecurityForm
        {...answered}
        doing="begin-passkey"
        // A refused answer of the authenticator starts over.
        also={["add-passkey"]}
        part="#passkeys"
        fieldsOf={({ name, currentPassword, code }) => (
          <>
            <Field
              meta={name}
              label="パスキーの名前"
              hint="あとで見分けるための名前です。例：自分のスマートフォン"
              autoComplete="off"
              maxLength={PASSKEY_NAME_MAX}
            />
            <CurrentPasswordField meta={currentPassword} />
            <CodeField meta={code} />
          </>
        )}
        button={<Button>次へ</Button>}
      >
        <h3>パスキーを加える</h3>
      </SecurityForm>
    </div>
  );
}

function Creation({ name, creation }: BegunPasskey) {
  return (
    <PasskeyStep
      action="/settings/security#passkeys"
      asked={creation}
      fields={{ do: "add-passkey", name }}
      lastResult={undefined}
      tone="primary"
      button="パスキーを作る"
    >
      <h3>パスキーを加える</h3>
      <p>
        「<b style={{ overflowWrap: "anywhere" }}>{name}</b>
        」を作ります。押すと、この端末が指紋や顔、PINなどをたずねます。5分以内に済ませてください。
      </p>
    </PasskeyStep>
  );
}

function Removal({ passkeys, ...answered }: Answered & { passkeys: readonly ListedPasskey[] }) {
  return (
    <SecurityForm
      {...answered}
      doing="remove-passkey"
      part="#passkeys"
      fieldsOf={({ passkey, currentPassword, code }) => (
        <>
          <SelectField meta={passkey} label="外すパスキー">
            {passkeys.map(({ credentialId, name }) => (
              <option key={credentialId} value={credentialId}>
                {name}
              </option>
            ))}
          </SelectField>
          <CurrentPasswordField meta={currentPassword} />
          <CodeField meta={code} />
        </>
      )}
      button={<Button tone="danger">外す</Button>}
    >
      <h3>パスキーを外す</h3>
    </SecurityForm>
  );
}
