import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { Icon } from "./icon.tsx";

/** A red sentence below what it is about. */
export function FieldError({ id, children }: { id?: string; children?: string | null }) {
  if (children === undefined || children === null || children === "") return null;
  return (
    <p className="err" id={id}>
      <Icon name="warning" />
      {children}
    </p>
  );
}

interface FieldText {
  label: string;
  hint?: ReactNode;
  error?: string | null;
}

function describedBy(id: string, { hint, error }: FieldText): string | undefined {
  const ids = [error ? `${id}-error` : "", hint === undefined ? "" : `${id}-hint`].filter((part) => part !== "");
  return ids.length === 0 ? undefined : ids.join(" ");
}

/** Label above, then the control, what is wrong with it, and what helps to fill it in. */
function Labelled({ id, label, hint, error, children }: FieldText & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </div>
  );
}

/** A labelled input. Pass `defaultValue` with what was typed so that a refused form keeps it (never a password). */
export function Field({
  label,
  hint,
  error,
  ...input
}: FieldText & Omit<InputHTMLAttributes<HTMLInputElement>, "className">) {
  const generated = useId();
  const id = input.id ?? generated;
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      <input
        {...input}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
      />
    </Labelled>
  );
}

/** A native select with our chevron. `compact` puts a small label above (date selects). */
export function SelectField({
  label,
  hint,
  error,
  compact = false,
  children,
  ...select
}: FieldText & { compact?: boolean; children: ReactNode } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    "className"
  >) {
  const generated = useId();
  const id = select.id ?? generated;
  const control = (
    <span className="select">
      <select
        {...select}
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, { label, hint, error })}
      >
        {children}
      </select>
      <Icon name="down" />
    </span>
  );
  if (compact) {
    return (
      <label htmlFor={id}>
        {label}
        {control}
      </label>
    );
  }
  return (
    <Labelled id={id} label={label} hint={hint} error={error}>
      {control}
    </Labelled>
  );
}

/** A check box (or with type="radio" a radio button) inside its label; the words may hold a link. */
export function Checkbox({
  error,
  children,
  ...input
}: { error?: string | null; children: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, "className">) {
  const generated = useId();
  const id = input.id ?? generated;
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span className="grow">{children}</span>
      </label>
      <FieldError id={`${id}-error`}>{error}</FieldError>
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
