import { markDisabled, type PlannedModel } from "#app/domain/plans/entitlements.ts";
import { isPaid, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { CountedPeriod } from "./calendar.ts";

/** Central race days after the day a model was complete, within the ranked month, that a monthly ranking asks for. */
const MONTHLY_RACE_DAYS_NEEDED = 4;

export interface CandidateModel extends PlannedModel {
  venueType: number;
  /** Unix seconds; null while it is being created, or failed. */
  completedAt: number | null;
}

export interface Participant {
  modelId: number;
  createdAt: number;
  /** Race days of the period whose races count for it, ascending. */
  raceDays: readonly string[];
}

/** Race days after the day a model was complete: what was raced before, it may have learnt from. */
export function raceDaysAfter(raceDays: readonly string[], completedAt: number): string[] {
  const completedDay = japanDay(completedAt);
  return raceDays.filter((day) => day > completedDay);
}

/**
 * The models of one user that take part: plan 2–6 at the period's Tuesday, complete, enabled under that plan among the
 * models of that instant, central; and one race day after completion, in monthly rankings and their categories four.
 * Race days count, not races bet, and of the whole month in categories too.
 *
 * @param plan   the user's plan at `period.participantsAt`, from the plan history
 * @param models all of the user's that are not deleted, in any order
 */
export function selectParticipants(
  { plan, models }: { plan: number; models: readonly CandidateModel[] },
  period: Pick<CountedPeriod, "cadence" | "raceDays" | "participantsAt">,
): Participant[] {
  if (!isPaid(plan)) return [];
  // A model made after the Tuesday must not push an older one out of the plan's places.
  const present = models.filter(({ createdAt }) => createdAt <= period.participantsAt);
  const needed = period.cadence === "monthly" ? MONTHLY_RACE_DAYS_NEEDED : 1;
  return markDisabled(present, planLimits(plan)).flatMap(({ model, disabled }): Participant[] => {
    const { modelId, createdAt, venueType, completedAt } = model;
    if (disabled !== null || !model.isHeld || completedAt === null || venueType !== VenueType.central) return [];
    const raceDays = raceDaysAfter(period.raceDays, completedAt);
    return raceDays.length < needed ? [] : [{ modelId, createdAt, raceDays }];
  });
}
