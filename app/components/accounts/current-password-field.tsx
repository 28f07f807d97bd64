import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/fields/field.tsx";

/** The password again, before something that an open session alone must not do. */
export function CurrentPasswordField({ meta }: { meta: FieldMetadata }) {
  return <Field meta={meta} label="いまのパスワード" type="password" autoComplete="current-password" maxLength={200} />;
}
