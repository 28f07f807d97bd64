import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** Users, how they get in, and what their plan allows. */

export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Trimmed and lower-cased; null once the account is deleted. */
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
    /** True for the demo users of the sample data set; they cannot exist in production. */
    isDemo: integer("is_demo", { mode: "boolean" }).notNull().default(false),
    stripeCustomerId: text("stripe_customer_id"),
    createdAt: integer("created_at").notNull(),
    deletedAt: integer("deleted_at"),
    /** Drawn before each look at Stripe; what an older look found is not written over a newer one's. */
    billingTicket: integer("billing_ticket").notNull().default(0),
    /** Ticket of the look that was written last. */
    billingApplied: integer("billing_applied").notNull().default(0),
    /** When nothing personal of a deleted account was left in D1, R2 and at Stripe (account-erasure.server.ts). */
    erasedAt: integer("erased_at"),
    /** The model that the user has starred; it may be deleted since. No reference: models refer to users. */
    defaultModelId: integer("default_model_id"),
    /** Since when the operator keeps the names of the user and the models out of rankings; null: they are shown. */
    nameHiddenAt: integer("name_hidden_at"),
    /** When Stripe was last asked for a customer: one whose answer was lost is found by this and its metadata. */
    customerAskedAt: integer("customer_asked_at"),
  },
  (t) => [
    uniqueIndex("users_email").on(t.email),
    uniqueIndex("users_stripe_customer_id").on(t.stripeCustomerId),
    // Accounts still to be erased: nearly always none.
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

/** A session lives while its row does: log-out, a new password and account deletion delete it. */
export const sessions = sqliteTable(
  "sessions",
  {
    /** SHA-256 (hex) of the token's `sid`: a dump of the table opens no session. */
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    /** Until when it opens the console, for 12 hours after the second factor; null: it was not given. */
    staffUntil: integer("staff_until"),
    /** What the log-in came from (app/domain/accounts/device-name.ts), for its owner. */
    device: text("device").notNull().default(""),
  },
  (t) => [index("sessions_user_id").on(t.userId), index("sessions_expires_at").on(t.expiresAt)],
);

/** Codes of mailed links. The code itself is an HMAC of `id` under the server's secret, so only its hash is here. */
export const mailCodes = sqliteTable(
  "mail_codes",
  {
    id: text("id").primaryKey(),
    codeHash: text("code_hash").notNull(),
    kind: text("kind", { enum: ["sign-up", "reset-password", "change-email"] }).notNull(),
    email: text("email").notNull(),
    userId: integer("user_id").references(() => users.id),
    /** Banner attribution of the top page (`page`, `position`), as a query string. */
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

/** Fixed-window counters of the public doors; one upsert counts and answers. */
export const rateLimits = sqliteTable(
  "rate_limits",
  {
    key: text("key").notNull(),
    windowStart: integer("window_start").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [primaryKey({ columns: [t.key, t.windowStart] }), index("rate_limits_window_start").on(t.windowStart)],
);

/**
 * What counts against quotas. Rows are never deleted with their model or analysis; a failure of ours sets
 * `returned_at` once, and a returned use no longer counts.
 */
export const usage = sqliteTable(
  "usage",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["analysis", "model"] }).notNull(),
    /** Id of the model or analysis. */
    subjectId: integer("subject_id").notNull(),
    /** Japan's day and month of acceptance. */
    day: text("day").notNull(),
    month: text("month").notNull(),
    /** Accepted while Free limits applied: counts towards 全5回. */
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

/** Every plan a user had, with the time of the fact: "plan of user U at instant T" is one query. */
export const planChanges = sqliteTable(
  "plan_changes",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    plan: integer("plan").notNull(),
    reason: text("reason").notNull(),
    effectiveAt: integer("effective_at").notNull(),
    recordedAt: integer("recorded_at").notNull(),
    /** stripe: follows from Stripe's objects, and is replaced as a whole when they change. */
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
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
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

/** One downgrade per user and calendar month of Japan. */
export const downgrades = sqliteTable(
  "downgrades",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    month: text("month").notNull(),
    at: integer("at").notNull(),
    /** The change that took it; if Stripe refuses that, it is given back. */
    planIntentId: text("plan_intent_id").notNull().default(""),
  },
  (t) => [primaryKey({ columns: [t.userId, t.month] })],
);

/**
 * What a user is about to do to the own plan, written before Stripe is asked: its id is the idempotency key, and one
 * open row per user lets one change go on at a time, in however many tabs.
 */
export const planIntents = sqliteTable(
  "plan_intents",
  {
    id: text("id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    kind: text("kind", { enum: ["checkout", "change", "cancel"] }).notNull(),
    fromPlan: integer("from_plan").notNull(),
    plan: integer("plan").notNull(),
    status: text("status", { enum: ["open", "done", "refused"] }).notNull(),
    /** Payment page of a checkout; null until Stripe has answered. */
    checkoutId: text("checkout_id"),
    checkoutUrl: text("checkout_url"),
    createdAt: integer("created_at").notNull(),
    /** Of a checkout the end of its page; of a change the instant from which another request may take it over. */
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

/** Every Stripe event, once by its id. What it says is not kept: the objects' present state is read instead. */
export const stripeEvents = sqliteTable(
  "stripe_events",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    createdAt: integer("created_at").notNull(),
    receivedAt: integer("received_at").notNull(),
    processedAt: integer("processed_at"),
    /** Null for an event that is about no customer: nothing follows from it. */
    customerId: text("customer_id"),
  },
  (t) => [index("stripe_events_customer_id").on(t.customerId).where(sql`processed_at is null`)],
);
