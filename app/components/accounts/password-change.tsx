import { Field, ShownField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import { PASSWORD_HINT } from "#app/forms/messages.ts";
import { CurrentPasswordField } from "./security-fields.tsx";
import { type Answered, SecurityForm } from "./security-form.tsx";

/** `email` is for password managers. */
export function PasswordChange({ email, ...answered }: Answered<"change-password"> & { email: string }) {
  return (
    <Section title="パスワードの変更">
      <SecurityForm
        {...answered}
        doing="change-password"
        fieldsOf={({ currentPassword, password, confirmPassword }) => (
          <>
            <ShownField label="メールアドレス" type="email" autoComplete="username" defaultValue={email} />
            <CurrentPasswordField meta={currentPassword} />
            <Field
              meta={password}
              label="新しいパスワード"
              type="password"
              autoComplete="new-password"
              minLength={8}
              hint={PASSWORD_HINT}
            />
            <Field
              meta={confirmPassword}
              label="新しいパスワード（確認）"
              type="password"
              autoComplete="new-password"
            />
          </>
        )}
        button={<Button tone="primary">パスワードを変更する</Button>}
      >
        <p>
          変更すると、この端末のほかはログアウトします。いまのパスワードを忘れたときは、
          <a href="/resetPassword">メールで再設定</a>してください。
        </p>
      </SecurityForm>
    </Section>
  );
}
