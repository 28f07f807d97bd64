import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { insertAnalysis, insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { makeScore } from "#test/unit/support/racing-factories.ts";
import { openTestDeps } from "./open-test-deps.ts";
import type { TestDatabase } from "./workerd/test-database.ts";

export const OWNER = { id: 1, plan: 1 };
export const STRANGER = { id: 2, plan: 4 };
export const ADMIN = { id: 3, plan: 0 };
/** Share id of analysis 1. */
export const SHARE_ID = encodeShareId(1);

export const SCORES = [
  makeScore(3, { horseName: "ハルカナコンパス", index: 2.31, probability: 0.34 }),
  makeScore(9, { bracketNum: 6, horseName: "オリガミグライダー", index: 1.64, probability: 0.3 }),
  makeScore(6, { bracketNum: 4, horseName: "アオゾラレコード", index: 1.12, probability: 0.2 }),
  makeScore(12, { bracketNum: 7, horseName: "ヨルノテンビン", index: 0, probability: 0.1 }),
  makeScore(1, { horseName: "シロツメハカリ", index: -0.4, probability: 0.05 }),
  makeScore(2, { bracketNum: null, horseName: "ミドリノハシ", index: -1.02, probability: 0.01 }),
];

/**
 * The analyses 1 to 5 of the owner: complete, running, failed, deleted, and complete on a race the model was trained
 * on.
 */
async function lay({ db }: TestDatabase): Promise<void> {
  for (const user of [OWNER, STRANGER, ADMIN]) await insertUser(db, user);
  await insertModel(db, { id: 1 });
  const scores = JSON.stringify(SCORES);
  await insertAnalysis(db, { id: 1, scores });
  await insertAnalysis(db, { id: 2, status: 1, raceInputsVersion: 2 });
  await insertAnalysis(db, { id: 3, status: 3, raceInputsVersion: 3 });
  await insertAnalysis(db, { id: 4, scores, deletedAt: 5, raceInputsVersion: 4 });
  await insertAnalysis(db, { id: 5, scores, isLearntFrom: true, raceInputsVersion: 5 });
}

/** Resets analysis 1 and its owner: not shared, or shared long ago. */
export async function reset(
  { d1, db, store, sharing }: Awaited<ReturnType<typeof startWorld>>,
  isShared: boolean,
): Promise<void> {
  await store.delete("shares/1.json");
  await d1.batch([
    sql(d1)`update users set deleted_at = null, name = 'a', email = 'a@example.com', password_hash = 'none'
      where id = 1`,
    d1.prepare("update models set deleted_at = null"),
    d1.prepare("delete from analysis_tombstones"),
    d1.prepare("delete from jobs"),
    d1.prepare("delete from analyses where id = 1"),
  ]);
  await insertAnalysis(db, { id: 1, scores: JSON.stringify(SCORES) });
  if (isShared) await sharing.share({ user: OWNER, analysisId: 1 });
}

/** A site with the owner's analyses, none of them shared. */
export async function startWorld() {
  const { database, deps } = await openTestDeps({ newId: () => crypto.randomUUID() });
  await insertRace(database.db, {
    raceId: "r1",
    startTime: "15:40",
    surface: "turf",
    distanceM: 2000,
  });
  await lay(database);
  const { accounts, analyses, sharing } = createServices(deps);
  return {
    ...database,
    deps,
    ...{ accounts, analyses, sharing },
    /** State of an analysis in D1, and whether it is public. */
    async stateOf(analysisId = 1) {
      const row = await sql(database.d1)`select shared_at as sharedAt, deleted_at as deletedAt
        from analyses where id = ${analysisId}`.first<{ sharedAt: number | null; deletedAt: number | null }>();
      const isPublic = (await createShareStore(database.store).find(analysisId)) !== null;
      return { isMarked: row?.sharedAt != null, isDeleted: row === null || row.deletedAt !== null, isPublic };
    },
  };
}
