import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { isStraight } from "#scripts/sample/courses.ts";
import type { Entry, PlannedRace } from "#scripts/sample/entries.ts";
import type { Stream } from "#scripts/sample/random.ts";
import { drawLuck } from "./luck.ts";

/** Tuned so that the market's pseudo-R² is about 0.24 and the favourite wins 33 % (sample-aggregates.test.ts). */
const TUNING = {
  /** Everything that past results, jockey, trainer and sire reveal. */
  lasting: 1.06,
  /** Visible only on the day and in no column. Small, so that models reach three fifths of the market. */
  paddockSd: 0.12,
  /** The public's own error. Small, since models exploit whatever it leaves. */
  opinionSd: 0.07,
} as const;

export interface Strength {
  known: number;
  opinion: number;
  utility: number;
  hampered: boolean;
}

export function strengthOf(race: PlannedRace, entry: Entry, stream: Stream): Strength {
  const known = TUNING.lasting * lastingUtility(race, entry) + TUNING.paddockSd * stream.normal();
  const opinion = known + TUNING.opinionSd * stream.normal();
  const luck = drawLuck(stream);
  return { known, opinion, utility: known + luck.utility, hampered: luck.hampered };
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
  // Outer numbers have an advantage on the straight course, inner ones slightly on the ovals.
  const outside = entry.bracketNum / 8 - 0.5;
  const draw = isStraight(meeting.course, spec.surface, spec.distanceM) ? 0.9 * outside : -0.15 * outside;
  // Front-runners have an advantage on dirt.
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
