import type { ReactNode } from "react";

/**
 * The container of a table, which scrolls sideways if large text or a narrow phone leaves no room for all columns.
 *
 * @param label the table's caption, which names the container for screen readers
 */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a container that scrolls must be reachable by keyboard
    <section aria-label={label} style={{ overflowX: "auto" }} tabIndex={0}>
      {children}
    </section>
  );
}
