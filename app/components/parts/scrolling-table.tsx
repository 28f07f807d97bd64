import type { ReactNode } from "react";

/**
 * Scrolls sideways if large text or a narrow phone has no room for all columns. `label` is the table's caption, for
 * screen readers.
 */
export function ScrollingTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a container that scrolls must be reachable by keyboard
    <section aria-label={label} style={{ overflowX: "auto" }} tabIndex={0}>
      {children}
    </section>
  );
}

/** A row of column headings. */
export function TableHead({ words }: { words: readonly string[] }) {
  return (
    <thead>
      <tr>
        {words.map((word) => (
          <th scope="col" key={word}>
            {word}
          </th>
        ))}
      </tr>
    </thead>
  );
}
