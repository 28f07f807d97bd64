import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { Icon } from "#app/components/parts/icon.tsx";

export function FieldError({ id, errors }: { id?: string; errors?: readonly string[] }) {
  const text = errors?.[0];
  if (text === undefined) return null;
  return (
    <p className="err" id={id}>
      <Icon name="warning" />
      {text}
    </p>
  );
}

interface FieldText {
  meta: FieldMetadata;
  label: string;
  hint?: ReactNode;
}

/** Attributes that conform does not derive from the schema. */
type Attributes<T> = Omit<T, "className" | "id" | "name" | "form" | "type">;

/** Without script, browsers focus the first field with autofocus; with script, conform does. */
export function focusOfError({ errors }: FieldMetadata): { autoFocus?: true } {
  return errors === undefined ? {} : { autoFocus: true };
}

function Labelled({ meta, label, hint, children }: FieldText & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={meta.id}>{label}</label>
      {children}
      <FieldError id={meta.errorId} errors={meta.errors} />
      {hint !== undefined && (
        <span className="hint" id={meta.descriptionId}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** Keeps the typed value after a refusal, except passwords, which the action hides. */
export function Field({
  meta,
  label,
  hint,
  type = "text",
  ...input
}: FieldText & {
  type?: "text" | "email" | "password" | "tel" | "number" | "date" | "datetime-local";
} & Attributes<InputHTMLAttributes<HTMLInputElement>>) {
  return (
    <Labelled meta={meta} label={label} hint={hint}>
      <input
        {...getInputProps(meta, { type, ariaDescribedBy: hint === undefined ? undefined : meta.descriptionId })}
        {...focusOfError(meta)}
        {...input}
        className="input"
      />
    </Labelled>
  );
}

/** A read-only value that is not submitted. */
export function ShownField({ label, ...input }: { label: string } & InputHTMLAttributes<HTMLInputElement>) {
  const generated = useId();
  const id = input.id ?? generated;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} readOnly className="input" />
    </div>
  );
}

/** Uses the field's default value, or `value` if replies may change it. */
export function HiddenField({ meta, value }: { meta: FieldMetadata; value?: string | number }) {
  if (value === undefined) return <input {...getInputProps(meta, { type: "hidden" })} />;
  return <input {...getInputProps(meta, { type: "hidden", value: false })} value={value} />;
}

export function TextField({
  meta,
  label,
  hint,
  ...text
}: FieldText & Attributes<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
  return (
    <Labelled meta={meta} label={label} hint={hint}>
      <textarea
        {...getTextareaProps(meta, { ariaDescribedBy: hint === undefined ? undefined : meta.descriptionId })}
        {...focusOfError(meta)}
        {...text}
        className="input"
      />
    </Labelled>
  );
}

export function SelectField({
  meta,
  label,
  hint,
  children,
  ...select
}: FieldText & { children: ReactNode } & Attributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  return (
    <Labelled meta={meta} label={label} hint={hint}>
      <span className="select">
        <select
          {...getSelectProps(meta, { ariaDescribedBy: hint === undefined ? undefined : meta.descriptionId })}
          {...focusOfError(meta)}
          {...select}
          className="input"
        >
          {children}
        </select>
        <Icon name="down" />
      </span>
    </Labelled>
  );
}

/** With `value` it is one of several checkboxes of a field. */
export function Checkbox({ meta, value, children }: { meta: FieldMetadata; value?: string; children: ReactNode }) {
  const { id, ...input } = getInputProps(meta, { type: "checkbox", value });
  return (
    <>
      <label className="check">
        <input
          {...input}
          {...focusOfError(meta)}
          // conform sets it for a list, but checkboxes have no such attribute.
          multiple={undefined}
          id={value === undefined ? id : `${id}-${value}`}
        />
        <span className="grow">{children}</span>
      </label>
      <FieldError id={meta.errorId} errors={meta.errors} />
    </>
  );
}

/** A checkbox that looks like a chip. `className` is for :has() selectors. */
export function Chip({ children, ...input }: { children: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="chip">
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
