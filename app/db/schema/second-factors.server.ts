import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
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
