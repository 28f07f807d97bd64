import { Link } from "./link.tsx";

interface Choice {
  /** Accessible name. */
  label: string;
  options: readonly { to: string; label: string; isCurrent: boolean }[];
}

export function SegmentedLinks({ label, options }: Choice) {
  return (
    <nav className="seg" aria-label={label}>
      {options.map((option) => (
        <Link
          key={option.to}
          to={option.to}
          preventScrollReset
          replace
          aria-current={option.isCurrent ? "true" : undefined}
        >
          {option.label}
        </Link>
      ))}
    </nav>
  );
}

/** As many as there are, in lines. */
export function SortLinks({ label, options }: Choice) {
  return (
    <nav className="sorts" aria-label={label}>
      {options.map((option) => (
        <Link key={option.to} to={option.to} aria-current={option.isCurrent ? "true" : undefined}>
          {option.label}
        </Link>
      ))}
    </nav>
  );
}
