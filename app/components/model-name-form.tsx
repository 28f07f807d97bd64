import { Form } from "@remix-run/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { MODEL_NAME_MAX } from "#app/domain/model-name.ts";
import { Field } from "./field.tsx";
import { useLeaveWarning } from "./leave-warning.ts";

/** The one field of the copy and the edit page; `children` are hidden fields and the button. */
export function ModelNameForm({
  id,
  label,
  stored,
  typed,
  error,
  answer,
  action,
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
  /** Without it, the page's own address. */
  action?: string;
  children: ReactNode;
}) {
  const [name, setName] = useState(typed ?? stored);
  const isSending = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new answer ends the sending
  useEffect(() => {
    isSending.current = false;
  }, [answer]);
  useLeaveWarning(name !== stored, isSending);
  return (
    <Form
      id={id}
      className="card stack"
      method="post"
      action={action}
      onSubmit={() => {
        isSending.current = true;
      }}
    >
      <Field
        label={label}
        hint={`${MODEL_NAME_MAX}文字まで`}
        name="name"
        defaultValue={typed ?? stored}
        error={error}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {children}
    </Form>
  );
}
