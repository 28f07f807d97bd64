import { type FieldMetadata, type FormMetadata, getFormProps } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { Field } from "#app/components/fields/field.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { MODEL_NAME_MAX } from "#app/domain/model-name.ts";

/**
 * The one field of the copy and the edit page, posted to the page's own URL; `children` are hidden fields and the button.
 * Refused it has the focus, so that it is in view below whatever stands above it.
 */
export function ModelNameForm({
  form,
  name,
  label,
  answer,
  children,
}: {
  form: FormMetadata;
  /** Of the form; leaving loses nothing of its default value. */
  name: FieldMetadata;
  label: string;
  /** The action's last answer: a new one means that nothing is on its way any more. */
  answer: unknown;
  children: ReactNode;
}) {
  const isSending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer ends the sending
  useEffect(() => {
    isSending.current = false;
  }, [answer]);
  useLeaveWarning(name.dirty, isSending);
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
