import { and, asc, eq, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import {
  apiTokens,
  downgrades,
  mailCodes,
  planChanges,
  planIntents,
  sessions,
  subscriptions,
  usage,
  users,
} from "#app/db/schema/accounts.server.ts";
import { favouriteHorses, follows, horseMarks, horseNotes } from "#app/db/schema/fans.server.ts";
import {
  analyses,
  analysisDays,
  analysisTombstones,
  models,
  rankingEntries,
  suggestionSearches,
} from "#app/db/schema/models.server.ts";
import { notificationChoices, notifications, pushSubscriptions } from "#app/db/schema/notifications.server.ts";
import { ownBudgets, ownLimits, ownPauses } from "#app/db/schema/own-limits.server.ts";
import { ownTickets, recordEntries } from "#app/db/schema/own-records.server.ts";
import { leagueMembers, leagueModels, leagues } from "#app/db/schema/seasons.server.ts";
import { passkeys } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";
import { profileColumns } from "./profiles.server.ts";

/** What the export contains of one table: the rows of an owner, some columns, their order. */
interface Part {
  owner: SQLiteColumn;
  /** A column whose name in the API differs has its name before it. */
  columns: readonly (SQLiteColumn | readonly [name: string, column: SQLiteColumn])[];
  order: readonly SQLiteColumn[];
  where?: SQL;
}

/**
 * Everything stored about a user, by the names of the API. Left out: hashes of passwords, sessions and codes, second factors,
 * keys of devices, addresses of payment pages. A new table with a user's rows needs an entry here.
 */
const PARTS: Readonly<Record<string, Part>> = {
  user: {
    owner: users.id,
    columns: [
      users.id,
      users.name,
      users.email,
      users.plan,
      ...Object.values(profileColumns),
      users.defaultModelId,
      users.stripeCustomerId,
      users.createdAt,
      users.nameHiddenAt,
    ],
    order: [],
    where: isNull(users.deletedAt),
  },
  plan_changes: {
    owner: planChanges.userId,
    columns: [
      planChanges.plan,
      planChanges.reason,
      planChanges.source,
      planChanges.effectiveAt,
      planChanges.recordedAt,
    ],
    order: [planChanges.effectiveAt, planChanges.id],
  },
  subscriptions: {
    owner: subscriptions.userId,
    columns: [
      subscriptions.stripeSubscriptionId,
      subscriptions.plan,
      subscriptions.status,
      subscriptions.currentPeriodStart,
      subscriptions.currentPeriodEnd,
      subscriptions.endedAt,
      subscriptions.updatedAt,
    ],
    order: [subscriptions.id],
  },
  downgrades: {
    owner: downgrades.userId,
    columns: [downgrades.month, downgrades.at],
    order: [downgrades.month],
  },
  plan_requests: {
    owner: planIntents.userId,
    columns: [
      planIntents.kind,
      planIntents.fromPlan,
      planIntents.plan,
      planIntents.status,
      planIntents.createdAt,
      planIntents.expiresAt,
      planIntents.finishedAt,
    ],
    order: [planIntents.createdAt],
  },
  usage: {
    owner: usage.userId,
    columns: [
      usage.kind,
      usage.subjectId,
      usage.day,
      usage.month,
      usage.underFreeLimits,
      usage.usedAt,
      usage.returnedAt,
    ],
    order: [],
  },
  models: {
    owner: models.userId,
    columns: [
      ["model_id", models.id],
      models.name,
      models.venueType,
      ["feature", models.features],
      models.featureCount,
      models.isWeight,
      models.status,
      models.cutoffDay,
      models.report,
      models.createdAt,
      models.completedAt,
      models.confirmedAt,
      models.deletedAt,
      models.parentId,
      models.publishedAt,
      models.showsChoice,
    ],
    order: [models.id],
  },
  suggestion_searches: {
    owner: suggestionSearches.userId,
    columns: [
      suggestionSearches.modelId,
      suggestionSearches.number,
      suggestionSearches.status,
      suggestionSearches.createdAt,
      suggestionSearches.completedAt,
      suggestionSearches.changes,
      suggestionSearches.result,
    ],
    order: [suggestionSearches.number],
  },
  analysis_results: {
    owner: analyses.userId,
    columns: [
      ["analysis_result_id", analyses.id],
      analyses.modelId,
      analyses.modelName,
      analyses.raceId,
      analyses.venueType,
      analyses.raceInfo,
      analyses.status,
      analyses.scores,
      analyses.isLearntFrom,
      analyses.createdAt,
      analyses.completedAt,
      analyses.confirmedAt,
      analyses.sharedAt,
      analyses.deletedAt,
    ],
    order: [analyses.id],
  },
  deleted_analyses: {
    owner: analysisTombstones.userId,
    columns: [
      ["analysis_result_id", analysisTombstones.analysisId],
      analysisTombstones.modelId,
      analysisTombstones.modelName,
      analysisTombstones.raceId,
      analysisTombstones.venueType,
      analysisTombstones.raceInfo,
      analysisTombstones.picks,
      analysisTombstones.isLearntFrom,
      analysisTombstones.createdAt,
      analysisTombstones.completedAt,
      analysisTombstones.deletedAt,
    ],
    order: [analysisTombstones.completedAt, analysisTombstones.analysisId],
  },
  record_entries: {
    owner: recordEntries.userId,
    columns: [
      ["analysis_result_id", recordEntries.analysisId],
      recordEntries.modelId,
      recordEntries.modelName,
      recordEntries.raceId,
      recordEntries.date,
      recordEntries.picks,
      recordEntries.isLearntFrom,
      recordEntries.completedAt,
      recordEntries.sealedAt,
      recordEntries.deletedAt,
      recordEntries.resultKind,
      recordEntries.starters,
      recordEntries.finish,
      recordEntries.odds,
      recordEntries.popularity,
      recordEntries.bets,
      recordEntries.favourite,
    ],
    order: [recordEntries.date, recordEntries.analysisId],
  },
  own_tickets: {
    owner: ownTickets.userId,
    columns: [
      ownTickets.raceId,
      ownTickets.date,
      ownTickets.kind,
      ownTickets.modelId,
      ownTickets.yen,
      ownTickets.recordedAt,
      ownTickets.lines,
    ],
    order: [ownTickets.date, ownTickets.id],
  },
  analysis_days: {
    owner: analysisDays.userId,
    columns: [analysisDays.modelId, analysisDays.date, analysisDays.createdAt, analysisDays.stoppedAt],
    order: [analysisDays.id],
  },
  rankings: {
    owner: rankingEntries.userId,
    columns: [["ranking", rankingEntries.rankingKey], ["period", rankingEntries.periodKey], rankingEntries.entry],
    order: [rankingEntries.periodKey, rankingEntries.rankingKey, rankingEntries.modelId],
    // Entries of a build that was replaced are about to be deleted.
    where: sql`${rankingEntries.buildId} in (select id from ranking_builds)`,
  },
  horse_marks: {
    owner: horseMarks.userId,
    columns: [horseMarks.raceId, horseMarks.horseId, horseMarks.mark, horseMarks.markedAt],
    order: [horseMarks.markedAt, horseMarks.raceId, horseMarks.horseId],
  },
  horse_notes: {
    owner: horseNotes.userId,
    columns: [horseNotes.horseId, horseNotes.note, horseNotes.notedAt],
    order: [horseNotes.notedAt, horseNotes.horseId],
  },
  favourite_horses: {
    owner: favouriteHorses.userId,
    columns: [favouriteHorses.horseId, favouriteHorses.addedAt],
    order: [favouriteHorses.addedAt, favouriteHorses.horseId],
  },
  follows: {
    owner: follows.userId,
    columns: [follows.modelId, follows.followedAt],
    order: [follows.followedAt, follows.modelId],
  },
  hosted_leagues: {
    owner: leagues.hostId,
    columns: [leagues.id, leagues.name, leagues.firstDay, leagues.lastDay, leagues.createdAt, leagues.inviteExpiresAt],
    order: [leagues.firstDay, leagues.id],
  },
  leagues: {
    owner: leagueMembers.userId,
    columns: [leagueMembers.leagueId, leagueMembers.joinedAt, leagueMembers.leftAt],
    order: [leagueMembers.joinedAt, leagueMembers.leagueId],
  },
  league_models: {
    owner: leagueModels.userId,
    columns: [leagueModels.leagueId, leagueModels.week, leagueModels.modelId],
    order: [leagueModels.leagueId, leagueModels.week],
  },
  notification_choices: {
    owner: notificationChoices.userId,
    columns: [
      notificationChoices.kind,
      notificationChoices.byMail,
      notificationChoices.byPush,
      notificationChoices.chosenAt,
    ],
    order: [notificationChoices.kind],
  },
  push_subscriptions: {
    owner: pushSubscriptions.userId,
    columns: [pushSubscriptions.endpoint, pushSubscriptions.createdAt],
    order: [pushSubscriptions.createdAt, pushSubscriptions.id],
  },
  notifications: {
    owner: notifications.userId,
    columns: [
      notifications.kind,
      notifications.day,
      notifications.title,
      notifications.body,
      notifications.path,
      notifications.createdAt,
      notifications.mailedAt,
      notifications.pushedAt,
    ],
    order: [notifications.id],
  },
  staff: { owner: staff.userId, columns: [staff.addedAt], order: [] },
  own_limits: {
    owner: ownLimits.userId,
    columns: [ownLimits.kind, ownLimits.amount, ownLimits.raiseTo, ownLimits.raiseAt],
    order: [ownLimits.kind],
  },
  own_pauses: { owner: ownPauses.userId, columns: [ownPauses.startedAt, ownPauses.endsAt], order: [] },
  own_budgets: {
    owner: ownBudgets.userId,
    columns: [ownBudgets.month, ownBudgets.raceId, ownBudgets.yen, ownBudgets.typedAt],
    order: [ownBudgets.month, ownBudgets.raceId],
  },
  passkeys: {
    owner: passkeys.userId,
    columns: [passkeys.name, passkeys.createdAt, passkeys.usedAt],
    order: [passkeys.createdAt],
  },
  sessions: {
    owner: sessions.userId,
    columns: [sessions.createdAt, sessions.expiresAt, sessions.device],
    order: [sessions.createdAt],
  },
  api_tokens: {
    owner: apiTokens.userId,
    columns: [apiTokens.name, apiTokens.createdAt, apiTokens.expiresAt],
    order: [apiTokens.createdAt, apiTokens.name],
  },
  mail_requests: {
    owner: mailCodes.userId,
    columns: [mailCodes.kind, mailCodes.email, mailCodes.createdAt, mailCodes.expiresAt, mailCodes.usedAt],
    order: [mailCodes.createdAt],
  },
};

/** Columns stored as JSON, by their names in the export. */
const JSON_COLUMNS = new Set([
  "feature",
  "report",
  "race_info",
  "scores",
  "picks",
  "bets",
  "favourite",
  "entry",
  "changes",
  "result",
]);

/** One round trip. */
export async function readPersonalData(db: Database, userId: number): Promise<Record<string, unknown>> {
  const [first, ...others] = Object.values(PARTS).map((part) => selectPart(db, part, userId));
  const found = first === undefined ? [] : await db.batch([first, ...others]);
  const document = Object.keys(PARTS).map((name, index) => [name, found[index]?.map(parseColumns) ?? []] as const);
  const { user, ...lists } = Object.fromEntries(document);
  return { user: user?.[0] ?? null, ...lists };
}

function selectPart(db: Database, { owner, columns, order, where }: Part, userId: number) {
  const selection = columns.map((each): [string, SQLiteColumn | SQL] => {
    const [name, column] = "table" in each ? [each.name, each] : each;
    // Flags as the 0 or 1 that is stored.
    return [name, column.dataType === "boolean" ? sql`${column}` : column];
  });
  return db
    .select(Object.fromEntries(selection))
    .from(owner.table)
    .where(and(eq(owner, userId), where))
    .orderBy(...order.map((column) => asc(column)));
}

function parseColumns(row: Record<string, unknown>): Record<string, unknown> {
  const parsed = Object.entries(row).map(([name, value]) => [
    name,
    JSON_COLUMNS.has(name) && typeof value === "string" ? JSON.parse(value) : value,
  ]);
  return Object.fromEntries(parsed);
}
