import type { SubscriptionFacts } from "#app/domain/plans/billing-facts.ts";
import type { PlanFact } from "#app/domain/plans/plan-history.ts";

/** D1's mirror of Stripe: who the customer is, what is subscribed, and every plan with the time of its fact. */

interface BilledUser {
  userId: number;
  customerId: string;
  /** Null once the account is deleted, as `deletedAt` says. */
  email: string | null;
  deletedAt: number | null;
}

export type BilledBy = { userId: number } | { customerId: string };

/**
 * Draws the ticket of a look at Stripe, before the look, and names the events that the look will cover. A later ticket
 * saw a state at least as new, so {@link applyBilling} writes no older one over it. Null: no such customer.
 */
export async function drawBillingTicket(
  d1: D1Database,
  by: BilledBy,
): Promise<{ user: BilledUser; ticket: number; eventIds: string[] } | null> {
  const [column, value] = "userId" in by ? ["id", by.userId] : ["stripe_customer_id", by.customerId];
  const [users, events] = await d1.batch([
    d1
      .prepare(
        `update users set billing_ticket = billing_ticket + 1 where ${column} = ?1 and stripe_customer_id is not null
         returning id as userId, stripe_customer_id as customerId, email, deleted_at as deletedAt,
           billing_ticket as ticket`,
      )
      .bind(value),
    d1
      .prepare(
        `select e.id from stripe_events e join users u on u.stripe_customer_id = e.customer_id
         where u.${column} = ?1 and e.processed_at is null`,
      )
      .bind(value),
  ]);
  const row = users?.results[0] as (BilledUser & { ticket: number }) | undefined;
  if (row === undefined) return null;
  const { ticket, ...user } = row;
  return { user, ticket, eventIds: ((events?.results ?? []) as { id: string }[]).map(({ id }) => id) };
}

/** Differences of clocks between Stripe and us that still count as "after". */
const CLOCK_SKEW_SECONDS = 60;

/**
 * Writes what a look at Stripe found, in one transaction, unless a newer look was written already: subscriptions, the
 * part of the plan history that is Stripe's, the present plan, the events that are dealt with, and what became of plan
 * intents. An intent whose time is over without effect gives the month's downgrade back.
 *
 * @returns the user's plan, or null when a newer look was written
 */
export async function applyBilling(
  d1: D1Database,
  {
    user: { userId },
    ticket,
    eventIds,
    subscriptions,
    history,
    now,
  }: {
    user: BilledUser;
    ticket: number;
    eventIds: readonly string[];
    subscriptions: readonly SubscriptionFacts[];
    history: readonly PlanFact[];
    now: number;
  },
): Promise<number | null> {
  const isMine = "exists (select 1 from users where id = ?1 and billing_applied = ?2)";
  const known = subscriptions.filter(({ plan }) => plan !== null);
  // Ended ones first: one live row per user is all that the index lets in.
  const sorted = [...known].sort((a, b) => Number(a.endedAt === null) - Number(b.endedAt === null));
  const live = known.find(({ endedAt }) => endedAt === null) ?? null;
  const lastChange = history.findLast(({ reason }) => reason === "changed") ?? null;
  const historyJson = JSON.stringify(history.map(({ plan, reason, at }) => [plan, reason, at]));
  const results = await d1.batch<{ plan: number }>([
    d1.prepare("update users set billing_applied = ?2 where id = ?1 and billing_applied < ?2").bind(userId, ticket),
    d1
      .prepare(
        `update subscriptions set status = 'ended', ended_at = ?4, updated_at = ?4 where user_id = ?1
         and ended_at is null and stripe_subscription_id not in (select value from json_each(?3)) and ${isMine}`,
      )
      .bind(userId, ticket, JSON.stringify(live === null ? [] : [live.id]), now),
    d1
      .prepare(
        `insert into subscriptions (user_id, stripe_subscription_id, plan, status, current_period_start,
           current_period_end, ended_at, updated_at)
         select ?1, value ->> 'id', value ->> 'plan', value ->> 'status', value ->> 'currentPeriodStart',
           value ->> 'currentPeriodEnd', value ->> 'endedAt', ?4 from json_each(?3) where ${isMine}
         on conflict (stripe_subscription_id) do update set plan = excluded.plan, status = excluded.status,
           current_period_start = excluded.current_period_start, current_period_end = excluded.current_period_end,
           ended_at = excluded.ended_at, updated_at = excluded.updated_at`,
      )
      .bind(userId, ticket, JSON.stringify(sorted.map(({ invoices: _, ...facts }) => facts)), now),
    d1
      .prepare(
        `delete from plan_changes where user_id = ?1 and source = 'stripe' and ${isMine} and ?3 is not (
           select json_group_array(json_array(plan, reason, effective_at)) from (
             select plan, reason, effective_at from plan_changes where user_id = ?1 and source = 'stripe' order by id))`,
      )
      .bind(userId, ticket, historyJson),
    d1
      .prepare(
        `insert into plan_changes (user_id, plan, reason, source, effective_at, recorded_at)
         select ?1, value ->> 0, value ->> 1, 'stripe', value ->> 2, ?4 from json_each(?3)
         where ${isMine} and not exists (select 1 from plan_changes where user_id = ?1 and source = 'stripe')
         order by key`,
      )
      .bind(userId, ticket, historyJson, now),
    d1
      .prepare(
        `update users set plan = (
           select plan from plan_changes where user_id = ?1 order by effective_at desc, id desc limit 1)
         where id = ?1 and billing_applied = ?2 and deleted_at is null
         and exists (select 1 from plan_changes where user_id = ?1 and source = 'stripe')`,
      )
      .bind(userId, ticket),
    d1
      .prepare(
        `update stripe_events set processed_at = ?4 where processed_at is null and ${isMine}
         and id in (select value from json_each(?3))`,
      )
      .bind(userId, ticket, JSON.stringify(eventIds), now),
    d1
      .prepare(
        `update plan_intents set finished_at = ?3, status = case
             when kind = 'change' and plan = ?4 and created_at <= ?5 then 'done'
             when kind = 'checkout' and ?4 is not null then 'done'
             when kind = 'cancel' and ?4 is null then 'done'
             else 'refused' end
         where user_id = ?1 and status = 'open' and ${isMine} and (expires_at <= ?3
           or (kind = 'change' and plan = ?4 and created_at <= ?5)
           or (kind = 'checkout' and ?4 is not null) or (kind = 'cancel' and ?4 is null))`,
      )
      .bind(userId, ticket, now, live?.plan ?? null, lastChange === null ? null : lastChange.at + CLOCK_SKEW_SECONDS),
    d1
      .prepare(
        `delete from downgrades where user_id = ?1 and ${isMine}
         and plan_intent_id in (select id from plan_intents where user_id = ?1 and status = 'refused')`,
      )
      .bind(userId, ticket),
    d1.prepare("select plan from users where id = ?1 and billing_applied = ?2").bind(userId, ticket),
  ]);
  return results.at(-1)?.results[0]?.plan ?? null;
}

/** Remembers whose customer a user is; the first one stays. Null: the account is deleted, and was none. */
export async function setCustomer(
  d1: D1Database,
  { userId, customerId }: { userId: number; customerId: string },
): Promise<string | null> {
  const [, read] = await d1.batch<{ customerId: string | null }>([
    d1
      .prepare(
        `update users set stripe_customer_id = ?2
         where id = ?1 and stripe_customer_id is null and deleted_at is null`,
      )
      .bind(userId, customerId),
    d1.prepare("select stripe_customer_id as customerId from users where id = ?1").bind(userId),
  ]);
  return read?.results[0]?.customerId ?? null;
}

/**
 * Stores an event by its id and, with it, the job that deals with it.
 * @returns false for one that was stored before
 */
export async function insertStripeEvent(
  d1: D1Database,
  event: { id: string; type: string; customerId: string | null; createdAt: number; jobId: string; now: number },
): Promise<boolean> {
  const [stored] = await d1.batch([
    d1
      .prepare(
        `insert into stripe_events (id, type, customer_id, created_at, received_at, processed_at)
         values (?1, ?2, ?3, ?4, ?5, case when ?3 is null then ?5 end) on conflict (id) do nothing`,
      )
      .bind(event.id, event.type, event.customerId, event.createdAt, event.now),
    d1
      .prepare(
        `insert into jobs (id, kind, queue, subject, payload, status, attempts, run_after, created_at)
         select ?1, 'sync-billing', 'notify', ?2, json_object('customer_id', ?3), 'queued', 0, ?4, ?4
         where changes() = 1 and ?3 is not null`,
      )
      .bind(event.jobId, event.id, event.customerId, event.now),
  ]);
  return stored?.meta.changes === 1;
}

/** True once a look at Stripe has covered the event; also for one that is not known. */
export async function isEventProcessed(d1: D1Database, { eventId }: { eventId: string }): Promise<boolean> {
  const row = await d1
    .prepare("select 1 from stripe_events where id = ?1 and processed_at is null")
    .bind(eventId)
    .first();
  return row === null;
}

/** For an event about a customer that is nobody's here. */
export async function markEventProcessed(
  d1: D1Database,
  { eventId, now }: { eventId: string; now: number },
): Promise<void> {
  await d1
    .prepare("update stripe_events set processed_at = ?2, customer_id = null where id = ?1 and processed_at is null")
    .bind(eventId, now)
    .run();
}

/** A customer who is deleted at Stripe is named nowhere any more. */
export async function forgetCustomer(
  d1: D1Database,
  { userId, customerId, now }: { userId: number; customerId: string; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare("update users set stripe_customer_id = null where id = ?1 and stripe_customer_id = ?2")
      .bind(userId, customerId),
    d1
      .prepare(
        "update stripe_events set customer_id = null, processed_at = coalesce(processed_at, ?2) where customer_id = ?1",
      )
      .bind(customerId, now),
  ]);
}

/** What the mirror says is charged, a page at a time by user id. */
export async function listMirroredSubscriptions(
  d1: D1Database,
  { afterUserId, limit }: { afterUserId: number; limit: number },
): Promise<{ userId: number; customerId: string; subscriptionId: string; plan: number; currentPeriodEnd: number }[]> {
  const { results } = await d1
    .prepare(
      `select s.user_id as userId, u.stripe_customer_id as customerId, s.stripe_subscription_id as subscriptionId,
         s.plan, s.current_period_end as currentPeriodEnd
       from subscriptions s join users u on u.id = s.user_id
       where s.ended_at is null and s.user_id > ?1 and u.stripe_customer_id is not null order by s.user_id limit ?2`,
    )
    .bind(afterUserId, limit)
    .all<{ userId: number; customerId: string; subscriptionId: string; plan: number; currentPeriodEnd: number }>();
  return results;
}
