/** How strong a runner is in a race, in logits, and what the public makes of it. */

import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { isStraight } from "./courses.ts";
import type { Entry, PlannedRace } from "./entries.ts";
import type { Stream } from "./random.ts";

/**
 * Tuned so that the market's pseudo-R² is about 0.24, the favourite wins 33 % and returns about 80 %, and a model of
 * past results without odds reaches two thirds of it (test/unit/sample-aggregates.test.ts measures the first).
 */
const TUNING = {
  /** Everything that past results, jockey, trainer and sire can tell. */
  lasting: 1.2,
  /** What shows on the day only: seen by the public, in no column. */
  paddockSd: 0.36,
  /** What nobody sees. */
  hiddenSd: 0.25,
  /** The public's own error, larger for horses that it has seldom seen run. */
  opinionSd: 0.56,
  unseenOpinionSd: 0.6,
  /** The public is about as sure of itself as it should be. */
  opinionScale: 0.85,
  /** Chances of good horses are told apart less well than those of bad ones. */
  cautionAtTheTop: 0.82,
} as const;

const HAMPERED_RATE = 0.045;

export interface Strength {
  /** Utility of the Plackett–Luce draw, before its Gumbel noise. */
  utility: number;
  /** Utility as the public sees it. */
  opinion: number;
  hampered: boolean;
}

export function strengthOf(race: PlannedRace, entry: Entry, stream: Stream): Strength {
  const lasting = TUNING.lasting * lastingUtility(race, entry);
  const paddock = TUNING.paddockSd * stream.normal();
  const hidden = TUNING.hiddenSd * stream.normal();
  const hampered = stream.chance(HAMPERED_RATE);
  const opinionSd = TUNING.opinionSd + TUNING.unseenOpinionSd / (1 + entry.horse.starts);
  const opinion = TUNING.opinionScale * (lasting + paddock + opinionSd * stream.normal());
  return { utility: lasting + paddock + hidden - (hampered ? 0.9 : 0), opinion, hampered };
}

function lastingUtility(race: PlannedRace, entry: Entry): number {
  const { horse, jockey, trainer } = entry;
  const { spec, meeting, going, day } = race;
  const age = (day - dayNumber(`${horse.birthYear}-04-01`)) / 365.25;
  const youth = age < 4.5 ? 0.2 * horse.immaturity * (4.5 - age) ** 1.5 : 0;
  const decline = age > 5.5 ? 0.1 * (age - 5.5) ** 1.3 : 0;
  const jump = spec.surface === "jump";
  const surface = jump ? 0 : (spec.surface === "turf" ? 0.6 : -0.6) * horse.turfLean;
  const distance = jump ? 0 : -9 * (Math.log(spec.distanceM) - horse.logDistance) ** 2;
  const wet = (going === "firm" ? 0 : going === "good" ? 0.5 : 1.2) * horse.wetLean;
  const allowance = (horse.female ? 2 : 0) + (jump ? 60 : 57) - 2;
  const weight = -0.07 * (entry.carriedWeightKg - allowance);
  const rest = day - horse.lastStartDay;
  const rust = horse.starts > 0 && rest > 90 ? -0.15 : 0;
  // Outer numbers do well on the straight course, inner ones slightly on the ovals.
  const outside = entry.bracketNum / 8 - 0.5;
  const draw = isStraight(meeting.course, spec.surface, spec.distanceM) ? 0.9 * outside : -0.15 * outside;
  // Who leads early keeps something of it on dirt.
  const lead = spec.surface === "dirt" ? 0.5 * (0.5 - horse.style) : 0.15 * (0.5 - horse.style);
  const body = entry.bodyWeightChangeKg === null ? 0 : -0.012 * Math.abs(entry.bodyWeightChangeKg);
  return (
    horse.ability +
    horse.form -
    youth -
    decline +
    surface +
    distance +
    wet +
    weight +
    rust +
    draw +
    lead +
    body +
    jockey.skill +
    trainer.skill
  );
}

/** Win probabilities of a softmax over the opinions, by horse number. */
export function publicProbabilities(opinions: readonly (readonly [number, number])[]): Map<number, number> {
  const mean = opinions.reduce((sum, [, opinion]) => sum + opinion, 0) / opinions.length;
  const weights = opinions.map(([horseNum, opinion]) => {
    const above = opinion - mean;
    return [horseNum, Math.exp(above > 0 ? TUNING.cautionAtTheTop * above : above)] as const;
  });
  const sum = weights.reduce((total, [, weight]) => total + weight, 0);
  return new Map(weights.map(([horseNum, weight]) => [horseNum, weight / sum]));
}
