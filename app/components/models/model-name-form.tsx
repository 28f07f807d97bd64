import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Field } from "#app/components/parts/field.tsx";
import { useLeaveWarning } from "#app/components/waiting/leave-warning.ts";
import { MODEL_NAME_MAX } from "#app/domain/model-name.ts";

/**
 * The one field of the copy and the edit page, posted to the page's own URL; `children` are hidden fields and the button.
 * Refused it has the focus, so that it is in view below whatever stands above it.
 */
export function ModelNameForm({
  id,
  label,
  stored,
  typed,
  error,
  answer,
  children,
}: {
  id: string;
  label: string;
  /** What leaving loses nothing of. */
  stored: string;
  /** As it was sent, when it was refused. */
  typed?: string;
  error?: string;
  /** The action's last answer: a new one means that nothing is on its way any more. */
  answer: unknown;
  children: ReactNode;
}) {
  const [name, setName] = useState(typed ?? stored);
  const isSending = useRef(false);
  const fieldId = `${id}-name`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer ends the sending
  useEffect(() => {
    isSending.current = false;
    if (error !== undefined) document.getElementById(fieldId)?.focus();
  }, [answer]);
  useLeaveWarning(name !== stored, isSending);
  return (
    <Form
      id={id}
      className="card stack"
      method="post"
      onSubmit={() => {
        isSending.current = true;
      }}
    >
      <Field
        id={fieldId}
        label={label}
        hint={`${MODEL_NAME_MAX}文字まで`}
        name="name"
        defaultValue={typed ?? stored}
        error={error}
        autoComplete="off"
        // Without script nothing else moves there.
        autoFocus={error !== undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
    </Form>
  );
}
