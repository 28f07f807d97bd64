import { formatSkill } from "#app/components/parts/numbers.ts";
import { onSkillScale } from "./skill-ruler.tsx";

interface Skill {
  pseudoR2: number;
  marketPseudoR2: number | null;
}

/** From the lottery's 0 to 30, with a tick at the odds. */
export function SkillBar({ skill }: { skill: Skill }) {
  return (
    <span className="sk" role="img" {...skillBarOf(skill)}>
      <i />
    </span>
  );
}

function skillBarOf({ pseudoR2, marketPseudoR2 }: Skill) {
  const odds = marketPseudoR2 === null ? "" : `、オッズは${formatSkill(marketPseudoR2)}`;
  return {
    "aria-label": `予測力 ${formatSkill(pseudoR2)}${odds}`,
    style: {
      "--v": onSkillScale(pseudoR2),
      "--k": marketPseudoR2 === null ? undefined : onSkillScale(marketPseudoR2),
    },
  };
}
