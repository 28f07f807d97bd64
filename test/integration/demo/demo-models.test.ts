// @module-tag full
import { and, asc, eq, isNotNull, like } from "drizzle-orm";
import { expect, test } from "vitest";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { planChanges, usage, users } from "#app/db/schema/accounts.server.ts";
import { models, settledBets } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { listDemoPayers } from "#app/demo/db/demo-users.server.ts";
import { DEMO_FANS, FAN_DOMAIN } from "#app/demo/demo-fans.ts";
import { areDemoRankingsAwaited, continueDemoModels, ensureDemoModels } from "#app/demo/demo-models.server.ts";
import { DEMO_MODELS } from "#app/demo/demo-models-list.ts";
import { ensureDemoCustomers } from "#app/demo/demo-subscriptions.server.ts";
import { DEMO_USERS, ensureDemoUsers } from "#app/demo/demo-users.server.ts";
import { planWalk } from "#app/domain/learning/walk-plan.ts";
import { addDays, japanDay, japanMonth, startOfJapanDay } from "#app/domain/racing/japan-time.ts";
import { latestPeriod } from "#app/domain/rankings/calendar.ts";
import { ledgerFrom } from "#app/domain/rankings/ledger.ts";
import { selectParticipants } from "#app/domain/rankings/participation.ts";
import { wakeJob } from "#app/services/jobs/jobs.server.ts";
import { enqueueDueSettlements } from "#app/services/rankings/ledger-days.server.ts";
import { read } from "#app/services/rankings/rankings.server.ts";
import { findPlanAt } from "#test/integration/support/billing/billing-table.ts";
import { createDemoSite, type DemoSite, deliverAll } from "#test/integration/support/demo-site.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";

const SATURDAY = "2026-11-21T10:00:00+09:00";

/** The steps of a start before `ready`, except for money. */
async function start({ deps }: DemoSite) {
  await ensureDemoUsers({ ...deps, passwords: { ...deps.passwords, hash: async () => "$argon2id$none" } });
  return ensureDemoModels(deps);
}

const listModels = ({ database: { db } }: DemoSite) =>
  db.select().from(models).where(like(models.formKey, "demo-model-%")).orderBy(asc(models.formKey));

const countJobs = async ({ database: { db } }: DemoSite, kind: string) =>
  (await db.select().from(jobs).where(eq(jobs.kind, kind))).length;

const countDone = async ({ database: { db } }: DemoSite) =>
  (
    await db
      .select()
      .from(jobs)
      .where(and(eq(jobs.kind, "train-model"), eq(jobs.status, "done")))
  ).length;

/** Stops a delivery after this many messages. */
function counting(messages: number) {
  let seen = 0;
  return () => ++seen > messages;
}

/** Demo models with bets, by key. */
async function listSettled(site: DemoSite): Promise<string[]> {
  const { db } = site.database;
  const rows = await db
    .selectDistinct({ key: models.formKey })
    .from(settledBets)
    .innerJoin(models, eq(models.id, settledBets.modelId));
  return rows.map(({ key }) => key).sort();
}

test("the models are trained ten at a time on the queue behind users' work, and settled before the next ten", async () => {
  await using site = await createDemoSite(SATURDAY);
  expect(await areDemoRankingsAwaited(site.deps)).toBe(false);
  expect(await start(site)).toBe(10);
  expect(site.deps.sent.map(({ queue }) => queue)).toEqual(Array(10).fill("background"));
  expect(await areDemoRankingsAwaited(site.deps)).toBe(true);
  await enqueueDueSettlements(site.deps);

  const ended = (await deliverAll(site)).filter((kind) => kind === "train-model" || kind === "settle-bets");
  const blocks = ended.filter((kind, place) => kind !== ended[place - 1]);
  expect(blocks.filter((kind) => kind === "train-model")).toHaveLength(Math.ceil(DEMO_MODELS.length / 10));
  expect(blocks.at(-1)).toBe("settle-bets");
  expect(await areDemoRankingsAwaited(site.deps)).toBe(false);
  const made = await listModels(site);
  expect(made.map(({ name, status }) => [name, status])).toEqual(DEMO_MODELS.map(({ name }) => [name, 2]));
  const central = DEMO_MODELS.filter(({ venueType }) => venueType === 1).map(({ key }) => key);
  expect(await listSettled(site)).toEqual(central);
});

test("rankings wait from the start until the first ten are settled, and not for a failed one", async () => {
  await using site = await createDemoSite(SATURDAY);
  const { deps, database } = site;
  await start(site);
  const [first] = await listModels(site);
  await database.db.update(models).set({ status: 3 }).where(eq(models.id, first!.id));
  let isTrained = false;
  await deliverAll(site, {
    async until() {
      const rows = await listModels(site);
      isTrained = rows.length === 10 && rows.every(({ status }) => status !== 1);
      return isTrained;
    },
  });
  expect(isTrained).toBe(true);
  expect(await areDemoRankingsAwaited(deps)).toBe(true);
  await deliverAll(site, { until: async () => (await listSettled(site)).length === 9 });
  expect(await areDemoRankingsAwaited(deps)).toBe(false);
  expect((await listModels(site)).filter(({ status }) => status === 2)).toHaveLength(9);
});

test("started twice, concurrently and again after the end, each model has one training", async () => {
  await using site = await createDemoSite(SATURDAY);
  await start(site);
  await Promise.all([ensureDemoModels(site.deps), ensureDemoModels(site.deps), continueDemoModels(site.deps)]);
  await deliverAll(site);
  expect(await ensureDemoModels(site.deps)).toBe(DEMO_MODELS.length);
  site.deps.clock.now += 3600;
  await Promise.all([continueDemoModels(site.deps), continueDemoModels(site.deps)]);
  await deliverAll(site);
  expect(await listModels(site)).toHaveLength(DEMO_MODELS.length);
  expect(await countJobs(site, "train-model")).toBe(DEMO_MODELS.length);
  const people = await site.database.db
    .select()
    .from(users)
    .where(like(users.email, `%${FAN_DOMAIN}`));
  expect(people).toHaveLength(DEMO_FANS.length);
  expect(await site.database.db.select().from(planChanges).where(eq(planChanges.userId, people[0]!.id))).toHaveLength(
    DEMO_FANS[0]!.plans.length,
  );
});

test("in production, without sample races and with hidden ones nothing is created, and no ranking waits", async () => {
  await using site = await createDemoSite(SATURDAY);
  const production = { ...site.deps, config: { ...site.deps.config, environment: "production" as const } };
  expect(await ensureDemoModels(production)).toBe(0);
  expect(await ensureDemoUsers(production)).toBe(0);
  expect(await ensureDemoCustomers(production)).toEqual([]);
  await continueDemoModels(site.deps);
  expect(await site.database.db.select().from(users)).toEqual([]);
  const { d1, db } = site.database;
  for (const sql of ["update races set hidden = 1", "update races set hidden = 0, source = 'real'"]) {
    await d1.prepare(sql).run();
    expect(await ensureDemoModels(site.deps)).toBe(0);
  }
  await continueDemoModels(site.deps);
  expect([await db.select().from(models), site.deps.sent]).toEqual([[], []]);

  await d1.prepare("update races set source = 'sample'").run();
  await start(site);
  expect(await areDemoRankingsAwaited(production)).toBe(false);
  expect(await areDemoRankingsAwaited(site.deps)).toBe(true);
  await d1.prepare("update races set hidden = 1").run();
  expect(await areDemoRankingsAwaited(site.deps)).toBe(false);
});

test("demo models disappear with the sample and return with it, except one deleted by its owner", async () => {
  await using site = await createDemoSite(SATURDAY);
  const { deps, database } = site;
  await start(site);
  await deliverAll(site, { until: counting(4) });
  const [deleted] = (await listModels(site)).filter(({ status }) => status === 2);
  await database.db
    .update(models)
    .set({ deletedAt: deps.clock.now - 5 })
    .where(eq(models.id, deleted!.id));
  await database.d1.prepare("update races set hidden = 1").run();
  await continueDemoModels(deps);
  await continueDemoModels(deps);
  expect((await listModels(site)).filter(({ deletedAt }) => deletedAt === null)).toEqual([]);
  await deliverAll(site);
  await database.d1.prepare("update races set hidden = 0").run();
  deps.clock.now += 3600;
  await continueDemoModels(deps);
  const listFirst = async () => (await listModels(site)).slice(0, 10);
  await deliverAll(site, { until: async () => (await listFirst()).every(({ status }) => status === 2) });
  const first = await listFirst();
  expect(first.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)).toEqual([deleted!.id]);
  expect(first.filter(({ status }) => status === 2)).toHaveLength(10);
});

test("a user's training requested later runs first", async () => {
  await using site = await createDemoSite(SATURDAY, { learns: true });
  const { deps, database } = site;
  await start(site);
  await insertUser(database.db, { id: 900 });
  await insertModel(database.db, { id: 900, userId: 900, status: 1 });
  const queued = { status: "queued", attempts: 0, runAfter: 0, createdAt: 0, subject: "900" } as const;
  // The quicker learner.
  const payload = JSON.stringify({ learner: "conditional-logit" });
  await database.db.insert(jobs).values({ id: "user", kind: "train-model", queue: "train", payload, ...queued });
  // Ten messages were sent before: all yield, and are sent again on their own queue.
  for (let message = 0; message < 10; message++) {
    expect(await deliverAll(site, { until: counting(1) })).toEqual([]);
  }
  expect(deps.sent).toHaveLength(10);
  expect(deps.sent.map(({ queue, delaySeconds }) => `${queue} ${delaySeconds}`)).toEqual(
    Array(10).fill("background 2"),
  );
  await wakeJob(deps, { id: "user", kind: "train-model" });
  await deliverAll(site, { until: async () => (await countDone(site)) === 1 });
  expect((await database.db.select().from(models).where(eq(models.id, 900)))[0]?.status).toBe(2);
  await deliverAll(site, { until: async () => (await countDone(site)) === 3 });
  expect((await listModels(site)).filter(({ status }) => status === 2)).toHaveLength(2);
});

test("a demo model is trained as of its creation day, on nothing later", async () => {
  await using site = await createDemoSite(SATURDAY, { learns: true });
  await start(site);
  await deliverAll(site, { until: async () => (await listModels(site)).length > 10 });
  for (const model of (await listModels(site)).slice(0, 10)) {
    const artifact = await getArtifact(site.database.store, model.artifactKey!);
    const day = japanDay(model.createdAt);
    expect([model.cutoffDay, artifact.cutoffDay]).toEqual([day, day]);
    expect(artifact.learnt.races).toBe(site.days.filter((raceDay) => raceDay < day).length * 24);
    expect(artifact.report.to < day).toBe(true);
    expect(model.completedAt! - model.createdAt).toBeGreaterThan(0);
    expect(model.completedAt! - model.createdAt).toBeLessThan(600);
    const bets = await site.database.db.select().from(settledBets).where(eq(settledBets.modelId, model.id));
    expect(bets.filter(({ date }) => date <= day)).toEqual([]);
    expect(new Set(bets.map(({ date }) => date)).size).toBe(
      site.days.filter((raceDay) => raceDay > day && raceDay >= ledgerFrom(site.deps.clock.now)).length,
    );
  }
});

test("where the sample has only begun, every demo model is as of a day before which a training has enough race days", async () => {
  await using site = await createDemoSite(SATURDAY);
  const kept = site.days.filter((day) => day < "2026-11-21").slice(-8);
  await site.database.d1.prepare("update races set hidden = 1 where date < ?1").bind(kept[0]).run();
  await start(site);
  const made = await listModels(site);
  expect(made).toHaveLength(10);
  for (const { cutoffDay } of made) {
    const races = kept.filter((day) => day < (cutoffDay ?? "")).flatMap((_, day) => Array<number>(24).fill(day));
    // Without a test period it would end in `too-few-races`.
    expect([cutoffDay, planWalk(Int32Array.from(races)).length > 0]).toEqual([cutoffDay, true]);
  }
});

test("demo models cause no notification, no use of a quota, and no payment", async () => {
  await using site = await createDemoSite(SATURDAY);
  const { deps, database } = site;
  await start(site);
  await deliverAll(site, { until: async () => !(await areDemoRankingsAwaited(deps)) });
  expect((await listModels(site)).filter(({ confirmedAt }) => confirmedAt === null)).toEqual([]);
  expect(await database.db.select().from(usage)).toEqual([]);
  expect(await database.db.select().from(users).where(isNotNull(users.stripeCustomerId))).toEqual([]);
  const emails = DEMO_USERS.map(({ email }) => email);
  const payers = await listDemoPayers(deps.db, { emails });
  expect(payers.map(({ email }) => email).filter((email) => email.endsWith(FAN_DOMAIN))).toEqual([]);
  expect(payers).toHaveLength(6);
  for (const { email, plans } of DEMO_FANS) {
    const [person] = await database.db.select().from(users).where(eq(users.email, email));
    expect(person).toMatchObject({ isDemo: true, plan: plans.at(-1)?.[0], passwordHash: "none" });
    for (const [plan, daysAgo] of plans) {
      const at = site.deps.clock.now - daysAgo * 86_400 + 60;
      expect(await findPlanAt(deps.db.$client, { userId: person!.id, at })).toBe(plan);
    }
  }
});

test("a demo account without places gets no further model, and the others get theirs", async () => {
  await using site = await createDemoSite(SATURDAY);
  const { database } = site;
  await start(site);
  const [account] = await database.db.select().from(users).where(eq(users.email, "standard@demo.example"));
  for (const id of [901, 902]) await insertModel(database.db, { id, userId: account!.id });
  const place = DEMO_MODELS.findIndex(({ email }) => email === account!.email);
  await deliverAll(site, { until: async () => (await listModels(site)).length > place });
  const made = await listModels(site);
  expect(place).toBeGreaterThan(-1);
  expect(made.map(({ formKey }) => formKey)).not.toContain(DEMO_MODELS[place]!.key);
  expect(made.filter(({ userId }) => userId === account!.id)).toEqual([]);
});

for (const [appNow, counts] of [
  ["2026-12-01T10:00:00+09:00", false],
  ["2026-12-04T10:00:00+09:00", true],
  ["2026-08-31T10:00:00+09:00", false],
] as const) {
  test(`started at ${appNow}, at least five models take part in the month shown, including bets`, async () => {
    await using site = await createDemoSite(appNow, { counts });
    const { deps, database } = site;
    await start(site);
    await deliverAll(site, { until: async () => (await listModels(site)).length > 10 });
    const period = latestPeriod("monthly", site.days, deps.clock.now);
    const made = await listModels(site);
    let entries = 0;
    for (const userId of new Set(made.map((model) => model.userId))) {
      const plan = await findPlanAt(deps.db.$client, { userId, at: period.participantsAt });
      const candidates = made
        .filter((model) => model.userId === userId)
        .map((model) => ({ ...model, modelId: model.id, isHeld: true }));
      for (const { modelId, raceDays } of selectParticipants({ plan: plan ?? 1, models: candidates }, period)) {
        const bets = await database.db.select().from(settledBets).where(eq(settledBets.modelId, modelId));
        expect(raceDays.filter((day) => !bets.some(({ date }) => date === day))).toEqual([]);
        entries += 1;
      }
    }
    expect(entries).toBeGreaterThanOrEqual(8);
    const previousMonth = japanDay(startOfJapanDay(`${japanMonth(deps.clock.now)}-01`) - 1).slice(0, 7);
    // Before that month, or as early as a training has four race days.
    const early = [`${previousMonth}-01`, addDays(site.days[3]!, 2)].sort()[1]!;
    expect(made.slice(0, 10).filter(({ cutoffDay }) => cutoffDay! < early).length).toBeGreaterThanOrEqual(8);
    if (!counts) return;
    await deliverAll(site, { until: async () => (await read(deps, { ranking: "monthly" }))?.status === "ready" });
    const ranking = await read(deps, { ranking: "monthly" });
    expect(ranking?.periodKey).toBe(period.key);
    expect(ranking?.entries.length).toBeGreaterThanOrEqual(5);
  });
}
