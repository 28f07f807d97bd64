/** Links to the check of the seal and, for the owner, to the proof file; nothing until the analysis is complete. */
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
        {/* Hex digits need no encoding. seal-links.ts would be one more file to load. */}
        <a href={`/verify/${seal}`}>{words}</a>
      </span>
      <span>
        <a href={`${path}/proof.json`}>証明ファイル</a>
      </span>
    </>
  );
}
