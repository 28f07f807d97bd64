import type { BatchItem } from "drizzle-orm/batch";
import type { Database } from "#app/db/database.server.ts";
import { selectPersonalData } from "./personal-data-statements.server.ts";

/**
 * Everything stored about a user, by the names of the API, without hashes of passwords, sessions and codes and without
 * addresses of payment pages. One round trip (primary key; the indexes by user_id of each table).
 */
export async function readPersonalData(db: Database, userId: number) {
  const found = await readTogether(db, selectPersonalData(db, userId));
  return {
    ...found,
    user: found.user[0] ?? null,
    models: found.models.map((row) => ({ ...row, feature: readJson(row.feature), report: readJson(row.report) })),
    analyses: found.analyses.map((row) => ({
      ...row,
      race_info: readJson(row.race_info),
      scores: readJson(row.scores),
    })),
    deletedAnalyses: found.deletedAnalyses.map((row) => ({
      ...row,
      race_info: readJson(row.race_info),
      picks: readJson(row.picks),
    })),
    recordEntries: found.recordEntries.map((row) => ({
      ...row,
      picks: readJson(row.picks),
      bets: readJson(row.bets),
      favourite: readJson(row.favourite),
    })),
    rankings: found.rankings.map((row) => ({ ...row, entry: readJson(row.entry) })),
  };
}

/** The results of statements by their names, in one round trip and one transaction. */
async function readTogether<Reads extends Record<string, BatchItem<"sqlite">>>(
  db: Database,
  reads: Reads,
): Promise<{ [Name in keyof Reads]: Awaited<Reads[Name]> }> {
  const [first, ...others] = Object.values(reads);
  const results = first === undefined ? [] : await db.batch([first, ...others]);
  const named = Object.keys(reads).map((name, index) => [name, results[index]]);
  return Object.fromEntries(named) as { [Name in keyof Reads]: Awaited<Reads[Name]> };
}

function readJson(text: string | null): unknown {
  return text === null ? null : JSON.parse(text);
}
