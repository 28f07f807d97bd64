import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Field, HiddenField, ShownField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import type { SecurityFields } from "#app/forms/accounts/second-factor.server.ts";
import { PASSWORD_HINT } from "#app/forms/messages.ts";
import { CurrentPasswordField } from "./security-fields.tsx";

export function PasswordChange({
  email,
  constraints,
  lastResult,
}: {
  /** For password managers. */
  email: string;
  constraints: Record<"change-password", ReturnType<typeof getZodConstraint>>;
  lastResult: SubmissionResult<string[]> | undefined;
}) {
  const doing = "change-password";
  const [form, fields] = useForm<SecurityFields & { do: string }>({
    id: doing,
    lastResult: lastResult?.initialValue?.do === doing ? lastResult : undefined,
    constraint: constraints[doing],
  });
  return (
    <Section title="パスワードの変更">
      <form {...getFormProps(form)} className="card pad stack" method="post" action="/settings/security">
        <p>
          変更すると、この端末のほかはログアウトします。いまのパスワードを忘れたときは、
          <a href="/resetPassword">メールで再設定</a>してください。
        </p>
        <FormErrors form={form} />
        <HiddenField meta={fields.do} value={doing} />
        <ShownField label="メールアドレス" type="email" autoComplete="username" defaultValue={email} />
        <CurrentPasswordField meta={fields.currentPassword} />
        <Field
          meta={fields.password}
          label="新しいパスワード"
          type="password"
          autoComplete="new-password"
          minLength={8}
          hint={PASSWORD_HINT}
        />
        <Field
          meta={fields.confirmPassword}
          label="新しいパスワード（確認）"
          type="password"
          autoComplete="new-password"
        />
        <div className="btns">
          <Button tone="primary">パスワードを変更する</Button>
        </div>
      </form>
    </Section>
  );
}
