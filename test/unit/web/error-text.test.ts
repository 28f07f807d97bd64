import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { errorReason, errorStack, errorText } from "#app/adapters/error-text.server.ts";
import { type Database, openDatabase } from "#app/db/database.server.ts";
import { users } from "#app/db/schema/accounts.server.ts";

const ADDRESS = "somebody@example.com";
const REASON = "D1_ERROR: no such table: users";

const broken = (prepare: () => unknown): Database => openDatabase({ prepare } as unknown as D1Database);

async function failingQuery(db: Database): Promise<unknown> {
  try {
    await db.select({ id: users.id }).from(users).where(eq(users.email, ADDRESS));
  } catch (error) {
    return error;
  }
  throw new Error("the query did not fail");
}

test("the text and the stack of a failed query name the statement and the reason, but no parameter", async () => {
  const atOnce = broken(() => {
    throw new Error(REASON);
  });
  const later = broken(() => ({ bind: () => ({ raw: () => Promise.reject(new Error(REASON)) }) }));
  for (const db of [atOnce, later]) {
    const error = await failingQuery(db);
    for (const text of [errorText(error), errorStack(error)]) {
      expect(text).toContain(REASON);
      expect(text).not.toContain(ADDRESS);
    }
  }
  // Otherwise this test would prove nothing.
  expect(String(await failingQuery(later))).toContain(ADDRESS);
});

test("any other error keeps its message and its stack", () => {
  expect(errorReason(new Error("broken"))).toBe("broken");
  expect(errorText(new TypeError("broken"))).toBe("TypeError: broken");
  expect(errorText("broken")).toBe("broken");
  expect(errorStack(new Error("broken"))).toMatch(/^Error: broken\n\s+at /);
});
