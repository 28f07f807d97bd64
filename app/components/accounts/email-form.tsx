import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react";
import type { getZodConstraint } from "@conform-to/zod/v4";
import { Checkbox, Field, HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { PROFILE_TEXT_MAX } from "#app/domain/accounts/profile.ts";
import type { EmailForm as EmailFormFields } from "#app/forms/accounts/account-forms.server.ts";

/** A page may have two of these forms; each posts its own field, which identifies the submitted one. */
export function EmailForm({
  name,
  action = "/?index",
  attribution,
  ...options
}: {
  name: "email" | "second_email";
  action?: string;
  /** Query of the banner that led here, for the sign-up notice. */
  attribution: string;
  constraint: ReturnType<typeof getZodConstraint>;
  /** Undefined if the other form was submitted. */
  lastResult?: SubmissionResult;
}) {
  const [form, fields] = useForm<EmailFormFields>({
    id: name === "email" ? "start" : "start-again",
    defaultValue: { attribution },
    ...options,
  });
  const address = fields[name];
  return (
    // The fragment scrolls to this form when the page shows its errors.
    <form {...getFormProps(form)} className="card stack" action={`${action}#${address.id}`} method="post">
      <FormErrors form={form} />
      <Field
        meta={address}
        label="メールアドレス"
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.jp"
        maxLength={PROFILE_TEXT_MAX.email}
        hint="確認のメールを送ります。パスワードは、メールのリンクを開いた画面で決めます。"
      />
      <Checkbox meta={fields.terms}>
        <a href="/terms">利用規約</a>に同意します
      </Checkbox>
      {attribution !== "" && <HiddenField meta={fields.attribution} />}
      <Button tone="primary" size="big" full>
        無料ではじめる
      </Button>
      <p className="t12 muted">
        20歳以上の方が登録できます。無料プランに期限はありません。カードの登録は不要です。個人情報は
        <a href="/privacy">プライバシーポリシー</a>のとおり扱います。
      </p>
    </form>
  );
}
