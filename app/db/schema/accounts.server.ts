import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Normalised; null once deleted. */
    email: text("email"),
    name: text("name").notNull(),
    passwordHash: text("password_hash"),
    plan: integer("plan").notNull().default(1),
    birthDate: text("birth_date").notNull().default(""),
    sex: integer("sex").notNull().default(0),
    favHorse: text("fav_horse").notNull().default(""),
    favJockey: text("fav_jockey").notNull().default(""),
    favTicketType: integer("fav_ticket_type").notNull().default(0),
    raceOfMemories: text("race_of_memories").notNull().default(""),
    racingExperience: integer("racing_experience").notNull().default(0),
    icon: text("icon").notNull().default(""),
    phoneNumber: text("phone_number").notNull().default(""),
    prefectures: integer("prefectures").notNull().default(0),
    profile: text("profile").notNull().default(""),
    /** Cannot exist in production. */
    isDemo: integer("is_demo", { mode: "boolean" }).notNull().default(false),
    stripeCustomerId: text("stripe_customer_id"),
    createdAt: integer("created_at").notNull(),
    deletedAt: integer("deleted_at"),
    /** Drawn before each look at Stripe: older looks do not overwrite newer ones. */
    billingTicket: integer("billing_ticket").notNull().default(0),
    /** The last written look. */
    billingApplied: integer("billing_applied").notNull().default(0),
    /** Nothing personal is left (account-deletion.server.ts). */
    erasedAt: integer("erased_at"),
    /** Starred; may be deleted. No reference: models refer to users. */
    defaultModelId: integer("default_model_id"),
    nameHiddenAt: integer("name_hidden_at"),
    /** A customer whose response was lost is found by this. */
    customerAskedAt: integer("customer_asked_at"),
    /** Random; part of the calendar's address. Null: no calendar. */
    calendarKey: text("calendar_key"),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_stripe_customer_id").on(t.stripeCustomerId),
    // Nearly always none.
    index("users_to_erase").on(t.deletedAt).where(sql`deleted_at is not null and erased_at is null`),
    check("users_plan_known", sql`${t.plan} >= 0 and ${t.plan} <= 106`),
    check("users_sex_known", sql`${t.sex} in (0, 1, 2)`),
    check("users_prefectures_known", sql`${t.prefectures} between 0 and 47`),
    check("users_fav_ticket_type_known", sql`${t.favTicketType} between 0 and 8`),
    check(
      "users_deleted_keep_nothing",
      sql`(${t.deletedAt} is null and ${t.email} is not null and ${t.passwordHash} is not null) or (${t.deletedAt} is not null and ${t.email} is null and ${t.passwordHash} is null)`,
    ),
  ],
);

export function userReference() {
  return integer("user_id")
    .notNull()
    .references(() => users.id);
}

/** Log-out, a new password and deletion delete the row. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the token's `sid`. */
    id: text("id").primaryKey(),
    userId: userReference(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Null: no second factor was given. */
    staffUntil: integer("staff_until"),
    /** app/domain/accounts/device-name.ts. */
    device: text("device").notNull().default(""),
  },
  (t) => [index("sessions_user_id").on(t.userId), index("sessions_expires_at").on(t.expiresAt)],
);

/** Read the API only. Log-out everywhere, a new password and deletion delete them. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    /** SHA-256 (hex) of the token. */
    id: text("id").primaryKey(),
    userId: userReference(),
    name: text("name").notNull(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [uniqueIndex("api_tokens_user_id_name").on(t.userId, t.name)],
);

/** The code is an HMAC of `id`; only its hash is stored. */
export const mailCodes = sqliteTable(
  "mail_codes",
  {
    id: text("id").primaryKey(),
    codeHash: text("code_hash").notNull(),
    kind: text("kind", { enum: ["sign-up", "reset-password", "change-email"] }).notNull(),
    email: text("email").notNull(),
    userId: integer("user_id").references(() => users.id),
    /** Top page banner, as a query string. */
    attribution: text("attribution").notNull().default(""),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [
    uniqueIndex("mail_codes_code_hash").on(t.codeHash),
    index("mail_codes_email_kind").on(t.email, t.kind),
    index("mail_codes_user_id").on(t.userId),
    check("mail_codes_kind_known", sql`${t.kind} in ('sign-up', 'reset-password', 'change-email')`),
  ],
);

/** Fixed windows of public endpoints. */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    windowStart: integer("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("rate_limits_window_start").on(t.windowStart)],
);

/** Kept when the subject is deleted. A returned use does not count. */
export const usage = sqliteTable(
  "usage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    kind: text("kind", { enum: ["analysis", "model"] }).notNull(),
    subjectId: integer("subject_id").notNull(),
    /** In Japan, of acceptance. */
    day: text("day").notNull(),
    month: text("month").notNull(),
    /** Counts towards 全5回. */
    underFreeLimits: integer("under_free_limits", { mode: "boolean" }).notNull(),
    usedAt: integer("used_at").notNull(),
    returnedAt: integer("returned_at"),
  },
  (t) => [
    uniqueIndex("usage_kind_subject_id").on(t.kind, t.subjectId),
    index("usage_user_id_kind_month").on(t.userId, t.kind, t.month, t.day),
    index("usage_user_id_kind_free").on(t.userId, t.kind, t.underFreeLimits),
    check("usage_kind_known", sql`${t.kind} in ('analysis', 'model')`),
  ],
);

/** One query answers: plan of user U at instant T. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    plan: integer("plan").notNull(),
    reason: text("reason").notNull(),
    effectiveAt: integer("effective_at").notNull(),
    recordedAt: integer("recorded_at").notNull(),
    /** stripe: replaced as a whole when Stripe's objects change. */
    source: text("source", { enum: ["product", "stripe"] })
      .notNull()
      .default("product"),
  },
  (t) => [
    index("plan_changes_user_id_effective_at").on(t.userId, t.effectiveAt),
    check("plan_changes_plan_known", sql`${t.plan} >= 0 and ${t.plan} <= 106`),
  ],
);

export const subscriptions = sqliteTable(
  "subscriptions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: userReference(),
    stripeSubscriptionId: text("stripe_subscription_id").notNull(),
    plan: integer("plan").notNull(),
    status: text("status").notNull(),
    currentPeriodStart: integer("current_period_start").notNull(),
    currentPeriodEnd: integer("current_period_end").notNull(),
    endedAt: integer("ended_at"),
    updatedAt: integer("updated_at").notNull(),
  },
  (t) => [
    uniqueIndex("subscriptions_stripe_subscription_id").on(t.stripeSubscriptionId),
    uniqueIndex("subscriptions_one_active").on(t.userId).where(sql`ended_at is null`),
    check("subscriptions_plan_paid", sql`${t.plan} between 2 and 99`),
  ],
);

/** One per user and month of Japan. */
export const downgrades = sqliteTable(
  "downgrades",
  {
    userId: userReference(),
    month: text("month").notNull(),
    at: integer("at").notNull(),
    /** Returned if Stripe refuses the change. */
    planIntentId: text("plan_intent_id").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

/** Written before Stripe is called: the id is the idempotency key. One open row per user. */
export const planIntents = sqliteTable(
  "plan_intents",
  {
    id: text("id").primaryKey(),
    userId: userReference(),
    kind: text("kind", { enum: ["checkout", "change", "cancel"] }).notNull(),
    fromPlan: integer("from_plan").notNull(),
    plan: integer("plan").notNull(),
    status: text("status", { enum: ["open", "done", "refused"] }).notNull(),
    /** Null until Stripe responded. */
    checkoutId: text("checkout_id"),
    checkoutUrl: text("checkout_url"),
    createdAt: integer("created_at").notNull(),
    /** Checkout: end of its page. Change: when another request may take over. */
    expiresAt: integer("expires_at").notNull(),
    finishedAt: integer("finished_at"),
  },
  (t) => [
    uniqueIndex("plan_intents_one_open").on(t.userId).where(sql`status = 'open'`),
    index("plan_intents_user_id_created_at").on(t.userId, t.createdAt),
    check("plan_intents_kind_known", sql`${t.kind} in ('checkout', 'change', 'cancel')`),
    check("plan_intents_status_known", sql`${t.status} in ('open', 'done', 'refused')`),
  ],
);

/** Once by id. The present state is read instead of the content. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    processedAt: integer("processed_at"),
    customerId: text("customer_id"),
  },
  (t) => [index("stripe_events_customer_id").on(t.customerId).where(sql`processed_at is null`)],
);
