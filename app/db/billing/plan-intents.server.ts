/** What users are about to do to their plans, one open row per user; and the month's one downgrade. */

export interface PlanIntent {
  id: string;
  kind: "checkout" | "change" | "cancel";
  plan: number;
  status: "open" | "done" | "refused";
  checkoutId: string | null;
  checkoutUrl: string | null;
  createdAt: number;
  expiresAt: number;
}

const COLUMNS = `id, kind, plan, status, checkout_id as checkoutId, checkout_url as checkoutUrl,
  created_at as createdAt, expires_at as expiresAt`;

/**
 * Opens an intent unless the user has an open one (index plan_intents_one_open); who was there first is given back.
 * An intent whose time is over stands in nobody's way; a deleted account opens none.
 */
export async function openIntent(
  d1: D1Database,
  intent: Pick<PlanIntent, "id" | "kind" | "plan" | "createdAt" | "expiresAt"> & { userId: number; fromPlan: number },
): Promise<{ isMine: boolean; intent: PlanIntent } | null> {
  const [, inserted, open] = await d1.batch([
    d1
      .prepare(
        `update plan_intents set status = 'refused', finished_at = ?2
         where user_id = ?1 and status = 'open' and expires_at <= ?2`,
      )
      .bind(intent.userId, intent.createdAt),
    d1
      .prepare(
        `insert into plan_intents (id, user_id, kind, from_plan, plan, status, created_at, expires_at)
         select ?1, id, ?3, ?4, ?5, 'open', ?6, ?7 from users where id = ?2 and deleted_at is null
         on conflict do nothing`,
      )
      .bind(intent.id, intent.userId, intent.kind, intent.fromPlan, intent.plan, intent.createdAt, intent.expiresAt),
    d1.prepare(`select ${COLUMNS} from plan_intents where user_id = ?1 and status = 'open'`).bind(intent.userId),
  ]);
  const row = open?.results[0] as PlanIntent | undefined;
  return row === undefined ? null : { isMine: inserted?.meta.changes === 1, intent: row };
}

export async function findIntent(d1: D1Database, { intentId }: { intentId: string }): Promise<PlanIntent | null> {
  return d1.prepare(`select ${COLUMNS} from plan_intents where id = ?1`).bind(intentId).first<PlanIntent>();
}

/** The open intent of a user, or null. */
export async function findOpenIntent(d1: D1Database, { userId }: { userId: number }): Promise<PlanIntent | null> {
  return d1
    .prepare(`select ${COLUMNS} from plan_intents where user_id = ?1 and status = 'open'`)
    .bind(userId)
    .first<PlanIntent>();
}

/** Remembers the payment page of a checkout; of two that asked at once both have the same. */
export async function setCheckout(
  d1: D1Database,
  { intentId, checkoutId, url }: { intentId: string; checkoutId: string; url: string },
): Promise<void> {
  await d1
    .prepare("update plan_intents set checkout_id = ?2, checkout_url = ?3 where id = ?1")
    .bind(intentId, checkoutId, url)
    .run();
}

/** Ends an open intent; a refused one gives the month's downgrade back, in the same transaction. */
export async function closeIntent(
  d1: D1Database,
  { intentId, status, now }: { intentId: string; status: "done" | "refused"; now: number },
): Promise<void> {
  await d1.batch([
    d1
      .prepare("update plan_intents set status = ?2, finished_at = ?3 where id = ?1 and status = 'open'")
      .bind(intentId, status, now),
    d1
      .prepare(
        `delete from downgrades where plan_intent_id = ?1
         and exists (select 1 from plan_intents where id = ?1 and status = 'refused')`,
      )
      .bind(intentId),
  ]);
}

/** Takes the one downgrade of a calendar month; false when it was taken before. */
export async function takeDowngrade(
  d1: D1Database,
  { userId, month, intentId, now }: { userId: number; month: string; intentId: string; now: number },
): Promise<boolean> {
  const { meta } = await d1
    .prepare(
      "insert into downgrades (user_id, month, at, plan_intent_id) values (?1, ?2, ?3, ?4) on conflict do nothing",
    )
    .bind(userId, month, now, intentId)
    .run();
  return meta.changes === 1;
}

/** What the plans page says of a user, in one query. */
export async function readPlanState(
  d1: D1Database,
  { userId, month, now }: { userId: number; month: string; now: number },
): Promise<{
  plan: number;
  currentPeriodEnd: number | null;
  hasDowngradedThisMonth: boolean;
  checkoutOpenedAt: number | null;
  isCustomer: boolean;
} | null> {
  const row = await d1
    .prepare(
      `select u.plan, s.current_period_end as currentPeriodEnd,
         exists (select 1 from downgrades where user_id = ?1 and month = ?2) as hasDowngraded,
         (select created_at from plan_intents
          where user_id = ?1 and status = 'open' and kind = 'checkout' and expires_at > ?3) as checkoutOpenedAt,
         u.stripe_customer_id is not null as isCustomer
       from users u left join subscriptions s on s.user_id = u.id and s.ended_at is null where u.id = ?1`,
    )
    .bind(userId, month, now)
    .first<{
      plan: number;
      currentPeriodEnd: number | null;
      hasDowngraded: number;
      checkoutOpenedAt: number | null;
      isCustomer: number;
    }>();
  if (row === null) return null;
  const { hasDowngraded, isCustomer, ...state } = row;
  return { ...state, isCustomer: isCustomer === 1, hasDowngradedThisMonth: hasDowngraded === 1 };
}
