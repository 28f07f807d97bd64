import { Button } from "#app/components/parts/button.tsx";
import { Checkbox, Field } from "#app/components/parts/field.tsx";
import { Note } from "#app/components/parts/parts.tsx";
import { PROFILE_TEXT_MAX } from "#app/domain/profile.ts";
import type { FormRefusal } from "#app/forms/refusal.ts";

/**
 * First step of the registration: address and terms. A page may contain two of them, at its head and foot: each
 * posts its own field, so that a refusal comes back to the form that was sent.
 */
export function EmailForm({
  name,
  action = "/?index",
  attribution,
  refusal,
}: {
  name: "email" | "second_email";
  /** The page's own address. */
  action?: string;
  /** Query of the banner that led here, carried through to the sign-up notice. */
  attribution: string;
  /** Of this form; undefined when the other one was sent, or none. */
  refusal?: FormRefusal;
}) {
  return (
    // The fragment brings the reader back to this form when it is refused.
    <form className="card stack" action={`${action}#${name}`} method="post" noValidate>
      {refusal?.message !== undefined && <Note tone="danger">{refusal.message}</Note>}
      <Field
        id={name}
        label="メールアドレス"
        name={name}
        type="email"
        autoComplete="email"
        inputMode="email"
        placeholder="you@example.jp"
        required
        maxLength={PROFILE_TEXT_MAX.email}
        defaultValue={refusal?.values[name]}
        error={refusal?.errors[name]}
        hint="確認のメールを送ります。パスワードは次の画面で決めます。"
      />
      <Checkbox
        id={`${name}-terms`}
        name="terms"
        required
        defaultChecked={refusal?.values.terms === "on"}
        error={refusal?.errors.terms}
      >
        <a href="/terms">利用規約</a>に同意します
      </Checkbox>
      {attribution !== "" && <input type="hidden" name="attribution" value={attribution} />}
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
