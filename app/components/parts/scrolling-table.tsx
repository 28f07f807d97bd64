import type { ReactNode } from "react";

/** A table that scrolls sideways if large text or a narrow phone has no room for all columns. */
export function ScrollingTable({
  label,
  className = "tbl",
  children,
}: {
  /** Caption for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a container that scrolls must be reachable by keyboard
    <section aria-label={label} style={{ overflowX: "auto" }} tabIndex={0}>
      <table className={className}>
        <caption className="sr">{label}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ words }: { words: readonly (string | readonly [word: string, small: string])[] }) {
  return (
    <thead>
      <tr>
        {words.map((head) => {
          const [word, small] = typeof head === "string" ? [head] : head;
          return (
            <th scope="col" key={word}>
              {word}
              {small !== undefined && <small>{small}</small>}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
