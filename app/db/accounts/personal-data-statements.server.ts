import { and, asc, eq, isNull } from "drizzle-orm";
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
import { ownBudgets, ownLimits, ownPauses } from "#app/db/schema/own-limits.server.ts";
import { recordEntries } from "#app/db/schema/own-records.server.ts";
import { passkeys } from "#app/db/schema/second-factors.server.ts";
import { staff } from "#app/db/schema/staff.server.ts";
import { stored } from "#app/db/stored-columns.server.ts";

/** The statements of a user's export, with the columns' names of the API. */
export function selectPersonalData(db: Database, userId: number) {
  return {
    user: selectUser(db, userId),
    planChanges: selectPlanChanges(db, userId),
    subscriptions: selectSubscriptions(db, userId),
    downgrades: selectDowngrades(db, userId),
    planRequests: selectPlanRequests(db, userId),
    usage: selectUsage(db, userId),
    models: selectModels(db, userId),
    analyses: selectAnalyses(db, userId),
    /** The remains of deleted analyses that were complete before the race started. */
    deletedAnalyses: selectDeletedAnalyses(db, userId),
    /** What models said before races, with what became of it. */
    recordEntries: selectRecordEntries(db, userId),
    /** Days of which all races were asked for at once. */
    analysisDays: selectAnalysisDays(db, userId),
    sessions: selectSessions(db, userId),
    mailRequests: selectMailRequests(db, userId),
    /** Entries of the latest count of each ranking. */
    rankings: selectRankings(db, userId),
    horseMarks: selectOwnMarks(db, userId),
    horseNotes: selectOwnNotes(db, userId),
    favouriteHorses: selectFavourites(db, userId),
    noticeChoices: selectNoticeChoices(db, userId),
    /** Without the keys by which notices are encrypted. */
    pushSubscriptions: selectPushSubscriptions(db, userId),
    notices: selectNotices(db, userId),
    /** The role of staff, without the second factor. */
    staff: selectStaff(db, userId),
    ownLimits: selectOwnLimits(db, userId),
    ownPauses: selectOwnPauses(db, userId),
    ownBudgets: selectOwnBudgets(db, userId),
    /** By their names, without keys and ids. */
    passkeys: selectPasskeys(db, userId),
  };
}

function selectUser(db: Database, userId: number) {
  return db
    .select(
      stored(
        users,
        "id",
        "name",
        "email",
        "plan",
        "birthDate",
        "sex",
        "favHorse",
        "favJockey",
        "favTicketType",
        "raceOfMemories",
        "racingExperience",
        "icon",
        "phoneNumber",
        "prefectures",
        "profile",
        "defaultModelId",
        "stripeCustomerId",
        "createdAt",
        "nameHiddenAt",
      ),
    )
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.deletedAt)));
}

function selectOwnMarks(db: Database, userId: number) {
  return db
    .select(stored(horseMarks, "raceId", "horseId", "mark", "markedAt"))
    .from(horseMarks)
    .where(eq(horseMarks.userId, userId))
    .orderBy(asc(horseMarks.markedAt), asc(horseMarks.raceId), asc(horseMarks.horseId));
}

function selectOwnNotes(db: Database, userId: number) {
  return db
    .select(stored(horseNotes, "horseId", "note", "notedAt"))
    .from(horseNotes)
    .where(eq(horseNotes.userId, userId))
    .orderBy(asc(horseNotes.notedAt), asc(horseNotes.horseId));
}

function selectFavourites(db: Database, userId: number) {
  return db
    .select(stored(favouriteHorses, "horseId", "addedAt"))
    .from(favouriteHorses)
    .where(eq(favouriteHorses.userId, userId))
    .orderBy(asc(favouriteHorses.addedAt), asc(favouriteHorses.horseId));
}

function selectNoticeChoices(db: Database, userId: number) {
  return db
    .select(stored(noticeChoices, "kind", "byMail", "byPush", "chosenAt"))
    .from(noticeChoices)
    .where(eq(noticeChoices.userId, userId))
    .orderBy(asc(noticeChoices.kind));
}

function selectPushSubscriptions(db: Database, userId: number) {
  return db
    .select(stored(pushSubscriptions, "endpoint", "createdAt"))
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
}

function selectNotices(db: Database, userId: number) {
  return db
    .select(stored(notices, "kind", "day", "title", "body", "path", "createdAt", "mailedAt", "pushedAt"))
    .from(notices)
    .where(eq(notices.userId, userId))
    .orderBy(asc(notices.id));
}

function selectPlanChanges(db: Database, userId: number) {
  return db
    .select(stored(planChanges, "plan", "reason", "source", "effectiveAt", "recordedAt"))
    .from(planChanges)
    .where(eq(planChanges.userId, userId))
    .orderBy(asc(planChanges.effectiveAt), asc(planChanges.id));
}

function selectSubscriptions(db: Database, userId: number) {
  return db
    .select(
      stored(
        subscriptions,
        "stripeSubscriptionId",
        "plan",
        "status",
        "currentPeriodStart",
        "currentPeriodEnd",
        "endedAt",
        "updatedAt",
      ),
    )
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(asc(subscriptions.id));
}

function selectPlanRequests(db: Database, userId: number) {
  return db
    .select(stored(planIntents, "kind", "fromPlan", "plan", "status", "createdAt", "expiresAt", "finishedAt"))
    .from(planIntents)
    .where(eq(planIntents.userId, userId))
    .orderBy(asc(planIntents.createdAt));
}

function selectUsage(db: Database, userId: number) {
  return db
    .select(stored(usage, "kind", "subjectId", "day", "month", "underFreeLimits", "usedAt", "returnedAt"))
    .from(usage)
    .where(eq(usage.userId, userId));
}

function selectModels(db: Database, userId: number) {
  return db
    .select({
      model_id: models.id,
      ...stored(models, "name", "venueType"),
      feature: models.features,
      ...stored(
        models,
        "featureCount",
        "isWeight",
        "status",
        "cutoffDay",
        "report",
        "createdAt",
        "completedAt",
        "confirmedAt",
        "deletedAt",
        "parentId",
      ),
    })
    .from(models)
    .where(eq(models.userId, userId))
    .orderBy(asc(models.id));
}

function selectAnalyses(db: Database, userId: number) {
  return db
    .select({
      analysis_result_id: analyses.id,
      ...stored(
        analyses,
        "modelId",
        "modelName",
        "raceId",
        "venueType",
        "raceInfo",
        "status",
        "scores",
        "isLearntFrom",
        "createdAt",
        "completedAt",
        "confirmedAt",
        "sharedAt",
        "deletedAt",
      ),
    })
    .from(analyses)
    .where(eq(analyses.userId, userId))
    .orderBy(asc(analyses.id));
}

function selectDeletedAnalyses(db: Database, userId: number) {
  return db
    .select({
      analysis_result_id: analysisTombstones.analysisId,
      ...stored(
        analysisTombstones,
        "modelId",
        "modelName",
        "raceId",
        "venueType",
        "raceInfo",
        "picks",
        "isLearntFrom",
        "createdAt",
        "completedAt",
        "deletedAt",
      ),
    })
    .from(analysisTombstones)
    .where(eq(analysisTombstones.userId, userId))
    .orderBy(asc(analysisTombstones.completedAt), asc(analysisTombstones.analysisId));
}

function selectRecordEntries(db: Database, userId: number) {
  return db
    .select({
      analysis_result_id: recordEntries.analysisId,
      ...stored(
        recordEntries,
        "modelId",
        "modelName",
        "raceId",
        "date",
        "picks",
        "isLearntFrom",
        "completedAt",
        "sealedAt",
        "deletedAt",
        "resultKind",
        "starters",
        "finish",
        "odds",
        "popularity",
        "bets",
        "favourite",
      ),
    })
    .from(recordEntries)
    .where(eq(recordEntries.userId, userId))
    .orderBy(asc(recordEntries.date), asc(recordEntries.analysisId));
}

function selectMailRequests(db: Database, userId: number) {
  return db
    .select(stored(mailCodes, "kind", "email", "createdAt", "expiresAt", "usedAt"))
    .from(mailCodes)
    .where(eq(mailCodes.userId, userId))
    .orderBy(asc(mailCodes.createdAt));
}

function selectRankings(db: Database, userId: number) {
  return db
    .select({
      ranking: rankingEntries.rankingKey,
      period: rankingEntries.periodKey,
      ...stored(rankingEntries, "entry"),
    })
    .from(rankingEntries)
    .innerJoin(rankingBuilds, eq(rankingBuilds.id, rankingEntries.buildId))
    .where(eq(rankingEntries.userId, userId))
    .orderBy(asc(rankingEntries.periodKey), asc(rankingEntries.rankingKey), asc(rankingEntries.modelId));
}

function selectDowngrades(db: Database, userId: number) {
  return db
    .select(stored(downgrades, "month", "at"))
    .from(downgrades)
    .where(eq(downgrades.userId, userId))
    .orderBy(asc(downgrades.month));
}

function selectAnalysisDays(db: Database, userId: number) {
  return db
    .select(stored(analysisDays, "modelId", "date", "createdAt", "stoppedAt"))
    .from(analysisDays)
    .where(eq(analysisDays.userId, userId))
    .orderBy(asc(analysisDays.id));
}

function selectSessions(db: Database, userId: number) {
  return db
    .select(stored(sessions, "createdAt", "expiresAt", "device"))
    .from(sessions)
    .where(eq(sessions.userId, userId))
    .orderBy(asc(sessions.createdAt));
}

function selectOwnLimits(db: Database, userId: number) {
  return db
    .select(stored(ownLimits, "kind", "amount", "raiseTo", "raiseAt"))
    .from(ownLimits)
    .where(eq(ownLimits.userId, userId))
    .orderBy(asc(ownLimits.kind));
}

function selectOwnPauses(db: Database, userId: number) {
  return db
    .select(stored(ownPauses, "startedAt", "endsAt"))
    .from(ownPauses)
    .where(eq(ownPauses.userId, userId));
}

function selectOwnBudgets(db: Database, userId: number) {
  return db
    .select(stored(ownBudgets, "month", "raceId", "yen", "typedAt"))
    .from(ownBudgets)
    .where(eq(ownBudgets.userId, userId))
    .orderBy(asc(ownBudgets.month), asc(ownBudgets.raceId));
}

function selectPasskeys(db: Database, userId: number) {
  return db
    .select(stored(passkeys, "name", "createdAt", "usedAt"))
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt));
}

function selectStaff(db: Database, userId: number) {
  return db.select(stored(staff, "addedAt")).from(staff).where(eq(staff.userId, userId));
}
