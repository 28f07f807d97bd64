import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { Field } from "#app/components/fields/field.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { MODEL_NAME_MAX } from "#app/domain/model-name.ts";

/**
 * A name, posted to the page's own URL. `children` are hidden fields and the button. A refused name gets the focus,
 * which scrolls to it.
 */
export function ModelNameForm({
  form,
  name,
  label,
  answer,
  children,
}: {
  form: FormMetadata;
  /** Leaving the page asks for confirmation if it was changed. */
  name: FieldMetadata;
  label: string;
  answer: unknown;
  children: ReactNode;
}) {
  const isSending = useLeaveWarning(name.dirty, answer);
  const { onSubmit, ...formProps } = getFormProps(form);
  return (
    <Form
      {...formProps}
      className="card stack"
      method="post"
      onSubmit={(event) => {
        isSending.current = true;
        onSubmit(event);
      }}
    >
      <Field meta={name} label={label} hint={`${MODEL_NAME_MAX}文字まで`} autoComplete="off" />
      {children}
    </Form>
  );
}
