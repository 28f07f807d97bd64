import { BRAND } from "./brand.ts";

/** x, y and colour of eight rising bars. */
const BARS: readonly (readonly [number, number, string])[] = [
  [4.2, 18, "#fff"],
  [7.2, 15, "#1B1B1D"],
  [10.2, 16, "#E0485A"],
  [13.2, 12, "#5B96EA"],
  [16.2, 13, "#F4CE1B"],
  [19.2, 9, "#4FC07A"],
  [22.2, 10, "#F08A24"],
  [25.2, 6, "#F4A0BC"],
];

export function Logo({ to, className }: { to: string; className?: string }) {
  return (
    <a className={className === undefined ? "logo" : `logo ${className}`} href={to}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" fill="#0B6B4A" />
        {BARS.map(([x, y, colour]) => (
          <rect key={x} x={x} y={y} width="2.2" height={25 - y} rx=".6" fill={colour} />
        ))}
      </svg>
      <span>{BRAND.name}</span>
    </a>
  );
}
