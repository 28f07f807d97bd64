import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import type { ReactNode } from "react";
import { HiddenField } from "#app/components/fields/field.tsx";
import { FormErrors } from "#app/components/fields/form-errors.tsx";

/** The code is sent as a field and in the address, so that a refused form can be shown again. */
export function MailedCodeForm({
  form,
  uuid,
  path,
  code,
  children,
}: {
  form: FormMetadata;
  uuid: FieldMetadata;
  /** The page's, such as /signup. */
  path: string;
  code: string;
  children: ReactNode;
}) {
  return (
    <form
      {...getFormProps(form)}
      className="card stack"
      action={`${path}?uuid=${encodeURIComponent(code)}`}
      method="post"
    >
      <FormErrors form={form} />
      <HiddenField meta={uuid} />
      {children}
    </form>
  );
}
