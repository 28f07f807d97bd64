import { Link } from "@remix-run/react";

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
