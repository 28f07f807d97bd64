/** Hidden from screen readers, because the charts have text labels. */
export function AxisTicks({ from, to, ticks }: { from: number; to: number; ticks: readonly number[] }) {
  return (
    <span className="ticks" aria-hidden="true" style={{ "--min": from, "--max": to }}>
      {ticks.map((tick) => (
        <i key={tick} className={tick === to ? "end" : undefined} style={{ "--v": tick }}>
          {tick}
        </i>
      ))}
    </span>
  );
}
