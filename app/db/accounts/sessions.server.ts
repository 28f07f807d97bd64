import { and, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne, not, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { countRunning } from "#app/db/analyses/new-analyses.server.ts";
import { type Database, prepareOnce } from "#app/db/database.server.ts";
import { CHANGED_ONE, columnsOf, isLiving, present } from "#app/db/fragments.server.ts";
import { deleteDeviceOfSession, deleteDevicesOfUser } from "#app/db/notifications/push-subscriptions.server.ts";
import { picksOf, picksOfScores } from "#app/db/own-records/record-entries.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { apiTokens, sessions, usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { changedMarks } from "#app/domain/scoring/place-horses.ts";
import type { SessionUser } from "#app/domain/views/session-user.ts";
import { ownRefusalColumns } from "./own-limits.server.ts";
import { consumePasskey, type PasskeyProof, selectPasskeys } from "./passkeys.server.ts";
import { profileColumns } from "./profiles.server.ts";
import { hasSecondFactor, type SecondFactorProof, selectSecondFactor, spendProof } from "./second-factors.server.ts";

type UnconfirmedModel = SessionUser["unconfirmedModels"][number];
type UnconfirmedAnalysis = SessionUser["unconfirmedAnalyses"][number];

const asked = {
  sessionId: sql.placeholder("sessionId"),
  userId: sql.placeholder("userId"),
  day: sql.placeholder("day"),
  month: sql.placeholder("month"),
  now: sql.placeholder("now"),
};

const prepareSessionUser = prepareOnce((db) => prepareUserOf(db, sessions));
const prepareTokenUser = prepareOnce((db) => prepareUserOf(db, apiTokens));

function prepareUserOf(db: Database, source: typeof sessions | typeof apiTokens) {
  const used = (kind: "analysis" | "model", ...of: Parameters<typeof and>) =>
    db.$count(usage, and(eq(usage.userId, asked.userId), eq(usage.kind, kind), isNull(usage.returnedAt), ...of));
  const isOfMonth = eq(usage.month, asked.month);
  return db
    .select({
      id: users.id,
      email: present(users.email),
      ...columnsOf(users, "name", "plan", "defaultModelId"),
      ...profileColumns,
      hasSecondFactor: hasSecondFactor(users.id).mapWith(Boolean),
      analysesToday: used("analysis", isOfMonth, eq(usage.day, asked.day)),
      analysesThisMonth: used("analysis", isOfMonth),
      modelCreationsThisMonth: used("model", isOfMonth),
      freeAnalyses: used("analysis", eq(usage.underFreeLimits, true)),
      runningAnalyses: countRunning(db, asked.userId),
      ...ownRefusalColumns(db, asked),
      unconfirmedModels: sql`${selectUnconfirmedModels(db)}`.mapWith((json: string): UnconfirmedModel[] =>
        newestFirst(JSON.parse(json)),
      ),
      unconfirmedAnalyses: sql`${selectUnconfirmedAnalyses(db)}`.mapWith((json: string): UnconfirmedAnalysis[] =>
        newestFirst((JSON.parse(json) as PackedUnconfirmed[]).map(toUnconfirmed)),
      ),
    })
    .from(source)
    .innerJoin(users, eq(users.id, source.userId))
    .where(
      and(
        eq(source.id, asked.sessionId),
        eq(source.userId, asked.userId),
        gt(source.expiresAt, asked.now),
        isNull(users.deletedAt),
      ),
    )
    .prepare();
}

function selectUnconfirmedModels(db: Database) {
  const { id, name, completedAt } = models;
  return db
    .select({
      json: sql`json_group_array(json_object('modelId', ${id}, 'name', ${name}, 'completedAt', ${completedAt}))`,
    })
    .from(models)
    .where(
      and(
        eq(models.userId, asked.userId),
        // The plus excludes the index over all users' models.
        sql`+${models.status} = ${ModelStatus.complete}`,
        isNull(models.confirmedAt),
        isNull(models.deletedAt),
      ),
    );
}

function selectUnconfirmedAnalyses(db: Database) {
  const { id, completedAt, raceInfo } = analyses;
  return db
    .select({
      json: sql`json_group_array(json_object('analysisId', ${id}, 'completedAt', ${completedAt}, 'raceInfo', json_object(
        'raceNum', ${raceInfo} ->> 'race_num', 'name', ${raceInfo} ->> 'name', 'title', ${raceInfo} ->> 'title',
        'date', ${raceInfo} ->> 'date'), 'earlier', json(${picksOf(selectEarlierScores(db))}),
        'picks', json(${picksOfScores})))`,
    })
    .from(analyses)
    .where(
      and(
        eq(analyses.userId, asked.userId),
        eq(analyses.status, AnalysisStatus.complete),
        isNull(analyses.confirmedAt),
        isNull(analyses.deletedAt),
      ),
    );
}

const earlier = alias(analyses, "earlier");

function selectEarlierScores(db: Database) {
  const isEarlier = and(
    eq(earlier.modelId, analyses.modelId),
    eq(earlier.raceId, analyses.raceId),
    lt(earlier.id, analyses.id),
    isNull(earlier.deletedAt),
    // For the partial index analyses_once.
    inArray(earlier.status, [AnalysisStatus.running, AnalysisStatus.complete]).inlineParams(),
    isNotNull(earlier.scores),
  );
  return sql`(${db.select({ scores: earlier.scores }).from(earlier).where(isEarlier).orderBy(desc(earlier.id)).limit(1)})`;
}

type PackedUnconfirmed = Omit<UnconfirmedAnalysis, "marks"> & Record<"earlier" | "picks", number[]>;

function toUnconfirmed({ earlier: before, picks, ...analysis }: PackedUnconfirmed): UnconfirmedAnalysis {
  return { ...analysis, marks: before.length === 0 ? [] : changedMarks(before, picks) };
}

function newestFirst<T extends { completedAt: number }>(items: T[]): T[] {
  return items.sort((a, b) => b.completedAt - a.completedAt);
}

/** One statement with counters. @param input day, month: of `now` in Japan */
export async function findSessionUser(
  db: Database,
  input: { sessionId: string; userId: number; day: string; month: string; now: number },
): Promise<SessionUser | null> {
  return (await prepareSessionUser(db).get(input)) ?? null;
}

/** By the token's hash. As {@link findSessionUser}. */
export async function findTokenUser(
  db: Database,
  { tokenHash, ...input }: { tokenHash: string; userId: number; day: string; month: string; now: number },
): Promise<SessionUser | null> {
  return (await prepareTokenUser(db).get({ ...input, sessionId: tokenHash })) ?? null;
}

/** A further log-in ends the oldest. */
const SESSIONS_PER_USER = 20;

interface NewSession {
  sessionId: string;
  userId: number;
  passwordHash: string;
  device: string;
  now: number;
  expiresAt: number;
  /** The browser's former session. */
  replaces: string | null;
}

export function endReplaced(db: Database, { sessionId, replaces }: { sessionId: string; replaces: string }) {
  const isOpen = exists(db.select({ id: successors.id }).from(successors).where(eq(successors.id, sessionId)));
  return db.delete(sessions).where(and(eq(sessions.id, replaces), isOpen));
}

const successors = alias(sessions, "successors");

/** Requires the checked password, and no second factor or this proof, in one transaction. @returns false otherwise */
export async function insertSession(
  db: Database,
  session: NewSession,
  proof: SecondFactorProof | PasskeyProof | null = null,
): Promise<boolean> {
  const { sessionId, userId, passwordHash, device, now, expiresAt } = session;
  const newest = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.userId, userId))
    // The new session stays even if the clock was set back.
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.createdAt), desc(sql`rowid`))
    .limit(SESSIONS_PER_USER);
  const isProven = proof === null ? not(hasSecondFactor(users.id)) : CHANGED_ONE;
  const row = { id: sessionId, userId: users.id, createdAt: now, expiresAt, device };
  const where = and(isLiving(userId), eq(users.passwordHash, passwordHash), isProven);
  const insert = insertWhere(db, sessions, row, { from: users, where });
  const endOldest = db.delete(sessions).where(and(eq(sessions.userId, userId), notInArray(sessions.id, newest)));
  const { replaces } = session;
  const ends = [endOldest, ...(replaces === null ? [] : [endReplaced(db, { sessionId, replaces })])] as const;
  if (proof === null) {
    const [inserted] = await db.batch([insert, ...ends]);
    return inserted.meta.changes === 1;
  }
  if (proof.kind === "passkey") {
    const [challenge, passkey] = consumePasskey(db, { userId, purpose: "log-in", proof });
    const [, , inserted] = await db.batch([challenge, passkey, insert, ...ends]);
    return inserted.meta.changes === 1;
  }
  const [, inserted] = await db.batch([spendProof(db, { userId, proof }), insert, ...ends]);
  return inserted.meta.changes === 1;
}

export async function readSecurity(db: Database, { userId, now }: { userId: number; now: number }) {
  const [listed, [factor], keys] = await db.batch([
    db
      .select({ id: sessions.id, device: sessions.device, createdAt: sessions.createdAt })
      .from(sessions)
      .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
      .orderBy(desc(sessions.createdAt), desc(sql`rowid`)),
    selectSecondFactor(db, userId),
    selectPasskeys(db, userId),
  ]);
  return { sessions: listed, factor: factor ?? null, passkeys: keys };
}

export async function endSession(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)));
}

/** And push on all devices: the session's own device is unknown. */
export async function endOtherSessions(
  db: Database,
  { userId, sessionId }: { userId: number; sessionId: string },
): Promise<void> {
  await db.batch([
    deleteDevicesOfUser(db, userId),
    db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.id, sessionId))),
  ]);
}

/** And API tokens and push on all devices. */
export async function deleteSessionsOfUser(db: Database, userId: number): Promise<void> {
  await db.batch([
    deleteDevicesOfUser(db, userId),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(apiTokens).where(eq(apiTokens.userId, userId)),
  ]);
}

/** @param input deviceId: its push subscription ends too; null: none */
export async function deleteSession(
  db: Database,
  { sessionId, deviceId }: { sessionId: string; deviceId: number | null },
): Promise<void> {
  const end = db.delete(sessions).where(eq(sessions.id, sessionId));
  if (deviceId === null) await end;
  else await db.batch([deleteDeviceOfSession(db, { sessionId, id: deviceId }), end]);
}
