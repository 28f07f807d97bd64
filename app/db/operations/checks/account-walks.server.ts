import { sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { overdueBefore, type WalkedRow } from "#app/domain/operations/site-checks.ts";
import { Plan, RESTRICTED_OFFSET } from "#app/domain/plans/plans.ts";
import type { Walk } from "./work-walks.server.ts";

/** Walks through accounts, what they paid for, and what opens them; like `work-walks`. */

const DAY_SECONDS = 86_400;
/** Sessions and codes go with an hourly job. */
const FORGOTTEN_SECONDS = 3 * 3600;
const SESSION_SECONDS = 30 * DAY_SECONDS;

/** Users: the plan is what the history says and was bought, and nothing is left of deleted accounts. */
export async function walkAccounts(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const deletedBefore = overdueBefore(time, 2 * DAY_SECONDS);
  return db.all<WalkedRow>(sql`
    select u.id key, case
      when u.deleted_at is null and p.plan is not null and has_bought.yes and p.plan <> u.plan
        then 'on plan ' || u.plan || ', where the history says ' || p.plan
      when u.deleted_at is null and u.is_demo = 0 and p.plan is null
        and u.plan between ${Plan.starter} and ${Plan.unlimited} then 'on a paid plan that nobody bought'
      when u.deleted_at is null and has_bought.yes and u.plan between ${Plan.starter} and ${Plan.unlimited}
        and p.source = 'stripe' and s.id is null then 'on a paid plan without a subscription'
      when u.deleted_at is null and s.plan is not null
        and u.plan not in (s.plan, s.plan + ${RESTRICTED_OFFSET}) then 'with a subscription of another plan'
      when u.deleted_at is not null and (
        exists (select 1 from sessions where user_id = u.id) or exists (select 1 from mail_codes where user_id = u.id)
        or exists (select 1 from usage where user_id = u.id) or exists (select 1 from horse_marks where user_id = u.id)
        or exists (select 1 from horse_notes where user_id = u.id)
        or exists (select 1 from favourite_horses where user_id = u.id)
        or exists (select 1 from notice_choices where user_id = u.id)
        or exists (select 1 from push_subscriptions where user_id = u.id)
        or exists (select 1 from analysis_tombstones where user_id = u.id)
        or exists (select 1 from staff where user_id = u.id)) then 'deleted, and something of it is left'
      when u.deleted_at < ${deletedBefore} and s.id is not null then 'deleted, and its subscription goes on'
      when u.deleted_at < ${deletedBefore} and u.erased_at is null then 'deleted, and not erased'
      end fault
    from users u
      left join plan_changes p on p.id = (select id from plan_changes where user_id = u.id
        and effective_at <= ${time.now + 60} order by effective_at desc, id desc limit 1)
      left join (select distinct user_id, 1 yes from plan_changes where source = 'stripe') has_bought
        on has_bought.user_id = u.id
      left join subscriptions s on s.user_id = u.id and s.ended_at is null
    where u.id > ${Number(after)} order by u.id limit ${limit}`);
}

/** Events of Stripe: none waits for longer than an outage may last. By rowid, since their ids are Stripe's. */
export async function walkPayments(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select rowid key, case
      when processed_at is null and received_at < ${overdueBefore(time, DAY_SECONDS)} then id || ' is not processed'
      end fault
    from stripe_events where rowid > ${Number(after)} order by rowid limit ${limit}`);
}

/** Sessions: none outlives its end, its user or its right to the console. */
export async function walkSessions(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  return db.all<WalkedRow>(sql`
    select s.id key, case
      when u.deleted_at is not null then 'of a deleted account'
      when s.expires_at < ${time.now - Math.ceil(FORGOTTEN_SECONDS * time.clockSpeed)} then 'over, and not deleted'
      when s.expires_at > s.created_at + ${SESSION_SECONDS} then 'of more than 30 days'
      when s.staff_until > ${time.now} and not exists (select 1 from staff where user_id = s.user_id)
        then 'opens the console for somebody who is not staff'
      end fault
    from sessions s join users u on u.id = s.user_id where s.id > ${after} order by s.id limit ${limit}`);
}

/** Codes of mails: none was used after its end, or of a deleted account. */
export async function walkCodes(db: Database, { after, limit, ...time }: Walk): Promise<WalkedRow[]> {
  const forgotten = time.now - DAY_SECONDS - Math.ceil(FORGOTTEN_SECONDS * time.clockSpeed);
  return db.all<WalkedRow>(sql`
    select c.id key, case
      when c.used_at > c.expires_at then 'used after its end'
      when u.deleted_at is not null then 'of a deleted account'
      when c.expires_at < ${forgotten} then 'over, and not deleted'
      end fault
    from mail_codes c left join users u on u.id = c.user_id where c.id > ${after} order by c.id limit ${limit}`);
}

export interface QuotaFacts {
  users: { userId: number; plan: number }[];
  plans: { userId: number; plan: number; effectiveAt: number }[];
  /** More uses on a day, or in a month, than the smallest plan allows; of all time those of Free. */
  days: { userId: number; kind: "analysis" | "model"; day: string; count: number }[];
  months: { userId: number; kind: "analysis" | "model"; month: string; count: number }[];
  lifetimes: { userId: number; count: number }[];
  running: { userId: number; count: number }[];
  /** Models with how many others their user held when they were created. */
  held: { userId: number; modelId: number; createdAt: number; count: number }[];
}

/** What limits are compared with, of the next users (primary key, usage_user_id_kind_month, models_user_id_created_at). */
export async function readQuotaFacts(
  db: Database,
  { after, limit }: Pick<Walk, "after" | "limit">,
): Promise<QuotaFacts> {
  const users = await db.all<{ userId: number; plan: number }>(
    sql`select id userId, plan from users where id > ${Number(after)} order by id limit ${limit}`,
  );
  const ids = sql`(select value from json_each(${JSON.stringify(users.map(({ userId }) => userId))}))`;
  const uses = sql`from usage where user_id in ${ids} and returned_at is null`;
  const [plans, days, months, lifetimes, running, held] = await Promise.all([
    db.all<QuotaFacts["plans"][number]>(
      sql`select user_id userId, plan, effective_at effectiveAt from plan_changes where user_id in ${ids} order by effective_at, id`,
    ),
    db.all<QuotaFacts["days"][number]>(
      sql`select user_id userId, kind, day, count(*) count ${uses} group by user_id, kind, day having count(*) > 1`,
    ),
    db.all<QuotaFacts["months"][number]>(
      sql`select user_id userId, kind, month, count(*) count ${uses} group by user_id, kind, month having count(*) > 1`,
    ),
    db.all<QuotaFacts["lifetimes"][number]>(
      sql`select user_id userId, count(*) count ${uses} and kind = 'analysis' and under_free_limits = 1 group by user_id`,
    ),
    db.all<QuotaFacts["running"][number]>(
      sql`select user_id userId, count(*) count from analyses
        where user_id in ${ids} and status = 1 and deleted_at is null and day_id is null group by user_id`,
    ),
    db.all<QuotaFacts["held"][number]>(
      sql`select m.user_id userId, m.id modelId, m.created_at createdAt, (select count(*) from models o
          where o.user_id = m.user_id and o.id <= m.id and o.status in (1, 2)
            and (o.deleted_at is null or o.deleted_at > m.created_at)) count
        from models m join users u on u.id = m.user_id
        where m.user_id in ${ids} and m.status in (1, 2) and m.deleted_at is null and u.is_demo = 0`,
    ),
  ]);
  return { users, plans, days, months, lifetimes, running, held };
}

/** Customers of Stripe, the next by their user's id. */
export async function listCustomers(
  db: Database,
  { after, limit }: Pick<Walk, "after" | "limit">,
): Promise<{ userId: number; customerId: string; plan: number; email: string | null; deletedAt: number | null }[]> {
  return db.all(sql`
    select id userId, stripe_customer_id customerId, plan, email, deleted_at deletedAt from users
    where id > ${Number(after)} and stripe_customer_id is not null and erased_at is null order by id limit ${limit}`);
}
