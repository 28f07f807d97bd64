import { errorStack } from "#app/adapters/error-text.server.ts";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { readWeek } from "#app/db/home.server.ts";
import { listUntold } from "#app/db/notifications/event-notifications.server.ts";
import { lastWeek } from "#app/domain/days/own-picks.ts";
import type { NotificationDraft } from "#app/domain/notifications.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { readAnswers } from "#app/services/own-records/own-records.server.ts";
import { listOwnSeason } from "#app/services/season/season.server.ts";
import { weekReviewed } from "./notification-words.ts";
import { queueNotifications } from "./notifications.server.ts";

/** A review reads up to 300 analyses, about 50 ms. */
const USERS_PER_RUN = 50;

/** Reviews the seven days before a Monday. @returns whether nobody waits for one */
export async function queueWeekReviews(deps: Deps, day: string): Promise<boolean> {
  const users = await listUntold(deps.db, { kind: "week-review", event: day, limit: USERS_PER_RUN });
  const board = await createSeasonStore(deps.store).readBoard();
  const buildId = board?.board.buildId ?? null;
  let isComplete = users.length < USERS_PER_RUN;
  for (const user of users) {
    try {
      await queueNotifications(deps, { drafts: [await reviewWeek(deps, { user, day, buildId })] });
    } catch (error) {
      // The others get theirs; the next run tries again.
      isComplete = false;
      console.error(JSON.stringify({ event: "week-review.failed", userId: user.id, error: errorStack(error) }));
    }
  }
  return isComplete;
}

async function reviewWeek(
  deps: Deps,
  { user, day, buildId }: { user: ModelChooser; day: string; buildId: string | null },
): Promise<NotificationDraft> {
  const days = { from: addDays(day, -7), to: addDays(day, -1) };
  const { models, week: entries, nextVenues } = await readWeek(deps.db, { userId: user.id, ...days });
  const week = lastWeek(entries, summarizeModels(models, user), user.defaultModelId);
  const answers = week && (await readAnswers(deps, { user, modelId: week.modelId }));
  const [newest] = answers?.months ?? [];
  const season = buildId === null ? [] : await listOwnSeason(deps, { user, buildId });
  const [next] = nextVenues;
  return weekReviewed({
    ...{ userId: user.id, day, week, ...days },
    season: season[0] ?? null,
    answers: newest !== undefined && newest.month >= days.from.slice(0, 7) && newest.views.length > 0 ? newest : null,
    nextDay: next === undefined ? null : { date: next.date, venues: nextVenues.map(({ venue }) => venue) },
  });
}
