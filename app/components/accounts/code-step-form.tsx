import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { PasskeyRequest } from "#app/domain/accounts/passkeys.ts";
import type { SecondStepForm } from "#app/forms/accounts/account-forms.server.ts";
import { isPasskeyAnswer, PasskeyWay } from "./passkey-step.tsx";
import { CodeField } from "./security-fields.tsx";

/** `lastResult` contains the ticket of the first step. */
export function CodeStepForm({
  lastResult,
  constraint,
  passkey = null,
}: {
  lastResult: SubmissionResult<string[]>;
  constraint: ReturnType<typeof getZodConstraint>;
  passkey?: PasskeyRequest | null;
}) {
  const defaultValue = lastResult.initialValue;
  const isOfPasskey = isPasskeyAnswer(lastResult);
  const [form, fields] = useForm<SecondStepForm>({
    ...{ id: "code-step", constraint, defaultValue, lastResult: isOfPasskey ? undefined : lastResult },
  });
  return (
    <div className="narrow">
      <h1>ログイン：確認コード</h1>
      <form {...getFormProps(form)} className="card stack" action="/login" method="post">
        <FormErrors form={form} />
        <HiddenField meta={fields.ticket} />
        {fields.to.initialValue !== undefined && <HiddenField meta={fields.to} />}
        <CodeField meta={fields.code} />
        <Button tone="primary" size="big" full>
          ログイン
        </Button>
      </form>
      {passkey !== null && (
        <PasskeyWay
          action="/login"
          asked={passkey}
          fields={{ ticket: fields.ticket.initialValue, to: fields.to.initialValue }}
          lastResult={lastResult}
        />
      )}
      <div className="btns">
        <a className="btn text" href="/login">
          はじめからやりなおす
        </a>
      </div>
    </div>
  );
}
