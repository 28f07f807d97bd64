import { Link } from "@remix-run/react";

/** Links between a few views of the same page (order of horses, ticket types). */
export function SegmentedLinks({
  label,
  options,
}: {
  label: string;
  options: readonly { to: string; label: string; isCurrent: boolean }[];
}) {
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
