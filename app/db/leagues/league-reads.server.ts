import { and, asc, desc, eq, exists, gte, lt, lte, type SQLWrapper, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { publicName } from "#app/db/fragments.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";
import { models, settledBets } from "#app/db/schema/models.server.ts";
import { forecastDays, leagueMembers, leagueModels, leagues } from "#app/db/schema/seasons.server.ts";
import { HIDDEN_MODEL_NAME, HIDDEN_USER_NAME } from "#app/domain/accounts/profile.ts";
import type { LeagueRow } from "#app/domain/leagues/league.ts";
import { isOpenTo, selectEligibleModels, selectMembership } from "./leagues.server.ts";

/** Also of a host whose account is deleted. */
const UNNAMED = "名前のないリーグ";

function selectLeagues(db: Database) {
  return db
    .select({
      ...{ id: leagues.id, hostId: leagues.hostId, firstDay: leagues.firstDay, lastDay: leagues.lastDay },
      name: sql<string>`coalesce(nullif(${publicName(leagues.name, "")}, ''), ${UNNAMED})`.as("league_name"),
      members: sql<number>`(select count(*) from ${leagueMembers} m
        where m.league_id = ${leagues.id} and m.left_at is null)`.as("members"),
      hostName: publicName(users.name, HIDDEN_USER_NAME).as("host_name"),
      inviteExpiresAt: leagues.inviteExpiresAt,
    })
    .from(leagues)
    .leftJoin(users, eq(users.id, leagues.hostId));
}

/** One round trip, with the models that the user may enter. The newest first. */
export async function listLeagues(db: Database, { userId }: { userId: number }) {
  const [own, eligible] = await db.batch([
    selectLeagues(db)
      .where(exists(selectMembership(db, { leagueId: leagues.id, userId })))
      .orderBy(desc(leagues.firstDay), asc(leagues.createdAt), asc(leagues.id)),
    selectEligibleModels(db, { userId }),
  ]);
  return { leagues: own, eligible };
}

/** One round trip. Null: no such invitation. */
export async function readInvitation(
  db: Database,
  { userId, ...invitation }: { userId: number; inviteHash: string; now: number; nextWeek: string },
) {
  const [[league], eligible] = await db.batch([
    selectLeagues(db).where(isOpenTo(invitation)),
    selectEligibleModels(db, { userId }),
  ]);
  return league === undefined ? null : { league, eligible };
}

/** Both sums use settled_bets_date_model_id. */
function sumOfDay(win: SQLWrapper, place: SQLWrapper, quinella: SQLWrapper) {
  return sql<number>`coalesce((select sum(${win} + ${place} + ${quinella}) from ${settledBets}
    where ${settledBets.date} = ${forecastDays.date} and ${settledBets.modelId} = ${forecastDays.modelId}), 0)`;
}

/** Days of each member's models, from the week of a choice until the next one. */
function selectDays(db: Database, { leagueId, userId }: { leagueId: string; userId: number }) {
  const { date, races, loss, uniformLoss } = forecastDays;
  const choice = db
    .select({
      ...{ userId: leagueModels.userId, modelId: leagueModels.modelId, from: leagueModels.week },
      until: sql<string>`lead(${leagueModels.week}, 1, '~') over (partition by ${leagueModels.userId}
        order by ${leagueModels.week})`.as("until"),
    })
    .from(leagueModels)
    .where(and(eq(leagueModels.leagueId, leagueId), exists(selectMembership(db, { leagueId, userId }))))
    .as("choice");
  const { winStakeYen, placeStakeYen, quinellaStakeYen, winPayoutYen, placePayoutYen, quinellaPayoutYen } = settledBets;
  return db
    .select({
      ...{ userId: choice.userId, date, races, loss, uniformLoss },
      stakeYen: sumOfDay(winStakeYen, placeStakeYen, quinellaStakeYen).as("stake_yen"),
      payoutYen: sumOfDay(winPayoutYen, placePayoutYen, quinellaPayoutYen).as("payout_yen"),
    })
    .from(choice)
    .innerJoin(leagues, eq(leagues.id, leagueId))
    .innerJoin(
      forecastDays,
      and(
        eq(forecastDays.modelId, choice.modelId),
        gte(date, choice.from),
        lt(date, choice.until),
        lte(date, leagues.lastDay),
      ),
    );
}

/** One round trip. Null: not a member, or no such league. */
export async function readLeague(db: Database, { leagueId, userId }: { leagueId: string; userId: number }) {
  const isMember = exists(selectMembership(db, { leagueId, userId }));
  const [[league], members, choices, rows, eligible] = await db.batch([
    selectLeagues(db).where(and(eq(leagues.id, leagueId), isMember)),
    db
      .select({
        userId: leagueMembers.userId,
        name: publicName(users.name, HIDDEN_USER_NAME).as("user_name"),
        joinedAt: leagueMembers.joinedAt,
        leftAt: leagueMembers.leftAt,
      })
      .from(leagueMembers)
      .innerJoin(users, eq(users.id, leagueMembers.userId))
      .where(and(eq(leagueMembers.leagueId, leagueId), isMember))
      .orderBy(asc(leagueMembers.joinedAt), asc(leagueMembers.userId)),
    db
      .select({
        ...{ userId: leagueModels.userId, week: leagueModels.week, modelId: leagueModels.modelId },
        modelName: publicName(models.name, HIDDEN_MODEL_NAME).as("model_name"),
      })
      .from(leagueModels)
      .innerJoin(models, eq(models.id, leagueModels.modelId))
      .innerJoin(users, eq(users.id, leagueModels.userId))
      .where(and(eq(leagueModels.leagueId, leagueId), isMember))
      .orderBy(asc(leagueModels.week)),
    selectDays(db, { leagueId, userId }),
    selectEligibleModels(db, { userId }),
  ]);
  if (league === undefined) return null;
  return { league, members, choices, rows: rows satisfies LeagueRow[], eligible };
}
