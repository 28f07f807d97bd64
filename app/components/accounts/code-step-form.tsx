import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import type { SecondStepForm } from "#app/forms/accounts/login.server.ts";
import { CodeField } from "./code-field.tsx";

/** The log-in's second step, of accounts with a second factor. @param lastResult has the ticket of the first step */
export function CodeStepForm({
  lastResult,
  constraint,
}: {
  lastResult: SubmissionResult<string[]>;
  constraint: ReturnType<typeof getZodConstraint>;
}) {
  const [form, fields] = useForm<SecondStepForm>({ id: "code-step", lastResult, constraint });
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
      <div className="btns">
        <a className="btn text" href="/login">
          はじめからやりなおす
        </a>
      </div>
    </div>
  );
}
