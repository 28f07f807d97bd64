import { formatSkill } from "#app/components/parts/numbers.ts";
import { SkillLine } from "./skill-term.tsx";

/** From a guess to the level of the market; `skill` is pseudo-R² × 100. */
export function skillWord(skill: number): string {
  if (skill < 5) return "まだ勘";
  if (skill < 10) return "見どころあり";
  if (skill < 20) return "読めている";
  return "市場なみ";
}

/** A pseudo-R² on the scale of 0 to 30. */
export function onSkillScale(pseudoR2: number): number {
  return Math.min(30, Math.max(0, pseudoR2 * 100));
}

interface Ruled {
  pseudoR2: number;
  marketPseudoR2: number | null;
  interval?: { low: number; high: number } | undefined;
}

/**
 * The model's place between a lottery (0) and the odds, on unseen races. All values are pseudo-R²; a null market has no
 * tick.
 */
export function SkillRuler({ pseudoR2, marketPseudoR2, interval }: Ruled) {
  const skill = formatSkill(pseudoR2);
  const share = marketPseudoR2 !== null && marketPseudoR2 > 0 ? Math.round((pseudoR2 / marketPseudoR2) * 100) : null;
  const words =
    share === null
      ? skillWord(pseudoR2 * 100)
      : pseudoR2 <= 0
        ? "くじ引きなみ"
        : share > 100
          ? "オッズより上"
          : `オッズの読みの${share}%まで来ています`;
  return (
    <div className="skill">
      <SkillLine skill={skill} words={words} />
      <Ruler {...{ pseudoR2, marketPseudoR2, interval }} />
    </div>
  );
}

export function Ruler({ pseudoR2, marketPseudoR2, interval }: Ruled) {
  const skill = formatSkill(pseudoR2);
  const market = marketPseudoR2 === null ? null : formatSkill(marketPseudoR2);
  return (
    <div
      className="ruler"
      role="img"
      aria-label={`予測力 ${skill}${interval === undefined ? "" : `、95%区間 ${formatSkill(interval.low)}〜${formatSkill(interval.high)}`}。くじ引き 0${market === null ? "" : `、オッズ ${market}`}`}
    >
      <div className="track">
        <i className="fill" style={{ "--v": onSkillScale(pseudoR2) }} />
        {interval !== undefined && (
          <i className="ci" style={{ "--lo": onSkillScale(interval.low), "--hi": onSkillScale(interval.high) }} />
        )}
        {marketPseudoR2 !== null && <i className="mkt" style={{ "--m": onSkillScale(marketPseudoR2) }} />}
        <span className="pin" style={{ "--v": Math.max(2, onSkillScale(pseudoR2)) }}>
          {skill}
        </span>
      </div>
      <div className="ends">
        <span>0 くじ引き</span>
        {marketPseudoR2 !== null && (
          // Only the label is clamped, to keep clear of the other labels; the tick is not.
          <span style={{ "--at": Math.min(26, Math.max(9, onSkillScale(marketPseudoR2))) }}>オッズ {market}</span>
        )}
      </div>
    </div>
  );
}
