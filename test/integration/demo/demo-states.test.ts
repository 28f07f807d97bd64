import { and, asc, desc, eq, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { users } from "#app/db/schema/accounts.server.ts";
import { analyses, models } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import { ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { DEMO_MODELS } from "#app/demo/demo-models-list.ts";
import { ensureDemoStates } from "#app/demo/demo-states.server.ts";
import { ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { sweepJobs } from "#app/services/jobs/housekeeping.server.ts";
import { list as listModels } from "#app/services/models/models.server.ts";
import { createDemoSite, type DemoSite } from "#test/integration/support/demo-site.ts";
import { insertModel } from "#test/integration/support/rows.ts";

/** Before the first training: with models to be copied, and main races of the last days. */
async function createStartedSite(): Promise<DemoSite> {
  const site = await createDemoSite("2026-11-21T10:00:00+09:00");
  await ensureDemoUsers({ ...site.deps, passwords: { ...site.deps.passwords, hash: async () => "$argon2id$none" } });
  await ensureDemoModels(site.deps);
  return site;
}

/** Completes the trainings of the first demo models, and the first one of the account that shows most. */
async function completeModels(site: DemoSite) {
  const { database, deps } = site;
  const { db } = database;
  const { id: userId } = await findUser(site, "premium@demo.example");
  const own = DEMO_MODELS.find(({ email }) => email === "premium@demo.example");
  if (own === undefined) throw new Error("the account has no model in the list");
  await insertModel(db, { id: 900, userId, name: own.name, formKey: own.key });
  await db
    .update(models)
    .set({ status: 2, artifactKey: "artifacts/a", completedAt: deps.clock.now })
    .where(and(like(models.formKey, "demo-model-%"), eq(models.status, 1)));
}

const modelsOf = async ({ database: { db } }: DemoSite, email: string) =>
  (
    await db
      .select({ model: models })
      .from(models)
      .innerJoin(users, eq(users.id, models.userId))
      .where(and(eq(users.email, email), like(models.formKey, "demo-state-%")))
      .orderBy(asc(models.id))
  ).map(({ model }) => model);

const analysesOf = ({ database: { db } }: DemoSite, userId: number) =>
  db.select().from(analyses).where(eq(analyses.userId, userId)).orderBy(asc(analyses.id));

test("a failed model and one in progress exist from the start, without jobs", async () => {
  await using site = await createStartedSite();
  const [failed, creating] = await modelsOf(site, "premium@demo.example");
  expect([failed?.status, failed?.confirmedAt, creating?.status, creating?.progress]).toEqual([3, null, 1, 0.42]);
  const subjects = (await site.database.db.select().from(jobs)).map(({ subject }) => subject);
  for (const model of [failed, creating]) expect(subjects).not.toContain(String(model?.id));
  // After another start days later, its age is not days.
  site.deps.clock.now += 3 * 86_400;
  await ensureDemoModels(site.deps);
  expect((await modelsOf(site, "premium@demo.example"))[1]?.createdAt).toBe(site.deps.clock.now);
  expect((await modelsOf(site, "premium@demo.example"))[0]?.createdAt).toBe(failed?.createdAt);
});

test("the Free account has a model over its limit and analyses to come; the restricted one has both too", async () => {
  await using site = await createStartedSite();
  const { db } = site.database;
  await completeModels(site);
  await ensureDemoModels(site.deps);
  const free = await findUser(site, "free@demo.example");
  const restricted = await findUser(site, "restricted@demo.example");
  const main = (await listRaces(site, 11)).slice(0, 4);
  const shown = await listModels(site.deps, { user: free });
  expect(shown.map(({ disabled }) => disabled)).toEqual([null, "beyond-model-limit"]);
  for (const user of [free, restricted]) {
    const rows = await analysesOf(site, user.id);
    expect(rows.map(({ raceId }) => raceId).sort()).toEqual(main.toSorted());
    // All but one count as seen when they end.
    expect(rows.filter(({ confirmedAt }) => confirmedAt === null)).toHaveLength(1);
    const subjects = (await db.select().from(jobs).where(eq(jobs.kind, "score-race"))).map(({ subject }) => subject);
    for (const { id } of rows) expect(subjects).toContain(String(id));
  }
});

test("repeated, concurrently and after a sweep, every state exists once, and deleted ones do not return", async () => {
  await using site = await createStartedSite();
  const { db } = site.database;
  await completeModels(site);
  await Promise.all([ensureDemoStates(site.deps), ensureDemoStates(site.deps)]);
  const count = async () => [
    (await db.select().from(models).where(like(models.formKey, "demo-state-%"))).length,
    (await db.select().from(analyses)).length,
    (await db.select().from(jobs).where(eq(jobs.kind, "score-race"))).length,
  ];
  const once = await count();
  expect(once).toEqual([5, 13, 12]);
  await sweepJobs(site.deps);
  await ensureDemoStates(site.deps);
  expect(await count()).toEqual(once);
  await db.update(models).set({ deletedAt: 1 }).where(eq(models.formKey, "demo-state-creating"));
  await ensureDemoStates(site.deps);
  const creating = await db.select().from(models).where(eq(models.formKey, "demo-state-creating"));
  expect(creating.map(({ deletedAt }) => deletedAt)).toEqual([1]);
});

test("an analysis in progress is kept without a job, beside analyses that are scored", async () => {
  await using site = await createStartedSite();
  const { db } = site.database;
  await completeModels(site);
  await ensureDemoModels(site.deps);
  const premium = await findUser(site, "premium@demo.example");
  const rows = await analysesOf(site, premium.id);
  const subjects = (await db.select().from(jobs).where(eq(jobs.kind, "score-race"))).map(({ subject }) => subject);
  const [last] = await listRaces(site, 12);
  const jobless = rows.filter(({ id }) => !subjects.includes(String(id)));
  expect(rows).toHaveLength(5);
  expect(jobless.map(({ raceId, status }) => [raceId, status])).toEqual([[last, 1]]);
});

/** Central races of this number with results, newest first. */
async function listRaces({ database: { db } }: DemoSite, raceNum: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(races)
    .where(and(eq(races.venueType, 1), eq(races.raceNum, raceNum), eq(races.status, "result")))
    .orderBy(desc(races.date), asc(races.raceId));
  return rows.map(({ raceId }) => raceId);
}

async function findUser({ database: { db } }: DemoSite, email: string) {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (user === undefined) throw new Error(`${email} is missing`);
  return user;
}
