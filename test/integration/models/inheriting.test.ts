import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { getUnseenRaces } from "#app/adapters/artifact-store.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { verdictOf } from "#app/domain/comparing/paired-difference.ts";
import { besideParent, packBesideParent } from "#app/domain/comparing/parent-and-child.ts";
import { Plan } from "#app/domain/plans/plans.ts";
import { compare } from "#app/services/models/compare-models.server.ts";
import * as service from "#app/services/models/models.server.ts";
import { trainModel } from "#app/services/models/training.server.ts";
import { createSyntheticFeatures } from "#test/integration/support/imports/synthetic-features.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { CHOICE, insertUser } from "#test/integration/support/rows.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

const OWNER = { id: 1, plan: Plan.unlimited };
const FEATURES = createSyntheticFeatures({ races: 300 });
const OTHER_CHOICE = { static: [CHOICE.static[0]!], average: {} };

async function setUp() {
  const { database, deps } = await openTestDeps({ kernel: kernelModule });
  for (const id of [1, 2]) await insertUser(database.db, { id, plan: Plan.unlimited });
  const create = async (formKey: string, input: Partial<Parameters<typeof service.create>[1]> = {}) => {
    const made = await service.create(deps, {
      ...{ user: OWNER, name: formKey, venueType: 1, choice: CHOICE, formKey },
      ...input,
    });
    if (made.kind !== "created") throw new Error(made.reason);
    return made.modelId;
  };
  const train = (modelId: number, features = FEATURES) =>
    trainModel(contextOf(deps, jobOf("train-model", modelId, { learner: "conditional-logit" })), features);
  const read = async (modelId: number) => (await service.find(deps, { user: OWNER, modelId }))!;
  const row = async (modelId: number) => (await database.db.select().from(models).where(eq(models.id, modelId))).at(0)!;
  return { ...database, deps, create, train, read, row };
}

test("an inherited model is compared with its parent once, on the unseen races of both", async () => {
  await using world = await setUp();
  const parent = await world.create("parent");
  await world.train(parent);
  const child = await world.create("child", { parentId: parent, choice: OTHER_CHOICE });
  expect((await world.row(child)).parentId).toBe(parent);
  // While it is trained there is nothing to say.
  expect(await world.read(child)).toMatchObject({
    besideParent: null,
    ancestors: [{ modelId: parent, isDeleted: false }],
  });
  // Two deliveries at once, and one more after the end.
  await Promise.all([world.train(child), world.train(child)]);
  const { besideParent: stored } = await world.read(child);
  const { details } = await world.row(child);
  await world.train(child);
  expect((await world.row(child)).details).toBe(details);

  const [own, base] = await Promise.all(
    [child, parent].map(async (id) => (await getUnseenRaces(world.store, (await world.row(id)).artifactKey!))!),
  );
  expect(own).toHaveLength(200);
  const again = besideParent(own!, base!, 1);
  if (stored?.kind !== "measured" || again.kind !== "measured") throw new Error("not measured");
  expect(stored).toMatchObject({ races: 200, tries: 1 });
  expect(stored.difference).toBeCloseTo(again.difference, 6);
  expect(stored.difference).not.toBe(0);
  expect(verdictOf(stored)).toBe(verdictOf(again));
  // As in its own report, whose races these are.
  expect(stored.pseudoR2).toBeCloseTo((await world.read(child)).details!.report.skill.pseudoR2, 3);
  expect((await world.read(parent)).besideParent).toBeNull();
});

test("tries are counted over the account in the order of their creation, also of deleted and untrained ones", async () => {
  await using world = await setUp();
  const first = await world.create("first");
  await world.train(first);
  const second = await world.create("second", { parentId: first });
  const grandchild = await world.create("grandchild", { parentId: second, choice: OTHER_CHOICE });
  const sibling = await world.create("sibling", { parentId: first, choice: OTHER_CHOICE });
  await world.create("of nobody");
  const last = await world.create("last", { parentId: first, choice: OTHER_CHOICE });
  // Whichever ends first.
  await world.train(last);
  await world.train(sibling);
  await service.remove(world.deps, { user: OWNER, modelId: second });
  await world.train(grandchild);
  expect((await world.read(last)).besideParent).toMatchObject({ kind: "measured", tries: 5 });
  expect((await world.read(sibling)).besideParent).toMatchObject({ kind: "measured", tries: 3 });
  const { besideParent: beside, ancestors } = await world.read(grandchild);
  expect(beside).toEqual({ kind: "not-measured", reason: "parent-untrained", tries: 2 });
  expect(ancestors).toMatchObject([
    { modelId: second, name: "second", isDeleted: true },
    { modelId: first, name: "first", isDeleted: false },
  ]);
});

test("a child that was trained before its parent is compared when that is, by either's job, once and after a death too", async () => {
  await using world = await setUp();
  const parent = await world.create("parent");
  const child = await world.create("child", { parentId: parent, choice: OTHER_CHOICE });
  const later = await world.create("later", { parentId: parent, choice: OTHER_CHOICE });
  await world.train(child);
  const waiting = { kind: "not-measured", reason: "parent-untrained", tries: 1 };
  expect((await world.read(child)).besideParent).toEqual(waiting);
  const untouched = (await world.row(child)).details!;
  await Promise.all([world.train(parent), world.train(later)]);
  const [own, base] = await Promise.all(
    [child, parent].map(async (id) => (await getUnseenRaces(world.store, (await world.row(id)).artifactKey!))!),
  );
  const expected = packBesideParent(besideParent(own!, base!, 1));
  const { details } = await world.row(child);
  expect(JSON.parse(details!)).toEqual({ ...JSON.parse(untouched), parent: expected });
  expect((await world.read(later)).besideParent).toMatchObject({ kind: "measured", tries: 2 });
  await world.train(parent);
  expect((await world.row(child)).details).toBe(details);

  // The parent's job died behind its completion: the next delivery compares.
  await world.db.update(models).set({ details: untouched }).where(eq(models.id, child));
  await world.train(parent);
  expect(JSON.parse((await world.row(child)).details!).parent).toEqual(expected);
});

test("a deleted parent is still compared with; one of an old format or of other races is not, and it says so", async () => {
  await using world = await setUp();
  const parent = await world.create("parent");
  await world.train(parent);
  const [child, orphan, elsewhere] = [
    await world.create("child", { parentId: parent, choice: OTHER_CHOICE }),
    await world.create("orphan", { parentId: parent, choice: OTHER_CHOICE }),
    await world.create("elsewhere", { parentId: parent, choice: { ...OTHER_CHOICE, isAllVenue: 1 }, venueType: 2 }),
  ];
  await service.remove(world.deps, { user: OWNER, modelId: parent });
  await world.train(child);
  expect((await world.read(child)).besideParent).toMatchObject({ kind: "measured", races: 200 });

  // The races of the other venue type have other ids.
  const index = await FEATURES.readRowIndex((await FEATURES.readManifest())!, 1);
  const manifest = (await FEATURES.readManifest())!;
  await world.train(elsewhere, {
    ...FEATURES,
    readManifest: async () => ({ ...manifest, venueTypes: { "2": manifest.venueTypes["1"]! } }),
    readRowIndex: async () => ({ ...index, raceIds: index.raceIds.map((id) => `local ${id}`) }),
  });
  expect((await world.read(elsewhere)).besideParent).toEqual({
    ...{ kind: "not-measured", reason: "no-common-races", tries: 1 },
  });

  for (const { key } of (await world.store.list({ prefix: "unseen/" })).objects) await world.store.delete(key);
  await world.train(orphan);
  expect((await world.read(orphan)).besideParent).toEqual({
    ...{ kind: "not-measured", reason: "parent-without-races", tries: 2 },
  });
});

test("nobody inherits from another's model, from one that is deleted or from none, and a form sent again changes nothing", async () => {
  await using world = await setUp();
  const [own, gone] = [await world.create("own"), await world.create("gone")];
  const foreign = await world.create("foreign", { user: { id: 2, plan: Plan.unlimited } });
  await service.remove(world.deps, { user: OWNER, modelId: gone });
  for (const [at, parentId] of [foreign, gone, 999, null].entries()) {
    const child = await world.create(`child ${at}`, { parentId });
    expect((await world.row(child)).parentId).toBeNull();
  }
  const child = await world.create("child", { parentId: own });
  await service.remove(world.deps, { user: OWNER, modelId: own });
  expect(await world.create("child", { parentId: own })).toBe(child);
  expect((await world.row(child)).parentId).toBe(own);
});

test("models are compared on the races of all: own, trained and recorded ones only", async () => {
  await using world = await setUp();
  const [one, two, waiting, other] = [
    await world.create("one"),
    await world.create("two", { choice: OTHER_CHOICE }),
    await world.create("waiting"),
    await world.create("other", { choice: { static: [CHOICE.static[1]!], average: {} } }),
  ];
  for (const model of [one, two, other]) await world.train(model);
  const ask = (modelIds: number[], baseId: number | null = null) =>
    compare(world.deps, { user: { ...OWNER, defaultModelId: null }, modelIds, baseId });
  const compared = (await ask([one, two], two))!;
  expect(compared).toMatchObject({ kind: "compared", base: 1, models: [{ name: "one" }, { name: "two" }] });
  expect(compared.comparison).toMatchObject({ races: 200, models: [{}, { difference: null }] });
  // The paired difference is that of the models' own skills, as all their races are common.
  const [first, second] = compared.comparison!.models;
  expect(first!.difference!.difference).toBeCloseTo(first!.pseudoR2 - second!.pseudoR2, 10);
  expect((await ask([one, two, other]))!.comparison!.models.map(({ difference }) => difference === null)).toEqual([
    ...[true, false, false],
  ]);
  // A base that is not among them is the first.
  expect((await ask([one, two], other))!.base).toBe(0);

  expect(await ask([])).toMatchObject({
    kind: "too-few",
    choices: [{ name: "one" }, { name: "two" }, { name: "other" }],
  });
  expect(await ask([one])).toMatchObject({ kind: "too-few", comparison: null });
  expect(await ask([one, waiting])).toMatchObject({ kind: "too-few", untrained: [{ name: "waiting" }] });
  expect(await ask([one, waiting, two])).toMatchObject({ kind: "compared", untrained: [{ name: "waiting" }] });
  const more = await Promise.all([3, 4, 5].map((n) => world.create(`more ${n}`)));
  expect(await ask([one, two, other, ...more])).toMatchObject({ kind: "too-many", comparison: null });
  const foreign = await world.create("foreign", { user: { id: 2, plan: Plan.unlimited } });
  expect(await ask([one, foreign])).toBeNull();
  await service.remove(world.deps, { user: OWNER, modelId: two });
  expect(await ask([one, two])).toBeNull();
  const { artifactKey } = await world.row(one);
  await world.store.delete(`unseen/${artifactKey!.slice("artifacts/".length, -".json".length)}.gz`);
  expect(await ask([one, other])).toMatchObject({ kind: "too-few", unrecorded: [{ name: "one" }] });
});
