import { listSettledFollows } from "#app/db/fans/follows.server.ts";
import {
  type EnteredFavourite,
  listEnteredFavourites,
  listSettledDays,
} from "#app/db/notifications/event-notifications.server.ts";
import { isKindWanted } from "#app/db/notifications/notification-choices.server.ts";
import { readLooks, recordLook } from "#app/db/notifications/notification-looks.server.ts";
import type { NotificationDraft } from "#app/domain/notifications.ts";
import { addDays, DAY_SECONDS, japanDay, japanTime, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { favouritesEntered, followedSettled, racesSettled } from "./notification-words.ts";
import { queueNotifications } from "./notifications.server.ts";

/** In Japan. */
const FAVOURITES_FROM = "08:00";
/** After the last central race, when all own races are settled; then what there is. */
const RESULTS_FROM = "17:00";
const RESULTS_AT_LATEST = "22:00";
/** Until when yesterday's results are news. */
const RESULTS_UNTIL = "12:00";

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
  const isForFavourites = time >= FAVOURITES_FROM;
  if (results === null && !isForFavourites) return;
  const { dataVersion, looked } = await readLooks(deps.db);
  if (isForFavourites) {
    const at = `${today} ${dataVersion}`;
    if (looked.get("favourites") !== at && (await isKindWanted(deps.db, { kind: "favourite-entered" }))) {
      await queueFavourites(deps, today);
      await recordLook(deps.db, { summary: "favourites", at });
    }
  }
  if (results !== null) {
    const at = `${results.day} ${dataVersion} ${results.isLate ? "late" : "all"}`;
    if (looked.get("results") !== at && (await isKindWanted(deps.db, { kind: "race-settled" }))) {
      await queueResults(deps, results);
      await recordLook(deps.db, { summary: "results", at });
    }
  }
}

function resultsDay(today: string, time: string): ResultsDay | null {
  if (time < RESULTS_UNTIL) return { day: addDays(today, -1), isLate: true };
  return time < RESULTS_FROM ? null : { day: today, isLate: time >= RESULTS_AT_LATEST };
}

async function queueResults(deps: Deps, { day, isLate }: ResultsDay): Promise<void> {
  await queueOwnResults(deps, { day, isLate });
  // One notification a day: a user's own results come first.
  if (isLate) await queueFollowedResults(deps, day);
}

async function queueFollowedResults(deps: Deps, day: string): Promise<void> {
  let after = 0;
  for (;;) {
    const users = await listSettledFollows(deps.db, { day, after, limit: USERS_PER_READ });
    await queueNotifications(deps, { drafts: users.map((user) => followedSettled({ ...user, day })) });
    if (users.length < USERS_PER_READ) return;
    after = users.at(-1)?.userId ?? after;
  }
}

async function queueOwnResults(deps: Deps, { day, isLate }: ResultsDay): Promise<void> {
  // Races are analysed on their day, by operators before.
  const since = startOfJapanDay(day) - DAY_SECONDS;
  let after = 0;
  for (;;) {
    const page = { after, limit: USERS_PER_READ };
    const users = await listSettledDays(deps.db, { day, since, isLate, ...page });
    await queueNotifications(deps, { drafts: users.map((user) => racesSettled({ ...user, day })) });
    if (users.length < USERS_PER_READ) return;
    after = users.at(-1)?.userId ?? after;
  }
}

async function queueFavourites(deps: Deps, day: string): Promise<void> {
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
    if (isLast) return;
    after = [...byUser.keys()].at(-1) ?? after;
  }
}
