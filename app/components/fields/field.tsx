import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from "@conform-to/react";
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { Icon } from "#app/components/parts/icon.tsx";

/** A red sentence below what it is about: the first of its errors. */
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
  /** conform's field: its name, ids, constraints, value and errors follow from the form's schema. */
  meta: FieldMetadata;
  label: string;
  hint?: ReactNode;
}

/** Attributes of an element that conform does not derive from the schema. */
type Attributes<T> = Omit<T, "className" | "id" | "name" | "form" | "type">;

/** The first invalid field of a page has the focus without JavaScript; with it, conform moves it there. */
function focusOfError({ errors }: FieldMetadata): { autoFocus?: true } {
  return errors === undefined ? {} : { autoFocus: true };
}

/** Label above, then the control, what is wrong with it, and what helps to fill it in. */
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

/** A labelled input. A refused form keeps what was typed (its action hides passwords). */
export function Field({
  meta,
  label,
  hint,
  type = "text",
  ...input
}: FieldText & {
  type?: "text" | "email" | "password" | "tel" | "number" | "date";
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

/** What a form shows beside its fields and does not send: the address that a password belongs to. */
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

/** A labelled text of several lines. */
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

/** A native select with our chevron. `compact` puts a small label above (date selects). */
export function SelectField({
  meta,
  label,
  hint,
  compact = false,
  children,
  ...select
}: FieldText & { compact?: boolean; children: ReactNode } & Attributes<SelectHTMLAttributes<HTMLSelectElement>>) {
  const control = (
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
  );
  if (compact) {
    return (
      <label htmlFor={meta.id}>
        {label}
        {control}
      </label>
    );
  }
  return (
    <Labelled meta={meta} label={label} hint={hint}>
      {control}
    </Labelled>
  );
}

/** A check box inside its label; the words may hold a link. With `value` it is one of several of its field. */
export function Checkbox({ meta, value, children }: { meta: FieldMetadata; value?: string; children: ReactNode }) {
  const { id, ...input } = getInputProps(meta, { type: "checkbox", value });
  return (
    <>
      <label className="check">
        <input
          {...input}
          {...focusOfError(meta)}
          // conform has it of a list; boxes have no such attribute.
          multiple={undefined}
          id={value === undefined ? id : `${id}-${value}`}
        />
        <span className="grow">{children}</span>
      </label>
      <FieldError id={meta.errorId} errors={meta.errors} />
    </>
  );
}

/** A check box that is its own label; filled when chosen, dashed when unavailable. `className` marks it for :has(). */
export function Chip({ children, ...input }: { children: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="chip">
      <input type="checkbox" {...input} />
      {children}
    </label>
  );
}
