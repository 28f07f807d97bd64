import type { Database } from "#app/db/database.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { FeatureChoice } from "#app/domain/features/choice.ts";
import { USUAL_EXPONENTS } from "#app/domain/learning/calibration/order-probabilities.ts";
import { SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";

/** Rows as the product would have written them; tests override what they are about. */

export const CHOICE: FeatureChoice = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all", "venue"], race_num: [-1, 1, 3] } },
};

export async function insertUser(db: Database, values: Partial<typeof users.$inferInsert> & { id: number }) {
  await db.insert(users).values({
    email: `user${values.id}@example.com`,
    name: `user ${values.id}`,
    passwordHash: "none",
    createdAt: SATURDAY_MORNING - 1000,
    updatedAt: SATURDAY_MORNING - 1000,
    ...values,
  } as typeof users.$inferInsert);
}

export async function insertModel(db: Database, values: Partial<typeof models.$inferInsert> & { id: number }) {
  const status = values.status ?? 2;
  await db.insert(models).values({
    userId: 1,
    name: `model ${values.id}`,
    venueType: 1,
    isAllVenue: (values.venueType ?? 1) > 1 ? 1 : null,
    features: JSON.stringify(CHOICE),
    featureCount: 8,
    isWeight: false,
    status,
    formKey: `form ${values.id}`,
    createdAt: SATURDAY_MORNING - 10_000 + values.id,
    artifactKey: status === 2 ? `artifacts/${values.id}` : null,
    completedAt: status === 2 ? SATURDAY_MORNING - 5000 : null,
    ...values,
  });
}

/** A race of today with 10 declared runners, all weighed; runner rows only on request. */
export async function insertRace(
  db: Database,
  { runnerRows = 0, ...values }: Partial<typeof races.$inferInsert> & { raceId: string; runnerRows?: number },
) {
  await db.insert(races).values({
    date: "2026-11-21",
    venue: "東京",
    venueType: 1,
    raceNum: 1,
    name: "サンプル特別",
    status: "scheduled",
    source: "sample",
    runnerCount: 10,
    weighedCount: 10,
    dataVersion: 1,
    inputsVersion: values.dataVersion ?? 1,
    contentHash: "hash",
    ...values,
  });
  for (let horseNum = 1; horseNum <= runnerRows; horseNum += 1) {
    await db.insert(runners).values({
      raceId: values.raceId,
      horseNum,
      bracketNum: Math.min(8, horseNum),
      horseId: `h${horseNum}`,
      horseName: `ウマ${horseNum}`,
      status: "entered",
      trouble: null,
      contentHash: "hash",
    });
  }
}

export async function insertAnalysis(db: Database, values: Partial<typeof analyses.$inferInsert> & { id: number }) {
  const status = values.status ?? 2;
  await db.insert(analyses).values({
    userId: 1,
    modelId: 1,
    raceId: "r1",
    raceInputsVersion: 1,
    modelName: "model 1",
    venueType: 1,
    raceInfo: JSON.stringify({ race_num: 1, name: "サンプル特別", title: "東京", date: "2026-11-21" }),
    status,
    createdAt: SATURDAY_MORNING - 100 + values.id,
    scores: status === 2 ? "[]" : null,
    orderExponents: status === 2 ? JSON.stringify(USUAL_EXPONENTS) : null,
    completedAt: status === 2 ? SATURDAY_MORNING : null,
    ...values,
  });
}

/** `count` uses of a user on a day in Japan, of subjects that no longer exist. */
export async function insertUses(
  db: Database,
  {
    count,
    firstSubject = 1000,
    ...values
  }: Partial<typeof usage.$inferInsert> & { count: number; firstSubject?: number },
) {
  const day = values.day ?? "2026-11-21";
  const rows = Array.from({ length: count }, (_, index) => ({
    userId: 1,
    kind: "analysis" as const,
    subjectId: firstSubject + index,
    day,
    month: day.slice(0, 7),
    underFreeLimits: false,
    usedAt: SATURDAY_MORNING,
    ...values,
  }));
  // Ten rows stay below D1's 100 bound parameters.
  for (let index = 0; index < count; index += 10) await db.insert(usage).values(rows.slice(index, index + 10));
}
