import type { FormMetadata } from "@conform-to/react";
import { Note } from "#app/components/parts/parts.tsx";

/** The errors of a form as a whole, with the id that the form is described by; nothing where it has none. */
export function FormErrors({
  form,
  isAlert = true,
}: {
  form: Pick<FormMetadata, "errors" | "errorId">;
  /** Announced and red; false where the reader is not at fault. */
  isAlert?: boolean;
}) {
  if (form.errors === undefined) return null;
  return (
    <Note id={form.errorId} tone={isAlert ? "danger" : undefined}>
      {form.errors}
    </Note>
  );
}
