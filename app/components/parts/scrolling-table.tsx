import type { ReactNode } from "react";

/**
 * The box of a table that scrolls by itself where large text or a narrow phone leaves no room for all of its columns.
 *
 * @param label the table's caption: what a screen reader calls the box
 */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reached by keyboard
    <section aria-label={label} style={{ overflowX: "auto" }} tabIndex={0}>
      {children}
    </section>
  );
}
