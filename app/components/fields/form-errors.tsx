import type { FormMetadata } from "@conform-to/react";
import { Note } from "#app/components/parts/parts.tsx";

export function FormErrors({
  form,
  isAlert = true,
}: {
  form: Pick<FormMetadata, "errors" | "errorId">;
  /** Announced and red; false if the reader is not at fault. */
  isAlert?: boolean;
}) {
  if (form.errors === undefined) return null;
  return (
    <Note id={form.errorId} tone={isAlert ? "danger" : undefined}>
      {form.errors}
    </Note>
  );
}
