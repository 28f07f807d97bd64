import { formatIndex, formatPercent, formatSkill } from "./numbers.ts";

/** The cap colour of the bracket with the horse's number; brackets outside 1–8 (Hong Kong) have no colour. */
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

export type MarkKind = "favourite" | "rival" | "third" | "fourth";

/** Marks of a field already in order of the index: ◎ ○ ▲ one each, △ the next two, null from the sixth on. */
export function markOfPlace(place: number): MarkKind | null {
  if (place < 1 || place > 5) return null;
  return (["favourite", "rival", "third", "fourth", "fourth"] as const)[place - 1] ?? null;
}

const MARKS = {
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

/** A tipster's mark, drawn. */
export function Mark({ kind }: { kind: MarkKind | null }) {
  if (kind === null) {
    return (
      <span className="mk">
        <span className="sr">印なし</span>
      </span>
    );
  }
  const mark = MARKS[kind];
  return (
    <span className="mk">
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

/** Tone of an index (spec §9): minus < 0 ≤ plus < 2 ≤ good. */
export function indexTone(index: number): "minus" | "plus" | "good" {
  if (index < 0) return "minus";
  return index < 2 ? "plus" : "good";
}

/** The index on its zero line; the right side is 3.5 wide, the dashed line is at 2. The number stands beside it. */
export function IndexBar({ index }: { index: number }) {
  const tone = indexTone(index);
  return (
    <span className={tone === "plus" ? "idx" : `idx ${tone}`} aria-hidden="true">
      <i style={{ "--v": Math.abs(index) }} />
    </span>
  );
}

/** The index as a number: signed, two decimals; strong ones step forward, negative ones recede. */
export function IndexNumber({ index }: { index: number }) {
  const tone = indexTone(index);
  return <span className={tone === "good" ? "ix good" : tone === "minus" ? "ix neg" : "ix"}>{formatIndex(index)}</span>;
}

/** Words for a skill (pseudo-R² × 100), from a guess to the market's own. */
export function skillWord(skill: number): string {
  if (skill < 5) return "まだ勘";
  if (skill < 10) return "見どころあり";
  if (skill < 20) return "読めている";
  return "市場なみ";
}

/**
 * 予測力: where a model stands between a lottery (0) and the odds, on races it did not learn from. Values are
 * pseudo-R² (ratios, as in ModelReport); null market leaves its tick out. `interval` in the same unit.
 */
export function SkillRuler({
  pseudoR2,
  marketPseudoR2,
  interval,
}: {
  pseudoR2: number;
  marketPseudoR2: number | null;
  interval?: { low: number; high: number };
}) {
  const skill = formatSkill(pseudoR2);
  const market = marketPseudoR2 === null ? null : formatSkill(marketPseudoR2);
  const onScale = (value: number) => Math.min(30, Math.max(0, value * 100));
  const share = marketPseudoR2 !== null && marketPseudoR2 > 0 ? Math.round((pseudoR2 / marketPseudoR2) * 100) : null;
  return (
    <div className="skill">
      <p className="skill-h">
        <b>予測力 {skill}</b>
        <span>
          {share === null
            ? skillWord(pseudoR2 * 100)
            : pseudoR2 <= 0
              ? "くじ引きなみ"
              : share > 100
                ? "オッズより上"
                : `くじ引きとオッズの間の ${share}%`}
        </span>
      </p>
      <div
        className="ruler"
        role="img"
        aria-label={`予測力 ${skill}。くじ引き 0${market === null ? "" : `、オッズ ${market}`}`}
      >
        <div className="track">
          <i className="fill" style={{ "--v": onScale(pseudoR2) }} />
          {interval !== undefined && (
            <i className="ci" style={{ "--lo": onScale(interval.low), "--hi": onScale(interval.high) }} />
          )}
          {marketPseudoR2 !== null && <i className="mkt" style={{ "--m": onScale(marketPseudoR2) }} />}
          <span className="pin" style={{ "--v": Math.max(2, onScale(pseudoR2)) }}>
            {skill}
          </span>
        </div>
        <div className="ends">
          <span style={{ "--at": 0 }}>0 くじ引き</span>
          {marketPseudoR2 !== null && (
            // The tick stands where it must; its words stay inside the card and clear of the zero's.
            <span style={{ "--at": Math.min(26, Math.max(9, onScale(marketPseudoR2))) }}>オッズ {market}</span>
          )}
        </div>
      </div>
    </div>
  );
}

/** A rate in per cent with its interval, the favourite's tick and the dashed 100 on a scale of 50 to 110. */
export function Whisker({ value, low, high, base }: { value: number; low: number; high: number; base: number }) {
  return (
    <div
      className="whisk"
      role="img"
      aria-label={`${formatPercent(value)}、95%区間 ${low.toFixed(1)}〜${formatPercent(high)}`}
      style={{ "--min": 50, "--max": 110 }}
    >
      <i className="even" />
      <i className="band" style={{ "--lo": low, "--hi": high }} />
      <i className="base" style={{ "--b": base }} />
      <i className="dot" style={{ "--v": value }} />
    </div>
  );
}
