import { type SQL, sql } from "drizzle-orm";

/** Null: no condition holds. */
export function firstFault(...faults: readonly (readonly [condition: SQL | undefined, words: string | SQL])[]) {
  const cases = faults.map(([condition, words]) => sql`when ${condition} then ${words}`);
  return sql<string | null>`case ${sql.join(cases, sql` `)} end`;
}
