import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/fields/field.tsx";
import { PASSWORD_HINT } from "#app/forms/messages.ts";

/** A code of the authenticator app or, unless `isOfApp`, a recovery code. */
export function CodeField({ meta, isOfApp = false, hint }: { meta: FieldMetadata; isOfApp?: boolean; hint?: string }) {
  return (
    <Field
      meta={meta}
      label="認証アプリの6桁のコード"
      hint={isOfApp ? hint : "アプリを使えないときは、回復コードを1つ入力します"}
      autoComplete="one-time-code"
      autoCapitalize="characters"
      inputMode={isOfApp ? "numeric" : "text"}
      spellCheck={false}
      maxLength={64}
    />
  );
}

export function CurrentPasswordField({ meta }: { meta: FieldMetadata }) {
  return <Field meta={meta} label="いまのパスワード" type="password" autoComplete="current-password" maxLength={200} />;
}

export function NewPasswordFields(fields: Record<"password" | "confirmPassword", FieldMetadata>) {
  return (
    <>
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
    </>
  );
}
