import { Icon } from "#app/components/parts/icon.tsx";

export const WHAT_SKILL_IS =
  "予測力は、学習に使っていないレースで、勝つ馬をどこまで見分けられたかです。くじ引きなら0、すべて見通せば100。10を超えると「読めている」、20を超えると「市場なみ」が目安です。オッズの予測力も、いっしょに示します。";

/** Unfolds on a tap. */
export function SkillTerm() {
  return (
    <details className="fold">
      <summary>予測力とは</summary>
      <p className="t13 muted">{WHAT_SKILL_IS}</p>
    </details>
  );
}

/** The line above a ruler. A tap unfolds the explanation of 予測力. */
export function SkillLine({ skill, words }: { skill: string; words: string }) {
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
