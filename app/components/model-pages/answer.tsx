import type { ReactNode } from "react";
import { Icon } from "#app/components/parts/icon.tsx";

/** A fold whose row states its answer. */
export function Answer({
  title,
  answer,
  id,
  children,
}: {
  title: string;
  answer: ReactNode;
  /** On what is folded, so that a link to it opens it. */
  id?: string;
  children: ReactNode;
}) {
  return (
    <details className="answer">
      <summary>
        <h3>{title}</h3>
        <span>{answer}</span>
        <Icon name="down" />
      </summary>
      <div id={id}>{children}</div>
    </details>
  );
}
