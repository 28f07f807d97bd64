import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "#app/db/database.server.ts";
import {
  downgrades,
  mailCodes,
  planChanges,
  planIntents,
  sessions,
  subscriptions,
  usage,
  users,
} from "#app/db/schema/accounts.server.ts";
import { favouriteHorses, horseMarks, horseNotes } from "#app/db/schema/fans.server.ts";
import {
  analyses,
  analysisDays,
  analysisTombstones,
  models,
  rankingBuilds,
  rankingEntries,
} from "#app/db/schema/models.server.ts";
import { noticeChoices, notices, pushSubscriptions } from "#app/db/schema/notices.server.ts";

/**
 * Everything stored about a user, by the names of the API, without hashes of passwords, sessions and codes and without
 * addresses of payment pages. One round trip (primary key; the indexes by user_id of each table).
 */
export async function readPersonalData(db: Database, userId: number) {
  const [found, planHistory, subscribed, downgraded, planRequests, used, ...rest] = await db.batch([
    selectUser(db, userId),
    selectPlanChanges(db, userId),
    selectSubscriptions(db, userId),
    db
      .select({ month: downgrades.month, at: downgrades.at })
      .from(downgrades)
      .where(eq(downgrades.userId, userId))
      .orderBy(asc(downgrades.month)),
    selectPlanRequests(db, userId),
    selectUsage(db, userId),
    selectModels(db, userId),
    selectAnalyses(db, userId),
    selectDeletedAnalyses(db, userId),
    db
      .select({
        model_id: analysisDays.modelId,
        date: analysisDays.date,
        created_at: analysisDays.createdAt,
        stopped_at: analysisDays.stoppedAt,
      })
      .from(analysisDays)
      .where(eq(analysisDays.userId, userId))
      .orderBy(asc(analysisDays.id)),
    db
      .select({ created_at: sessions.createdAt, expires_at: sessions.expiresAt })
      .from(sessions)
      .where(eq(sessions.userId, userId))
      .orderBy(asc(sessions.createdAt)),
    selectMailRequests(db, userId),
    selectRankings(db, userId),
    selectOwnMarks(db, userId),
    selectOwnNotes(db, userId),
    selectFavourites(db, userId),
    selectNoticeChoices(db, userId),
    selectPushSubscriptions(db, userId),
    selectNotices(db, userId),
  ]);
  const [ownModels, ownAnalyses, deletedAnalyses, days, ownSessions, mailRequests, rankings, ...kept] = rest;
  const [marks, notes, favourites, choices, browsers, sentNotices] = kept;
  return {
    user: found[0] ?? null,
    planChanges: planHistory,
    subscriptions: subscribed,
    downgrades: downgraded,
    planRequests,
    usage: used,
    models: ownModels.map((row) => ({ ...row, feature: readJson(row.feature), report: readJson(row.report) })),
    analyses: ownAnalyses.map((row) => ({
      ...row,
      race_info: readJson(row.race_info),
      scores: readJson(row.scores),
    })),
    /** The remains of deleted analyses that were complete before the race started. */
    deletedAnalyses: deletedAnalyses.map((row) => ({
      ...row,
      race_info: readJson(row.race_info),
      picks: readJson(row.picks),
    })),
    /** Days of which all races were asked for at once. */
    analysisDays: days,
    sessions: ownSessions,
    mailRequests,
    /** Entries of the latest count of each ranking. */
    rankings: rankings.map((row) => ({ ...row, entry: readJson(row.entry) })),
    horseMarks: marks,
    horseNotes: notes,
    favouriteHorses: favourites,
    noticeChoices: choices,
    /** Without the keys by which notices are encrypted. */
    pushSubscriptions: browsers,
    notices: sentNotices,
  };
}

function readJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}

function selectUser(db: Database, userId: number) {
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      plan: users.plan,
      birth_date: users.birthDate,
      sex: users.sex,
      fav_horse: users.favHorse,
      fav_jockey: users.favJockey,
      fav_ticket_type: users.favTicketType,
      race_of_memories: users.raceOfMemories,
      racing_experience: users.racingExperience,
      icon: users.icon,
      phone_number: users.phoneNumber,
      prefectures: users.prefectures,
      profile: users.profile,
      default_model_id: users.defaultModelId,
      stripe_customer_id: users.stripeCustomerId,
      created_at: users.createdAt,
    })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

function selectOwnMarks(db: Database, userId: number) {
  return db
    .select({
      race_id: horseMarks.raceId,
      horse_id: horseMarks.horseId,
      mark: horseMarks.mark,
      marked_at: horseMarks.markedAt,
    })
    .from(horseMarks)
    .where(eq(horseMarks.userId, userId))
    .orderBy(asc(horseMarks.markedAt), asc(horseMarks.raceId), asc(horseMarks.horseId));
}

function selectOwnNotes(db: Database, userId: number) {
  return db
    .select({ horse_id: horseNotes.horseId, note: horseNotes.note, noted_at: horseNotes.notedAt })
    .from(horseNotes)
    .where(eq(horseNotes.userId, userId))
    .orderBy(asc(horseNotes.notedAt), asc(horseNotes.horseId));
}

function selectFavourites(db: Database, userId: number) {
  return db
    .select({ horse_id: favouriteHorses.horseId, added_at: favouriteHorses.addedAt })
    .from(favouriteHorses)
    .where(eq(favouriteHorses.userId, userId))
    .orderBy(asc(favouriteHorses.addedAt), asc(favouriteHorses.horseId));
}

function selectNoticeChoices(db: Database, userId: number) {
  return db
    .select({
      kind: noticeChoices.kind,
      by_mail: asStored(noticeChoices.byMail),
      by_push: asStored(noticeChoices.byPush),
      chosen_at: noticeChoices.chosenAt,
    })
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId))
    .orderBy(asc(noticeChoices.kind));
}

function selectPushSubscriptions(db: Database, userId: number) {
  return db
    .select({ endpoint: pushSubscriptions.endpoint, created_at: pushSubscriptions.createdAt })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

function selectNotices(db: Database, userId: number) {
  return db
    .select({
      kind: notices.kind,
      day: notices.day,
      title: notices.title,
      body: notices.body,
      path: notices.path,
      created_at: notices.createdAt,
      mailed_at: notices.mailedAt,
      pushed_at: notices.pushedAt,
    })
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.id));
}

function selectPlanChanges(db: Database, userId: number) {
  return db
    .select({
      plan: planChanges.plan,
      reason: planChanges.reason,
      source: planChanges.source,
      effective_at: planChanges.effectiveAt,
      recorded_at: planChanges.recordedAt,
    })
    .from(planChanges)
    .where(eq(planChanges.userId, userId))
    .orderBy(asc(planChanges.effectiveAt), asc(planChanges.id));
}

function selectSubscriptions(db: Database, userId: number) {
  return db
    .select({
      stripe_subscription_id: subscriptions.stripeSubscriptionId,
      plan: subscriptions.plan,
      status: subscriptions.status,
      current_period_start: subscriptions.currentPeriodStart,
      current_period_end: subscriptions.currentPeriodEnd,
      ended_at: subscriptions.endedAt,
      updated_at: subscriptions.updatedAt,
    })
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.id));
}

function selectPlanRequests(db: Database, userId: number) {
  return db
    .select({
      kind: planIntents.kind,
      from_plan: planIntents.fromPlan,
      plan: planIntents.plan,
      status: planIntents.status,
      created_at: planIntents.createdAt,
      expires_at: planIntents.expiresAt,
      finished_at: planIntents.finishedAt,
    })
    .from(planIntents)
    .where(eq(planIntents.userId, userId))
    .orderBy(asc(planIntents.createdAt));
}

function selectUsage(db: Database, userId: number) {
  return db
    .select({
      kind: usage.kind,
      subject_id: usage.subjectId,
      day: usage.day,
      month: usage.month,
      under_free_limits: asStored(usage.underFreeLimits),
      used_at: usage.usedAt,
      returned_at: usage.returnedAt,
    })
    .from(usage)
    .where(eq(usage.userId, userId));
}

function selectModels(db: Database, userId: number) {
  return db
    .select({
      model_id: models.id,
      name: models.name,
      venue_type: models.venueType,
      feature: models.features,
      feature_count: models.featureCount,
      is_weight: asStored(models.isWeight),
      status: models.status,
      cutoff_day: models.cutoffDay,
      report: models.report,
      created_at: models.createdAt,
      completed_at: models.completedAt,
      confirmed_at: models.confirmedAt,
      deleted_at: models.deletedAt,
    })
    .from(models)
    .where(eq(models.userId, userId))
    .orderBy(asc(models.id));
}

function selectAnalyses(db: Database, userId: number) {
  return db
    .select({
      analysis_result_id: analyses.id,
      model_id: analyses.modelId,
      model_name: analyses.modelName,
      race_id: analyses.raceId,
      venue_type: analyses.venueType,
      race_info: analyses.raceInfo,
      status: analyses.status,
      scores: analyses.scores,
      is_learnt_from: asStored(analyses.isLearntFrom),
      created_at: analyses.createdAt,
      completed_at: analyses.completedAt,
      confirmed_at: analyses.confirmedAt,
      shared_at: analyses.sharedAt,
      deleted_at: analyses.deletedAt,
    })
    .from(analyses)
    .where(eq(analyses.userId, userId))
    .orderBy(asc(analyses.id));
}

function selectDeletedAnalyses(db: Database, userId: number) {
  return db
    .select({
      analysis_result_id: analysisTombstones.analysisId,
      model_id: analysisTombstones.modelId,
      model_name: analysisTombstones.modelName,
      race_id: analysisTombstones.raceId,
      venue_type: analysisTombstones.venueType,
      race_info: analysisTombstones.raceInfo,
      picks: analysisTombstones.picks,
      is_learnt_from: asStored(analysisTombstones.isLearntFrom),
      created_at: analysisTombstones.createdAt,
      completed_at: analysisTombstones.completedAt,
      deleted_at: analysisTombstones.deletedAt,
    })
    .from(analysisTombstones)
    .where(eq(analysisTombstones.userId, userId))
    .orderBy(asc(analysisTombstones.completedAt), asc(analysisTombstones.analysisId));
}

function selectMailRequests(db: Database, userId: number) {
  return db
    .select({
      kind: mailCodes.kind,
      email: mailCodes.email,
      created_at: mailCodes.createdAt,
      expires_at: mailCodes.expiresAt,
      used_at: mailCodes.usedAt,
    })
    .from(mailCodes)
    .where(eq(mailCodes.userId, userId))
    .orderBy(asc(mailCodes.createdAt));
}

function selectRankings(db: Database, userId: number) {
  return db
    .select({
      ranking: rankingEntries.rankingKey,
      period: rankingEntries.periodKey,
      entry: rankingEntries.entry,
    })
    .from(rankingEntries)
    .innerJoin(rankingBuilds, eq(rankingBuilds.id, rankingEntries.buildId))
    .where(eq(rankingEntries.userId, userId))
    .orderBy(asc(rankingEntries.periodKey), asc(rankingEntries.rankingKey), asc(rankingEntries.modelId));
}

/** 0 or 1, as the export has always contained them. */
function asStored(flag: SQLiteColumn) {
  return sql<number>`${flag}`;
}
