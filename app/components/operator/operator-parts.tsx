import type { FieldMetadata } from "@conform-to/react";
import { Children, type ReactNode } from "react";
import { Field } from "#app/components/fields/field.tsx";
import { TableHead } from "#app/components/parts/scrolling-table.tsx";
import { AUDIT_ACTIONS, type AuditEntry, REASON_MAX } from "#app/domain/operations/audit-actions.ts";
import { formatInstant } from "./operator-words.ts";

export type LampTone = "ok" | "mid" | "bad";

/** Each tone has its own shape, not only a colour. */
export function LampSign({ tone }: { tone: LampTone }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {tone === "ok" && (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="m4.8 8.2 2.3 2.3 4.2-4.7" fill="none" stroke="var(--surface)" strokeWidth="1.8" />
        </>
      )}
      {tone === "mid" && (
        <>
          <path d="M8 1.5 15.3 14.5H.7z" fill="currentColor" />
          <path d="M8 6v4M8 12v.2" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
        </>
      )}
      {tone === "bad" && (
        <>
          <rect x="1" y="1" width="14" height="14" rx="2" fill="currentColor" />
          <path d="m5 5 6 6m0-6-6 6" stroke="var(--surface)" strokeWidth="1.8" strokeLinecap="round" />
        </>
      )}
    </svg>
  );
}

export function Lamp({ tone, children }: { tone: LampTone; children: ReactNode }) {
  return (
    <span className={`lamp ${tone}`}>
      <LampSign tone={tone} />
      {children}
    </span>
  );
}

/** Rows below a title, or `none` without any. */
export function RowsCard({
  id,
  title,
  level: Heading = "h3",
  none,
  children,
}: {
  id?: string;
  title: ReactNode;
  level?: "h2" | "h3";
  none?: string;
  children: ReactNode;
}) {
  return (
    <section className="card clip" id={id}>
      <Heading className="pad">{title}</Heading>
      {Children.count(children) === 0 ? <p className="pad t13 muted">{none}</p> : <ul className="rowsx">{children}</ul>}
    </section>
  );
}

/** An element of `ul.rowsx`: a name, perhaps with a hint below it, and a fact on the right. */
export function Row({ name, hint, children }: { name: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <li>
      <span>
        <b>{name}</b>
        {hint && <small>{hint}</small>}
      </span>
      {children}
    </li>
  );
}

export function ReasonField({ meta }: { meta: FieldMetadata }) {
  return (
    <Field
      meta={meta}
      label="理由（必須。操作の記録に残ります）"
      autoComplete="off"
      maxLength={REASON_MAX}
      placeholder="例：問い合わせ 4512"
    />
  );
}

export function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  if (entries.length === 0) return <p className="pad t13 muted">記録はまだありません。</p>;
  return (
    <table className="tbl left wraps stackt">
      <caption className="sr">操作の記録</caption>
      <TableHead words={["いつ", "だれが", "何を", "理由"]} />
      <tbody>
        {entries.map(({ id, at, staffName, action, subject, reason }) => (
          <tr key={id}>
            <th scope="row" className="nb">
              {formatInstant(at)}
            </th>
            <td className="endr">{staffName ?? "コマンド"}</td>
            <td className="full">
              {AUDIT_ACTIONS[action]}
              {subject !== "" && <span className="mono">　{subject}</span>}
            </td>
            <td className="full muted">{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
