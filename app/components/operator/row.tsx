import type { ReactNode } from "react";

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
