import { errorStack } from "#app/adapters/error-text.server.ts";
import { createSeasonStore } from "#app/adapters/ranking-store.server.ts";
import { listSettledFollows } from "#app/db/fans/follows.server.ts";
import { readWeek } from "#app/db/home.server.ts";
import {
  type EnteredFavourite,
  insertEntriesNotifications,
  listEnteredFavourites,
  listEnteredVenues,
  listSettledDays,
  listUntold,
} from "#app/db/notifications/event-notifications.server.ts";
import { isKindWanted } from "#app/db/notifications/notification-choices.server.ts";
import { readLooks, recordLook } from "#app/db/notifications/notification-looks.server.ts";
import { lastWeek } from "#app/domain/days/own-picks.ts";
import type { NotificationDraft, NotificationKind } from "#app/domain/notifications.ts";
import type { ModelChooser } from "#app/domain/plans/plan-holder.ts";
import {
  addDays,
  DAY_SECONDS,
  japanDay,
  japanTime,
  startOfJapanDay,
  weekdayOf,
} from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";
import { readAnswers } from "#app/services/own-records/own-records.server.ts";
import { listOwnSeason } from "#app/services/season/season.server.ts";
import { entriesOut, favouritesEntered, followedSettled, racesSettled, weekReviewed } from "./notification-words.ts";
import { deliverDueNotifications, queueNotifications } from "./notifications.server.ts";

/** In Japan. */
const MORNING = "08:00";
/** After the last central race, when all own races are settled; then what there is. */
const RESULTS_FROM = "17:00";
const RESULTS_AT_LATEST = "22:00";
/** Until when yesterday's results are news. */
const RESULTS_UNTIL = "12:00";
const ENTRIES_FROM = "18:00";

const MONDAY = 1;
const FRIDAY = 5;

const USERS_PER_READ = 500;
/** More than a user's favourites. */
const RUNNERS_PER_READ = 2_000;

interface ResultsDay {
  day: string;
  /** Does not wait for races still to run. */
  isLate: boolean;
}

/** Every minute. Looks only after changes of races or at these hours; repeats queue nothing twice. */
export async function queueSummaries(deps: Deps): Promise<void> {
  const now = deps.now();
  const today = japanDay(now);
  const time = japanTime(now);
  const results = resultsDay(today, time);
  const isMorning = time >= MORNING;
  if (results === null && !isMorning) return;
  const { dataVersion, looked } = await readLooks(deps.db);
  const look = async (
    { summary, kind, at }: { summary: string; kind: NotificationKind; at: string },
    queue: () => Promise<boolean>,
  ) => {
    if (looked.get(summary) === at || !(await isKindWanted(deps.db, { kind }))) return;
    if (await queue()) await recordLook(deps.db, { summary, at });
  };
  if (isMorning) {
    const at = `${today} ${dataVersion}`;
    await look({ summary: "favourites", kind: "favourite-entered", at }, () => queueFavourites(deps, today));
  }
  if (isMorning && weekdayOf(today) === MONDAY)
    await look({ summary: "week", kind: "week-review", at: today }, () => queueWeekReviews(deps, today));
  if (time >= ENTRIES_FROM && weekdayOf(today) === FRIDAY) {
    const at = `${today} ${dataVersion}`;
    await look({ summary: "entries", kind: "entries-out", at }, () => queueEntries(deps, addDays(today, 1)));
  }
  if (results !== null) {
    const at = `${results.day} ${dataVersion} ${results.isLate ? "late" : "all"}`;
    await look({ summary: "results", kind: "race-settled", at }, () => queueResults(deps, results));
  }
}

function resultsDay(today: string, time: string): ResultsDay | null {
  if (time < RESULTS_UNTIL) return { day: addDays(today, -1), isLate: true };
  return time < RESULTS_FROM ? null : { day: today, isLate: time >= RESULTS_AT_LATEST };
}

async function queueEntries(deps: Deps, day: string): Promise<boolean> {
  const venues = await listEnteredVenues(deps.db, { day });
  if (venues.length > 0) {
    await insertEntriesNotifications(deps.db, { ...entriesOut({ day, venues }), now: deps.now() });
    await deliverDueNotifications(deps);
  }
  return true;
}

async function queueResults(deps: Deps, { day, isLate }: ResultsDay): Promise<boolean> {
  // Races are analysed on their day, by operators before.
  const since = startOfJapanDay(day) - DAY_SECONDS;
  await queueByUser(
    deps,
    (page) => listSettledDays(deps.db, { day, since, isLate, ...page }),
    (user) => racesSettled({ ...user, day }),
  );
  // One notification a day: a user's own results come first.
  if (isLate)
    await queueByUser(
      deps,
      (page) => listSettledFollows(deps.db, { day, ...page }),
      (user) => followedSettled({ ...user, day }),
    );
  return true;
}

async function queueByUser<User extends { userId: number }>(
  deps: Deps,
  list: (page: { after: number; limit: number }) => Promise<User[]>,
  draft: (user: User) => NotificationDraft,
): Promise<void> {
  for (let after = 0; ; ) {
    const users = await list({ after, limit: USERS_PER_READ });
    await queueNotifications(deps, { drafts: users.map(draft) });
    if (users.length < USERS_PER_READ) return;
    after = users.at(-1)?.userId ?? after;
  }
}

async function queueFavourites(deps: Deps, day: string): Promise<boolean> {
  let after = 0;
  for (;;) {
    const page = { after, limit: RUNNERS_PER_READ };
    const rows = await listEnteredFavourites(deps.db, { day, now: deps.now(), ...page });
    const isLast = rows.length < RUNNERS_PER_READ;
    // The last user of a full page may have more.
    const cut = isLast ? null : rows.at(-1)?.userId;
    const byUser = new Map<number, EnteredFavourite[]>();
    for (const row of rows) {
      if (row.userId === cut) continue;
      const known = byUser.get(row.userId);
      if (known === undefined) byUser.set(row.userId, [row]);
      else known.push(row);
    }
    const drafts: NotificationDraft[] = [...byUser].map(([userId, entered]) =>
      favouritesEntered(entered, { userId, day }),
    );
    await queueNotifications(deps, { drafts });
    if (isLast) return true;
    after = [...byUser.keys()].at(-1) ?? after;
  }
}

/** A review reads up to 300 analyses, about 50 ms. */
const USERS_PER_RUN = 50;

/** Reviews the seven days before a Monday. @returns whether all users are done */
async function queueWeekReviews(deps: Deps, day: string): Promise<boolean> {
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
