import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { userReference } from "./accounts.server.ts";

export const secondFactors = sqliteTable("second_factors", {
  userId: userReference().primaryKey(),
  /** The secret is an HMAC of this. */
  totpSeed: text("totp_seed").notNull(),
  /** Earlier steps are rejected. */
  totpStep: integer("totp_step").notNull().default(0),
  createdAt: integer("created_at").notNull(),
  /** Null: set-up in progress. */
  confirmedAt: integer("confirmed_at"),
  /** Only this session finishes the set-up. No reference: sessions end. */
  sessionId: text("session_id"),
});

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    userId: userReference(),
    /** SHA-256 of user and code, independent of SESSION_SECRET. */
    codeHash: text("code_hash").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Deleted with the second factor. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** Base64url. */
    credentialId: text("credential_id").primaryKey(),
    userId: userReference(),
    name: text("name").notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** 0: the authenticator counts none. */
    counter: integer("counter").notNull(),
    /** Separated by a space. */
    transports: text("transports").notNull(),
    /** Registered while the console was open. */
    opensConsole: integer("opens_console", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    usedAt: integer("used_at"),
  },
  (t) => [index("passkeys_user_id").on(t.userId)],
);

/** Issued and unanswered. */
export const passkeyChallenges = sqliteTable(
  "passkey_challenges",
  {
    /** SHA-256. */
    challengeHash: text("challenge_hash").primaryKey(),
    userId: userReference(),
    purpose: text("purpose", { enum: ["register", "log-in", "console"] }).notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (t) => [index("passkey_challenges_user_id").on(t.userId, t.expiresAt)],
);
