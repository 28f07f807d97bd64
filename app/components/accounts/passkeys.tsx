import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { useEffect } from "react";
import { Field, HiddenField, SelectField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
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
import type { SecurityFields } from "#app/forms/accounts/second-factor.server.ts";
import { PASSKEY_SCRIPT, PasskeyStep } from "./passkey-step.tsx";
import { CodeField, CurrentPasswordField } from "./security-fields.tsx";

/** The answer is shown at this part. */
const ACTION = "/settings/security#passkeys";

interface Answered {
  constraints: Record<"begin-passkey" | "remove-passkey", ReturnType<typeof getZodConstraint>>;
  lastResult: SubmissionResult<string[]> | undefined;
}

/** The typed name and the request to the authenticator. */
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

type Fields = SecurityFields & { do: string };

function NewPasskey({ constraints, lastResult }: Answered) {
  const doing = "begin-passkey";
  const [form, fields] = useForm<Fields>({
    id: doing,
    // A refused answer of the authenticator starts over.
    lastResult: resultOf(lastResult, doing) ?? resultOf(lastResult, "add-passkey"),
    constraint: constraints[doing],
  });
  return (
    <div hidden data-passkey="">
      <form {...getFormProps(form)} className="card pad stack" method="post" action={ACTION}>
        <h3>パスキーを加える</h3>
        <FormErrors form={form} />
        <HiddenField meta={fields.do} value={doing} />
        <Field
          meta={fields.name}
          label="パスキーの名前"
          hint="あとで見分けるための名前です。例：自分のスマートフォン"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
        />
        <CurrentPasswordField meta={fields.currentPassword} />
        <CodeField meta={fields.code} />
        <div className="btns">
          <Button>次へ</Button>
        </div>
      </form>
    </div>
  );
}

function Creation({ name, creation }: BegunPasskey) {
  return (
    <PasskeyStep
      action={ACTION}
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

function Removal({ passkeys, constraints, lastResult }: Answered & { passkeys: readonly ListedPasskey[] }) {
  const doing = "remove-passkey";
  const [form, fields] = useForm<Fields>({
    id: doing,
    lastResult: resultOf(lastResult, doing),
    constraint: constraints[doing],
  });
  return (
    <form {...getFormProps(form)} className="card pad stack" method="post" action={ACTION}>
      <h3>パスキーを外す</h3>
      <FormErrors form={form} />
      <HiddenField meta={fields.do} value={doing} />
      <SelectField meta={fields.passkey} label="外すパスキー">
        {passkeys.map(({ credentialId, name }) => (
          <option key={credentialId} value={credentialId}>
            {name}
          </option>
        ))}
      </SelectField>
      <CurrentPasswordField meta={fields.currentPassword} />
      <CodeField meta={fields.code} />
      <div className="btns">
        <Button tone="danger">外す</Button>
      </div>
    </form>
  );
}

function resultOf(lastResult: Answered["lastResult"], doing: string) {
  return lastResult?.initialValue?.do === doing ? lastResult : undefined;
}
