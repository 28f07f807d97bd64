import { and, eq, ne, type Placeholder } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { ONE_ROW } from "#app/db/fragments.server.ts";
import { suggestionSearches } from "#app/db/schema/models.server.ts";
import { SearchStatus } from "#app/domain/suggestions/suggestion-status.ts";

interface Account {
  userId: number | Placeholder;
  /** In Japan. */
  month: string | Placeholder;
}

export const isWorking = eq(suggestionSearches.status, SearchStatus.working);

/** One row: all searches of the account, those of the month, and running ones. */
export function selectSearchUses(db: Database, { userId, month }: Account) {
  const ofUser = eq(suggestionSearches.userId, userId);
  return db
    .select({
      searches: db.$count(suggestionSearches, ofUser).as("searches"),
      thisMonth: countOfMonth(db, { userId, month }).as("this_month"),
      working: db.$count(suggestionSearches, and(ofUser, isWorking)).as("working"),
    })
    .from(ONE_ROW);
}

/** A failed one is returned. */
export function countOfMonth(db: Database, { userId, month }: Account) {
  return db.$count(
    suggestionSearches,
    and(
      eq(suggestionSearches.userId, userId),
      eq(suggestionSearches.month, month),
      ne(suggestionSearches.status, SearchStatus.failed),
    ),
  );
}
