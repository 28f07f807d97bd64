import { markDisabled, type PlannedModel } from "#app/domain/plans/entitlements.ts";
import { isPaid, planLimits } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { CountedPeriod } from "./calendar.ts";

const MONTHLY_RACE_DAYS_NEEDED = 4;

export interface CandidateModel extends PlannedModel {
  venueType: number;
  /** Unix seconds; null if it is being created or failed. */
  completedAt: number | null;
}

export interface Participant {
  modelId: number;
  createdAt: number;
  /** Counting race days, ascending. */
  raceDays: readonly string[];
}

export function raceDaysAfter(raceDays: readonly string[], completedAt: number): string[] {
  const completedDay = japanDay(completedAt);
  return raceDays.filter((day) => day > completedDay);
}

/**
 * The models of one user that take part: the user on plans 2–6 at the period's Tuesday; the model complete, central,
 * and enabled under that plan among the models of that instant; and at least one race day after completion, four for
 * monthly rankings and their categories. Race days count, not races bet.
 */
export function selectParticipants(
  { plan, models }: { plan: number; models: readonly CandidateModel[] },
  period: Pick<CountedPeriod, "cadence" | "raceDays" | "participantsAt">,
): Participant[] {
  if (!isPaid(plan)) return [];
  // A model created after the Tuesday must not displace an older one under the plan's limit.
  const present = models.filter(({ createdAt }) => createdAt <= period.participantsAt);
  const needed = period.cadence === "monthly" ? MONTHLY_RACE_DAYS_NEEDED : 1;
  return markDisabled(present, planLimits(plan)).flatMap(({ model, disabled }): Participant[] => {
    const { modelId, createdAt, venueType, completedAt } = model;
    if (disabled !== null || !model.isHeld || completedAt === null || venueType !== VenueType.central) return [];
    const raceDays = raceDaysAfter(period.raceDays, completedAt);
    return raceDays.length < needed ? [] : [{ modelId, createdAt, raceDays }];
  });
}
