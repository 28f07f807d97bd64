import { formatDayNear, formatSkill } from "#app/components/parts/numbers.ts";
import { LEAGUES_MAX } from "#app/domain/leagues/league.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";

export const TOO_MANY_LEAGUES = `開催中のリーグは${LEAGUES_MAX}までです`;
export const NOT_ELIGIBLE = "このモデルは出せません";
export const NO_STAKES = "賭け金も賞品もありません。抜けた人の成績は「退会した人」として残ります。";

export function signed(skill: number): string {
  const words = formatSkill(skill);
  return skill > 0 && words !== "0.0" ? `+${words}` : words;
}

export function weekendWords(saturday: string, today: string): string {
  return `${formatDayNear(saturday, today)}・${formatDayNear(addDays(saturday, 1), today)}`;
}
