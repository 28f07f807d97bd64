import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { failScoring } from "#app/db/analyses/scoring.server.ts";
import { failTraining } from "#app/db/models/training.server.ts";
import { usage, users } from "#app/db/schema/accounts.server.ts";
import { planLimits } from "#app/domain/plans/plans.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { findBroken } from "#test/integration/support/find-broken.ts";
import { insertPlan } from "#test/integration/support/rankings/ledger-site.ts";
import { CHOICE, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps, SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { type Fault, withFault } from "#test/integration/support/workerd/faults.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { fuzz, LONG_MS } from "#test/unit/support/fuzz.ts";

/**
 * Sequences of what a user, the queues and the clock may do, crashes included, against a model of a few counters that is
 * kept beside: which requests are taken, what is held and used.
 */

const RACES = 40;
const TABLES = [
  "record_entries",
  "record_figures",
  "usage",
  "jobs",
  "analysis_tombstones",
  "analyses",
  "analysis_days",
  "models",
  "plan_changes",
  "rate_limits",
  "sessions",
];
const RESULT = JSON.stringify([{ horseNum: 1 }]);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertUser(database.db, { id: 1 });
  for (let race = 1; race <= RACES; race += 1)
    await insertRace(database.db, { raceId: `r${race}`, venue: `場${race}`, runnerCount: 0, weighedCount: 0 });
  await database.d1.prepare("update races set runner_count = 1, weighed_count = 0").run();
  await sql(database.d1)`insert into runners (race_id, horse_num, horse_id, horse_name, status, content_hash)
    select race_id, 1, 'h', 'ウマ', 'entered', 'x' from races`.run();
  await sql(database.d1)`insert into imports (source, status, created_at, finished_at, data_version)
    values ('real', 'done', 1, 1, 1)`.run();
});

type Analysis = { race: number; status: "running" | "complete"; day: string; isLive: boolean };

/** What should be: kept by the commands as they are answered. */
interface Model {
  plan: number;
  models: Map<number, { status: "creating" | "complete"; isLive: boolean }>;
  analyses: Map<number, Analysis>;
  uses: { kind: "analysis" | "model"; subject: number; day: string; isFree: boolean; isReturned: boolean }[];
  /** The next call fails here. */
  crash: Pick<Fault, "at" | "mode"> | null;
  serial: number;
}

type Real = { deps: ReturnType<typeof createTestDeps> };
type Step = fc.AsyncCommand<Model, Real>;

/** The services, of which the next call may fail half-way; then it is made again, as its user would. */
async function call<T>(
  model: Model,
  { deps }: Real,
  work: (services: ReturnType<typeof createServices>) => Promise<T>,
): Promise<T> {
  const { crash } = model;
  model.crash = null;
  if (crash === null) return work(createServices(deps));
  return work(createServices(withFault(deps, { ...crash, calls: 0 }))).catch(() => work(createServices(deps)));
}

const used = (model: Model, kind: "analysis" | "model") =>
  model.uses.filter((use) => use.kind === kind && !use.isReturned);
const unlimited = (limit: number) => (limit >= 1000 ? Number.POSITIVE_INFINITY : limit);

const command = (name: string, run: (model: Model, real: Real) => Promise<void>): Step => ({
  check: () => true,
  run,
  toString: () => name,
});

const create = () =>
  command("create", async (model, real) => {
    const limits = planLimits(model.plan);
    const day = japanDay(real.deps.now());
    const month = used(model, "model").filter((use) => use.day.startsWith(day.slice(0, 7))).length;
    const held = [...model.models.values()].filter(({ isLive }) => isLive).length;
    const isAllowed = month < unlimited(limits.modelCreationsPerMonth) && held < unlimited(limits.models);
    model.serial += 1;
    const input = { user: { id: 1, plan: model.plan }, name: `m${model.serial}`, venueType: 1, choice: CHOICE };
    const made = await call(model, real, (services) =>
      services.models.create({ ...input, formKey: `f${model.serial}` }),
    );
    expect([made.kind, month, held, model.plan]).toEqual([isAllowed ? "created" : "refused", month, held, model.plan]);
    if (made.kind !== "created") return;
    model.models.set(made.modelId, { status: "creating", isLive: true });
    model.uses.push({ kind: "model", subject: made.modelId, day, isFree: false, isReturned: false });
  });

const pick = <T>(entries: readonly T[], index: number): T | undefined => entries[index % Math.max(1, entries.length)];

const endTraining = (index: number, isFailed: boolean) =>
  command(`end training ${index} ${isFailed}`, async (model, { deps }) => {
    const id = pick(
      [...model.models].filter(([, { status, isLive }]) => isLive && status === "creating"),
      index,
    )?.[0];
    if (id === undefined) return;
    const { d1 } = database;
    if (isFailed) {
      await failTraining(deps.db, { modelId: id, now: deps.now() });
      model.models.delete(id);
      for (const use of model.uses) if (use.kind === "model" && use.subject === id) use.isReturned = true;
    } else {
      await sql(d1)`update models set status = 2, artifact_key = 'a', completed_at = ${deps.now()}
        where id = ${id}`.run();
      model.models.set(id, { status: "complete", isLive: true });
    }
    await sql(d1)`update jobs set status = 'done' where kind = 'train-model' and subject = ${String(id)}`.run();
  });

const removeModel = (index: number) =>
  command(`remove model ${index}`, async (model, real) => {
    const found = pick(
      [...model.models].filter(([, { isLive }]) => isLive),
      index,
    );
    if (found === undefined) return;
    const [modelId, row] = found;
    await call(model, real, (services) => services.models.remove({ user: { id: 1, plan: model.plan }, modelId }));
    row.isLive = false;
  });

/** Models that the plan does not disable: the newest of those held. */
function usable(model: Model): number[] {
  const live = [...model.models].filter(([, { isLive }]) => isLive).map(([id, { status }]) => ({ id, status }));
  const newest = live.sort((one, other) => other.id - one.id).slice(0, unlimited(planLimits(model.plan).models));
  return newest.filter(({ status }) => status === "complete").map(({ id }) => id);
}

const analyse = (index: number, race: number) =>
  command(`analyse ${index} r${race}`, async (model, real) => {
    const modelId = pick(usable(model), index);
    if (modelId === undefined) return;
    const limits = planLimits(model.plan);
    const day = japanDay(real.deps.now());
    const counted = used(model, "analysis");
    const standing = [...model.analyses].find(([, one]) => one.isLive && one.race === race * 1000 + modelId)?.[0];
    const isAllowed =
      counted.filter((use) => use.day === day).length < unlimited(limits.analysesPerDay) &&
      counted.filter((use) => use.day.startsWith(day.slice(0, 7))).length < unlimited(limits.analysesPerMonth) &&
      [...model.analyses.values()].filter(({ isLive, status }) => isLive && status === "running").length <
        limits.analysesAtOnce &&
      (limits.analysesPerLifetime === null ||
        counted.filter(({ isFree }) => isFree).length < limits.analysesPerLifetime);
    const user = { id: 1, plan: model.plan };
    const asked = await call(model, real, (services) =>
      services.analyses.request({ user, modelId, raceId: `r${race}` }),
    );
    if (standing !== undefined) return;
    expect([asked.kind !== "refused", JSON.stringify(asked)]).toEqual([isAllowed, JSON.stringify(asked)]);
    if (asked.kind === "refused") return;
    const { analysisId } = asked as { analysisId: number };
    model.analyses.set(analysisId, { race: race * 1000 + modelId, status: "running", day, isLive: true });
    const isFree = model.plan === 1;
    model.uses.push({ kind: "analysis", subject: analysisId, day, isFree, isReturned: false });
  });

const endAnalysis = (index: number, isFailed: boolean) =>
  command(`end analysis ${index} ${isFailed}`, async (model, { deps }) => {
    const found = pick(
      [...model.analyses].filter(([, { status, isLive }]) => isLive && status === "running"),
      index,
    );
    if (found === undefined) return;
    const [id, row] = found;
    if (isFailed) {
      await failScoring(deps.db, { analysisId: id, now: deps.now() });
      row.isLive = false;
      for (const use of model.uses) if (use.kind === "analysis" && use.subject === id) use.isReturned = true;
    } else {
      await sql(database.d1)`update analyses set status = 2, scores = ${RESULT}, completed_at = ${deps.now()}
        where id = ${id}`.run();
      row.status = "complete";
    }
    await sql(database.d1)`update jobs set status = 'done' where kind = 'score-race'
      and subject = ${String(id)}`.run();
  });

const removeAnalysis = (index: number) =>
  command(`remove analysis ${index}`, async (model, real) => {
    const found = pick(
      [...model.analyses].filter(([, { status, isLive }]) => isLive && status === "complete"),
      index,
    );
    if (found === undefined) return;
    await call(model, real, (services) =>
      services.analyses.remove({ user: { id: 1, plan: model.plan }, analysisId: found[0] }),
    );
    found[1].isLive = false;
  });

const changePlan = (plan: number) =>
  command(`plan ${plan}`, async (model, { deps }) => {
    deps.clock.now += 1;
    await database.db.update(users).set({ plan });
    await insertPlan(database, { plan, effectiveAt: deps.now() });
    model.plan = plan;
  });

const wait = (hours: number) =>
  command(`wait ${hours} h`, async (_model, { deps }) => {
    deps.clock.now += hours * 3600;
  });

const crash = (at: number, mode: Fault["mode"]) =>
  command(`crash ${mode} ${at}`, async (model) => {
    model.crash = { at, mode };
  });

const index = fc.nat({ max: 9 });
const commands = fc.commands(
  [
    fc.constant(null).map(create),
    fc.tuple(index, fc.boolean()).map(([at, isFailed]) => endTraining(at, isFailed)),
    fc.tuple(index, fc.integer({ min: 1, max: RACES })).map(([at, race]) => analyse(at, race)),
    fc.tuple(index, fc.integer({ min: 1, max: RACES })).map(([at, race]) => analyse(at, race)),
    fc.tuple(index, fc.boolean()).map(([at, isFailed]) => endAnalysis(at, isFailed)),
    index.map(removeModel),
    index.map(removeAnalysis),
    fc.integer({ min: 1, max: 6 }).map(changePlan),
    fc.constantFrom(1, 5, 14, 24, 300, 800).map(wait),
    fc
      .tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom("before" as const, "after" as const))
      .map(([at, mode]) => crash(at, mode)),
  ],
  { maxCommands: 40, size: "max" },
);

test(
  "any sequence of requests, failures, crashes, plans and hours is answered as the counters say",
  async () => {
    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        await database.d1.batch(TABLES.map((table) => database.d1.prepare(`delete from ${table}`)));
        await database.db.update(users).set({ plan: 1, createdAt: SATURDAY_MORNING - 1 });
        const deps = createTestDeps(database, { newId: () => crypto.randomUUID() });
        const model: Model = { plan: 1, models: new Map(), analyses: new Map(), uses: [], crash: null, serial: 0 };
        await fc.asyncModelRun(() => ({ model, real: { deps } }), steps);
        const stored = await database.db
          .select({ kind: usage.kind, day: usage.day, returnedAt: usage.returnedAt })
          .from(usage);
        const normal = (uses: readonly { kind: string; day: string; isReturned: boolean }[]) =>
          uses.map(({ kind, day, isReturned }) => `${kind} ${day} ${isReturned}`).sort();
        expect(normal(stored.map((use) => ({ ...use, isReturned: use.returnedAt !== null })))).toEqual(
          normal(model.uses),
        );
        const objects = ["features", "artifacts", "objects", "shares", "rankings"] as const;
        const without = [...objects, "stripe", "customers", "jobs", "accounts"] as const;
        const broken = await findBroken(deps, { isIdle: false, without });
        // No job runs here: what is in progress stays.
        expect(broken.filter((fault) => !fault.endsWith("for too long"))).toEqual([]);
      }),
      { ...fuzz({ quick: 20, whole: 2000 }), endOnFailure: false },
    );
  },
  LONG_MS,
);
