/** What the organisers' cards and results say besides the figures: conditions, purses, lengths and laps. */

import { VenueType, type WeightRule } from "#app/domain/racing/race.ts";
import type { RaceDetails } from "#app/domain/racing/records.ts";
import { courseWayOf } from "./courses.ts";
import type { Entry, PlannedRace } from "./entries.ts";
import type { RaceSpec } from "./programme.ts";

export const PRIZE_SHARES: readonly number[] = [1, 0.4, 0.25, 0.15, 0.1];
const RAILS = ["A", "B", "C"] as const;
const DAYS_PER_RAIL = 4;
const SECTION_M = 200;
const LAST_SECTIONS = 3;
/** A section's time relative to the others: the start is slow, the second section the fastest. */
const FIRST_PACES: readonly number[] = [1.06, 0.94, 0.97];
const LAST_PACES: readonly number[] = [1, 0.98, 1.02];
const SECONDS_PER_LENGTH = 0.17;
/** Above this an organiser writes 大差. */
const MOST_LENGTHS = 10;
/** Margins without a difference in time. */
const NARROW = ["ハナ", "アタマ", "クビ"] as const;

export function raceDetails({ spec, meeting, entries }: PlannedRace): Omit<RaceDetails, "lapsS"> {
  const { course } = meeting;
  const isCentral = course.venueType === VenueType.central;
  const railAt = Math.floor(((meeting.meetingDay ?? 1) - 1) / DAYS_PER_RAIL);
  return {
    weightRule: isCentral ? weightRuleOf(spec) : null,
    entryMarks: (isCentral && entryMarksOf(spec, entries)) || null,
    courseWay: courseWayOf(course, spec.surface, spec.distanceM),
    rail: isCentral && spec.surface === "turf" ? (RAILS[railAt] ?? "D") : null,
    pursesYen: PRIZE_SHARES.map((share) => prizeYen(spec, share)).join("-"),
  };
}

export const prizeYen = ({ winnerPrizeYen }: RaceSpec, share: number): number =>
  Math.round((winnerPrizeYen * share) / 1000) * 1000;

function weightRuleOf({ conditions: { age, maxLevel, jump }, grade, handicap }: RaceSpec): WeightRule {
  if (handicap) return "handicap";
  if (jump || grade === "G1") return "set";
  if (grade !== null || maxLevel === 4) return "special";
  return age === "2" || age === "3" ? "age" : "set";
}

function entryMarksOf(
  { conditions: { maxLevel, jump }, grade, femaleOnly }: RaceSpec,
  entries: readonly Entry[],
): string {
  if (jump) return "(混)";
  const isGraded = grade !== null && grade !== "listed";
  const origin = isGraded ? "(国際)" : maxLevel > 0 ? "(混)" : "";
  // Opened to all if too few fillies were ready.
  const sex = femaleOnly && entries.every(({ sex }) => sex === "female") ? "牝" : "";
  return `${origin}${sex}${isGraded || maxLevel > 2 ? "(指)" : "[指]"}`;
}

/** ☆ 1 kg, △ 2 kg, ▲ 3 kg: only where the carried weight includes the allowance. */
export function apprenticeOf({ jockey }: Entry, { surface, handicap }: RaceSpec) {
  if (surface === "jump" || handicap) return null;
  return ([null, "☆", "△", "▲"] as const)[jockey.allowanceKg] ?? null;
}

/** Behind a horse whose time was `gapS` less. */
export function lengthsOf(gapS: number, { isDeadHeat, horseNum }: { isDeadHeat: boolean; horseNum: number }): string {
  if (isDeadHeat) return "同着";
  const quarters = Math.round((gapS / SECONDS_PER_LENGTH) * 4);
  if (quarters === 0) return NARROW[horseNum % NARROW.length] ?? "ハナ";
  if (quarters > MOST_LENGTHS * 4) return "大差";
  // Quarters up to two lengths, halves up to four.
  const step = quarters <= 8 ? 1 : quarters <= 16 ? 2 : 4;
  const rounded = Math.max(2, Math.round(quarters / step) * step);
  const whole = Math.floor(rounded / 4);
  return [whole === 0 ? "" : String(whole), ["", "1/4", "1/2", "3/4"][rounded % 4]].filter(Boolean).join(" ");
}

/** The leader's sections; they sum to the winner's time. */
export function lapsOf(distanceM: number, winner: { timeS: number; last600mS: number }): string {
  const rest = (distanceM % SECTION_M) / SECTION_M;
  const count = Math.floor(distanceM / SECTION_M) - LAST_SECTIONS;
  const early = Array.from({ length: count }, (_, index) => FIRST_PACES[index + (rest > 0 ? 1 : 0)] ?? 1);
  if (rest > 0) early.unshift(rest * (FIRST_PACES[0] ?? 1));
  const laps = [...spread(winner.timeS - winner.last600mS, early), ...spread(winner.last600mS, LAST_PACES)];
  return laps.map((tenths) => (tenths / 10).toFixed(1)).join("-");
}

/** Whole tenths in these proportions that sum to the seconds. */
function spread(seconds: number, paces: readonly number[]): number[] {
  const total = paces.reduce((sum, pace) => sum + pace, 0);
  let passed = 0;
  let before = 0;
  return paces.map((pace) => {
    passed += pace;
    const until = Math.round((10 * seconds * passed) / total);
    const lap = until - before;
    before = until;
    return lap;
  });
}
