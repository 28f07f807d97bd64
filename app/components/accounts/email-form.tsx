import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Checkbox, Field } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { PROFILE_TEXT_MAX } from "#app/domain/profile.ts";
import type { EmailForm as EmailFormFields } from "#app/forms/accounts/sign-up.server.ts";

/**
 * First step of the registration: address and terms. A page may contain two of them, at its head and foot: each
 * posts its own field, so that a refusal comes back to the form that was sent.
 */
export function EmailForm({
  name,
  action = "/?index",
  attribution,
  ...options
}: {
  name: "email" | "second_email";
  /** The page's own address. */
  action?: string;
  /** Query of the banner that led here, carried through to the sign-up notice. */
  attribution: string;
  /** Of this form's schema. */
  constraint: ReturnType<typeof getZodConstraint>;
  /** Of this form; undefined when the other one was sent, or none. */
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useForm<EmailFormFields>({
    id: name === "email" ? "start" : "start-again",
    defaultValue: { attribution },
    ...options,
  });
  const address = fields[name];
  return (
    // The fragment brings the reader back to this form when it is refused.
    <form {...getFormProps(form)} className="card stack" action={`${action}#${address.id}`} method="post">
      {form.errors !== undefined && (
        <Note id={form.errorId} tone="danger">
          {form.errors}
        </Note>
      )}
      <Field
        meta={address}
        label="メールアドレス"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.jp"
        maxLength={PROFILE_TEXT_MAX.email}
        hint="確認のメールを送ります。パスワードは次の画面で決めます。"
      />
      <Checkbox meta={fields.terms}>
        <a href="/terms">利用規約</a>に同意します
      </Checkbox>
      {attribution !== "" && <input {...getInputProps(fields.attribution, { type: "hidden" })} />}
      <Button tone="primary" size="big" full>
        無料ではじめる
      </Button>
      <p className="t12 muted">
        無料プランに期限はありません。カードの登録は不要です。個人情報は
        <a href="/privacy">プライバシーポリシー</a>のとおり扱います。
      </p>
    </form>
  );
}
