import { VenueType } from "#app/domain/racing/race.ts";
import type { SourceRace } from "./history.ts";

/**
 * Words for each level, lowest first: Japanese classes by wins or by prize money until 2019, then those of Hong Kong.
 * Built from strings, because the bundler escapes their characters, but not those of regular expressions.
 */
const LEVELS = [
  "新馬|未出走|未勝利|第五班",
  "1勝|(?<!\\d)500万|第四班",
  "2勝|1000万|第三班",
  "3勝|1600万|第二班",
  "第一班",
].map((words) => new RegExp(words));
/** Open races, and those of Hong Kong, which have no class or a grade (級). */
const OPEN = 4;
const OPEN_ABROAD = 5;

/**
 * Step of a central race on the class ladder, 0 to 5, plus one; 0 elsewhere, because regional courses share no ladder.
 * Uses the class, or the name of the race where the feed has no class.
 */
export function levelOf({ venueType, name, raceClass }: Pick<SourceRace, "venueType" | "name" | "raceClass">): number {
  if (venueType !== VenueType.central) return 0;
  const text = raceClass ?? name ?? "";
  const level = LEVELS.findIndex((words) => words.test(text));
  if (level >= 0) return 1 + level;
  return 1 + (text === "" || text.includes("級賽") ? OPEN_ABROAD : OPEN);
}
