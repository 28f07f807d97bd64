import { Icon } from "#app/components/parts/icon.tsx";
import { formatSkill } from "#app/components/parts/numbers.ts";
import { formatSkillRange } from "./report-words.ts";

/** From a guess to the level of the market; `skill` is pseudo-R² × 100. */
export function skillWord(skill: number): string {
  if (skill < 5) return "まだ勘";
  if (skill < 10) return "見どころあり";
  if (skill < 20) return "読めている";
  return "市場なみ";
}

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

/** `isSmall` has no words, for the rows of a table. */
export function Ruler({ pseudoR2, marketPseudoR2, interval, isSmall = false }: Ruled & { isSmall?: boolean }) {
  const skill = formatSkill(pseudoR2);
  const market = marketPseudoR2 === null ? "" : `オッズ ${formatSkill(marketPseudoR2)}`;
  const range = interval === undefined ? "" : `、95%区間 ${formatSkillRange(interval, isSmall ? "–" : "〜")}`;
  return (
    <div className="ruler" role="img" aria-label={`予測力 ${skill}${range}。くじ引き 0${market && `、${market}`}`}>
      <div className="track">
        <i className="fill" style={{ "--v": onSkillScale(pseudoR2) }} />
        {interval !== undefined && (
          <i className="ci" style={{ "--lo": onSkillScale(interval.low), "--hi": onSkillScale(interval.high) }} />
        )}
        {marketPseudoR2 !== null && <i className="mkt" style={{ "--m": onSkillScale(marketPseudoR2) }} />}
        {!isSmall && (
          <span className="pin" style={{ "--v": Math.max(2, onSkillScale(pseudoR2)) }}>
            {skill}
          </span>
        )}
      </div>
      {!isSmall && (
        <div className="ends">
          <span>0 くじ引き</span>
          {marketPseudoR2 !== null && (
            // Only the label is clamped, to keep clear of the other labels; the tick is not.
            <span style={{ "--at": Math.min(26, Math.max(9, onSkillScale(marketPseudoR2))) }}>{market}</span>
          )}
        </div>
      )}
    </div>
  );
}

/** From the lottery's 0 to 30, with a tick at the odds. */
export function SkillBar({ skill: { pseudoR2, marketPseudoR2 } }: { skill: Ruled }) {
  const odds = marketPseudoR2 === null ? "" : `、オッズは${formatSkill(marketPseudoR2)}`;
  const tick = marketPseudoR2 === null ? undefined : onSkillScale(marketPseudoR2);
  return (
    <span
      className="sk"
      role="img"
      aria-label={`予測力 ${formatSkill(pseudoR2)}${odds}`}
      style={{ "--v": onSkillScale(pseudoR2), "--k": tick }}
    >
      <i />
    </span>
  );
}

export const WHAT_SKILL_IS =
  "予測力は、学習に使っていないレースで、勝つ馬をどこまで見分けられたかです。くじ引きなら0、すべて見通せば100。10を超えると「読めている」、20を超えると「市場なみ」が目安です。オッズの予測力も、いっしょに示します。";

export function SkillTerm() {
  return (
    <details className="fold">
      <summary>予測力とは</summary>
      <p className="t13 muted">{WHAT_SKILL_IS}</p>
    </details>
  );
}

/** The line above a ruler. A tap unfolds the explanation of 予測力. */
function SkillLine({ skill, words }: { skill: string; words: string }) {
  return (
    <details>
      <summary className="skill-h">
        <b>予測力 {skill}</b>
        <Icon name="info" />
        <span className="sr">とは</span>
        <span>{words}</span>
      </summary>
      <p className="t13 muted">{WHAT_SKILL_IS}</p>
    </details>
  );
}
