import type { FieldMetadata } from "@conform-to/react";
import { Field } from "#app/components/fields/field.tsx";
import { REASON_MAX } from "#app/domain/operations/audit-actions.ts";

export function ReasonField({ meta }: { meta: FieldMetadata }) {
  return (
    <Field
      meta={meta}
      label="理由（必須。操作の記録に残ります）"
      autoComplete="off"
      maxLength={REASON_MAX}
      placeholder="例：問い合わせ 4512"
    />
  );
}
