/**
 * When an analysis was fixed, as a link to the check of its seal if it has one, and for the owner of a whole one the proof
 * file; nothing until it is complete.
 */
export function FixedFacts({
  fixed: { words, seal },
  path,
}: {
  fixed: { words: string | null; seal: string | null };
  path: string;
}) {
  if (words === null) return null;
  if (seal === null) return <span>{words}</span>;
  return (
    <>
      <span>
        {/* Of hex digits; seal-links.ts would be one more file for the page to load. */}
        <a href={`/verify/${seal}`}>{words}</a>
      </span>
      <span>
        <a href={`${path}/proof.json`}>証明ファイル</a>
      </span>
    </>
  );
}
