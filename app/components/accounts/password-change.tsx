import { ShownField } from "#app/components/fields/field.tsx";
import { Button } from "#app/components/parts/button.tsx";
import { Section } from "#app/components/parts/parts.tsx";
import { CurrentPasswordField, NewPasswordFields } from "./security-fields.tsx";
import { type AnsweredForms, SecurityForm } from "./security-form.tsx";

/** `email` is for password managers. */
export function PasswordChange({ email, ...answered }: AnsweredForms<"change-password"> & { email: string }) {
  return (
    <Section title="パスワードの変更">
      <SecurityForm
        {...answered}
        doing="change-password"
        fieldsOf={({ currentPassword, password, confirmPassword }) => (
          <>
            <ShownField label="メールアドレス" type="email" autoComplete="username" defaultValue={email} />
            <CurrentPasswordField meta={currentPassword} />
            <NewPasswordFields password={password} confirmPassword={confirmPassword} />
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
