import type { Grade } from "#app/domain/racing/race.ts";

const BADGES: Record<Grade, { word: string; tone: string; spoken?: string }> = {
  G1: { word: "GⅠ", tone: "g1", spoken: "ジーワン" },
  G2: { word: "GⅡ", tone: "g2", spoken: "ジーツー" },
  G3: { word: "GⅢ", tone: "g3", spoken: "ジースリー" },
  listed: { word: "L", tone: "g3", spoken: "リステッド" },
  stakes: { word: "重賞", tone: "g3" },
};

/** Without colour, because colours mean post positions. */
export function GradeBadge({ grade }: { grade: Grade | null }) {
  if (grade === null) return null;
  const { word, tone, spoken } = BADGES[grade];
  return (
    <>
      <span className={`gr ${tone}`}>
        <span aria-hidden={spoken === undefined ? undefined : true}>{word}</span>
        {spoken !== undefined && <span className="sr">{spoken}</span>}
      </span>{" "}
    </>
  );
}
