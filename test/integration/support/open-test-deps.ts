import type { Deps } from "#app/services/deps.server.ts";
import { createTestDeps } from "./test-deps.ts";
import { createTestDatabase } from "./workerd/test-database.ts";

/** A database of its own, also as parts, and dependencies over it. */
export async function openTestDeps(overrides: Partial<Deps> = {}) {
  const database = await createTestDatabase();
  return { ...database, database, deps: createTestDeps(database, overrides) };
}
