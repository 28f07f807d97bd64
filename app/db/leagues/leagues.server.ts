import { and, eq, exists, gt, gte, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { CHANGED_ONE, ONE_ROW } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { leagueMembers, leagueModels, leagues } from "#app/db/schema/seasons.server.ts";
import { LEAGUE_MEMBERS, LEAGUES_MAX } from "#app/domain/leagues/league.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { VenueType } from "#app/domain/racing/race.ts";

/** Statements that change leagues; `league-reads.server.ts` has the others. */

interface Chosen {
  userId: number;
  modelId: number;
  now: number;
  /** In Japan. */
  today: string;
  /** The next week's first day. */
  nextWeek: string;
}

/** Central models, as in the rankings. */
export function selectEligibleModels(db: Database, { userId, modelId }: { userId: number; modelId?: number }) {
  return db
    .select({ modelId: models.id, name: models.name })
    .from(models)
    .where(
      and(
        eq(models.userId, userId),
        modelId === undefined ? undefined : eq(models.id, modelId),
        eq(models.status, ModelStatus.complete),
        eq(models.venueType, VenueType.central),
        isNull(models.deletedAt),
      ),
    )
    .orderBy(models.id);
}

export function selectMembership(
  db: Database,
  { leagueId, userId }: { leagueId: string | SQLWrapper; userId: number },
) {
  return db
    .select({ userId: leagueMembers.userId })
    .from(leagueMembers)
    .where(and(eq(leagueMembers.leagueId, leagueId), eq(leagueMembers.userId, userId), isNull(leagueMembers.leftAt)));
}

/** Leagues whose season is over do not count. */
function hasFewLeagues({ userId, today }: Pick<Chosen, "userId" | "today">): SQL {
  return sql`(select count(*) from ${leagueMembers} m join ${leagues} l on l.id = m.league_id
    where m.user_id = ${userId} and m.left_at is null and l.last_day >= ${today}) < ${LEAGUES_MAX}`;
}

const hasRoom = sql`(select count(*) from ${leagueMembers} m where m.league_id = ${leagues.id} and m.left_at is null)
  < ${LEAGUE_MEMBERS.max}`;

/** One guarded statement, idempotent by host, week and name. Null id: not created. `hasLeft`: one of that name. */
export async function insertLeague(
  db: Database,
  { id, name, lastDay, ...host }: Chosen & { id: string; name: string; lastDay: string },
) {
  const isEligible = exists(selectEligibleModels(db, host));
  const { userId, modelId, now, nextWeek } = host;
  const row = { id, hostId: userId, name, firstDay: nextWeek, lastDay, createdAt: now };
  const [, , , [stored]] = await db.batch([
    insertWhere(db, leagues, row, { where: and(isEligible, hasFewLeagues(host)) }).onConflictDoNothing(),
    insertWhere(db, leagueMembers, { leagueId: id, userId, joinedAt: now }, { where: CHANGED_ONE }),
    insertWhere(db, leagueModels, { leagueId: id, userId, week: nextWeek, modelId }, { where: CHANGED_ONE }),
    db
      .select({
        ...{ id: leagues.id, leftAt: leagueMembers.leftAt },
        isEligible: sql<number>`${isEligible}`.as("is_eligible"),
      })
      .from(ONE_ROW)
      .leftJoin(leagues, and(eq(leagues.hostId, userId), eq(leagues.firstDay, nextWeek), eq(leagues.name, name)))
      .leftJoin(leagueMembers, and(eq(leagueMembers.leagueId, leagues.id), eq(leagueMembers.userId, userId))),
  ]);
  return { id: stored?.id ?? null, hasLeft: stored?.leftAt != null, isEligible: stored?.isEligible === 1 };
}

/** An invitation that can still be followed by a week. */
export function isOpenTo({ inviteHash, now, nextWeek }: Pick<Chosen, "now" | "nextWeek"> & { inviteHash: string }) {
  return and(eq(leagues.inviteHash, inviteHash), gt(leagues.inviteExpiresAt, now), gte(leagues.lastDay, nextWeek));
}

/** One guarded, idempotent statement. Null: no such invitation. */
export async function insertMember(db: Database, { inviteHash, ...chosen }: Chosen & { inviteHash: string }) {
  const { userId, modelId, now, nextWeek } = chosen;
  const isEligible = exists(selectEligibleModels(db, chosen));
  const isOpen = isOpenTo({ inviteHash, now, nextWeek });
  const week = sql`max(${leagues.firstDay}, ${nextWeek})`;
  const [, , [found]] = await db.batch([
    insertWhere(
      db,
      leagueMembers,
      { leagueId: leagues.id, userId, joinedAt: now },
      { from: leagues, where: and(isOpen, isEligible, hasRoom, hasFewLeagues(chosen)) },
    ).onConflictDoNothing(),
    insertWhere(
      db,
      leagueModels,
      { leagueId: leagues.id, userId, week, modelId },
      { from: leagues, where: and(isOpen, CHANGED_ONE) },
    ),
    db
      .select({
        leagueId: leagues.id,
        joinedAt: leagueMembers.joinedAt,
        leftAt: leagueMembers.leftAt,
        hasRoom: sql<number>`${hasRoom}`.as("has_room"),
        isEligible: sql<number>`${isEligible}`.as("is_eligible"),
      })
      .from(leagues)
      .leftJoin(leagueMembers, and(eq(leagueMembers.leagueId, leagues.id), eq(leagueMembers.userId, userId)))
      .where(isOpen),
  ]);
  if (found === undefined) return null;
  const hasLeft = found.leftAt !== null;
  return {
    ...{ leagueId: found.leagueId, hasLeft, isMember: found.joinedAt !== null && !hasLeft },
    ...{ hasRoom: found.hasRoom === 1, isEligible: found.isEligible === 1 },
  };
}

/** Once a week; sent again it is the same. */
export async function insertChoice(
  db: Database,
  { leagueId, ...chosen }: Chosen & { leagueId: string },
): Promise<"saved" | "chosen" | "not-found"> {
  const { userId, modelId, nextWeek } = chosen;
  const isMember = exists(selectMembership(db, { leagueId: leagues.id, userId }));
  const week = sql`max(${leagues.firstDay}, ${nextWeek})`;
  const isOpen = and(
    eq(leagues.id, leagueId),
    gte(leagues.lastDay, nextWeek),
    isMember,
    exists(selectEligibleModels(db, chosen)),
  );
  const [, [found]] = await db.batch([
    insertWhere(
      db,
      leagueModels,
      { leagueId: leagues.id, userId, week, modelId },
      { from: leagues, where: isOpen },
    ).onConflictDoNothing(),
    db
      .select({ modelId: leagueModels.modelId })
      .from(leagues)
      .innerJoin(
        leagueModels,
        and(eq(leagueModels.leagueId, leagues.id), eq(leagueModels.userId, userId), eq(leagueModels.week, week)),
      )
      .where(isOpen),
  ]);
  return found === undefined ? "not-found" : found.modelId === modelId ? "saved" : "chosen";
}

/** Ends the invitation that was before. Null: none from now on. @returns false: not the host's league */
export async function setInvitation(
  db: Database,
  {
    leagueId,
    userId,
    today,
    invitation,
  }: {
    leagueId: string;
    userId: number;
    today: string;
    invitation: { hash: string; expiresAt: number } | null;
  },
): Promise<boolean> {
  const { meta } = await db
    .update(leagues)
    .set({ inviteHash: invitation?.hash ?? null, inviteExpiresAt: invitation?.expiresAt ?? null })
    .where(
      and(
        eq(leagues.id, leagueId),
        eq(leagues.hostId, userId),
        gte(leagues.lastDay, today),
        exists(selectMembership(db, { leagueId: leagues.id, userId })),
      ),
    );
  return meta.changes === 1;
}

/** A host's invitation ends with it. Idempotent. */
export async function setLeft(
  db: Database,
  { leagueId, userId, now }: { leagueId: string; userId: number; now: number },
): Promise<void> {
  await db.batch([
    db
      .update(leagueMembers)
      .set({ leftAt: now })
      .where(and(eq(leagueMembers.leagueId, leagueId), eq(leagueMembers.userId, userId), isNull(leagueMembers.leftAt))),
    db
      .update(leagues)
      .set({ inviteHash: null, inviteExpiresAt: null })
      .where(and(eq(leagues.id, leagueId), eq(leagues.hostId, userId))),
  ]);
}

/** For the deletion of an account: results stay, names and invitations go. */
export function leaveLeagues(db: Database, { userId, now }: { userId: number; now: number }) {
  return [
    db
      .update(leagueMembers)
      .set({ leftAt: now })
      .where(and(eq(leagueMembers.userId, userId), isNull(leagueMembers.leftAt))),
    db
      .update(leagues)
      .set({ hostId: null, name: "", inviteHash: null, inviteExpiresAt: null })
      .where(eq(leagues.hostId, userId)),
  ] as const;
}
