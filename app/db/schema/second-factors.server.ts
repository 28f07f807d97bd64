import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts.server.ts";

/** The second factor of users who want one. */

export const secondFactors = sqliteTable("second_factors", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id),
  /** The secret is an HMAC of this under the server's secret: a dump of the table opens nothing. */
  totpSeed: text("totp_seed").notNull(),
  /** Step of the last code that was taken: it and earlier ones are not taken again. */
  totpStep: integer("totp_step").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  /** When the first code was given; null: it is being set up, and no log-in asks for it. */
  confirmedAt: integer("confirmed_at"),
  /** The session that began the set-up: only it sees the secret and can finish. No reference: sessions end. */
  sessionId: text("session_id"),
});

/** Codes that stand in for the second factor, each once. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of user and code, without the server's secret: they open the account after that has changed, too. */
    codeHash: text("code_hash").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Passkeys beside it: another way through the second step. They go with it. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** Base64url, as the authenticator made it. */
    credentialId: text("credential_id").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    /** What the user calls it. */
    name: text("name").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** Signatures so far, by the authenticator; 0: it counts none. */
    counter: integer("counter").notNull(),
    /** How browsers reach it, separated by a space. */
    transports: text("transports").notNull(),
    /** Registered by staff in a session in which the console was open: only such ones open it. */
    opensConsole: integer("opens_console", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [index("passkeys_user_id").on(t.userId)],
);

/** Challenges that were given out for a passkey and not answered yet: each is deleted by what it opens. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** SHA-256. */
    challengeHash: text("challenge_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id),
    purpose: text("purpose", { enum: ["register", "log-in", "console"] }).notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("passkey_challenges_user_id").on(t.userId, t.expiresAt)],
);
