/** The signs of a chart: `dot` draws `<i class="k-dot">`. Hidden from screen readers, because charts have text labels. */
export function Legend({ signs }: { signs: readonly (readonly [sign: string, words: string] | false)[] }) {
  return (
    <p className="legend" aria-hidden="true">
      {signs
        .filter((sign) => sign !== false)
        .map(([sign, words]) => (
          <span key={sign}>
            <i className={`k-${sign}`} />
            {words}
          </span>
        ))}
    </p>
  );
}
