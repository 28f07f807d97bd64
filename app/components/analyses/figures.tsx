import { formatIndex } from "#app/components/parts/numbers.ts";
import { SHARED_MARKS, type SharedMark } from "#app/domain/scoring/shared-analysis.ts";

export const INDEX_MEANING = "指数はこのレースの平均を0とした強さの差です。";

/** The number on the cap colour of the bracket. Brackets outside 1–8 (Hong Kong) have no colour. */
export function HorseBadge({ horseNum, bracketNum }: { horseNum: number; bracketNum: number | null }) {
  const hasColour = bracketNum !== null && bracketNum >= 1 && bracketNum <= 8;
  return (
    <span className={hasColour ? `waku w${bracketNum}` : "waku w0"}>
      {hasColour && <span className="sr">{bracketNum}枠</span>}
      {horseNum}
      <span className="sr">番</span>
    </span>
  );
}

/** The mark of the n-th horse by index, counted from 1. */
export function markOfPlace(place: number): SharedMark {
  return SHARED_MARKS[place - 1] ?? null;
}

export const MARKS = {
  favourite: {
    label: "◎ 本命",
    shape: (
      <>
        <circle cx="12" cy="12" r="9.5" />
        <circle cx="12" cy="12" r="4.5" />
      </>
    ),
  },
  rival: { label: "○ 対抗", shape: <circle cx="12" cy="12" r="9.5" /> },
  third: { label: "▲ 単穴", shape: <path fill="currentColor" d="M12 3 22 20.5H2z" /> },
  fourth: { label: "△ 連下", shape: <path d="M12 3.5 21.5 20H2.5z" /> },
} as const;

export function Mark({ kind }: { kind: SharedMark }) {
  if (kind === null) {
    return (
      <span className="mark">
        <span className="sr">印なし</span>
      </span>
    );
  }
  const mark = MARKS[kind];
  return (
    <span className="mark">
      <svg
        width="20"
        height="20"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinejoin="round"
        role="img"
        aria-label={mark.label}
      >
        {mark.shape}
      </svg>
    </span>
  );
}

export function indexTone(index: number): "minus" | "plus" | "good" {
  if (index < 0) return "minus";
  return index < 2 ? "plus" : "good";
}

/** The right side ends at 3.5; the dashed line is at 2. */
export function IndexBar({ index }: { index: number | null }) {
  if (index === null) return <span className="idx" aria-hidden="true" />;
  const tone = indexTone(index);
  return (
    <span className={tone === "plus" ? "idx" : `idx ${tone}`} aria-hidden="true">
      <i style={{ "--v": Math.abs(index) }} />
    </span>
  );
}

/** Signed, two decimals; a dash for a horse that does not start. */
export function IndexNumber({ index }: { index: number | null }) {
  if (index === null) return <span className="ix neg">–</span>;
  const tone = indexTone(index);
  return <span className={tone === "good" ? "ix good" : tone === "minus" ? "ix neg" : "ix"}>{formatIndex(index)}</span>;
}
