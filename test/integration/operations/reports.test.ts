import { expect, test } from "vitest";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { refused } from "#app/domain/refused.ts";
import { createServices } from "#app/services/create-services.server.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";

const staff = { id: 2 };
const FROM = { clientAddress: "192.0.2.1" };
const code = encodeShareId(1);

test("reports about a public page are counted, closed with a reason, and opened again by the next", async () => {
  const { database, deps } = await openTestDeps();
  for (const id of [1, 2]) await insertUser(database.db, { id, plan: 4 });
  await insertModel(database.db, { id: 1 });
  const { console, models, sharing } = createServices(deps);
  const about = { kind: "model", code, reason: "name" } as const;

  // A private model, an unknown one and no code at all: the same result, and nothing is listed.
  for (const unknown of [code, encodeShareId(99), "x"]) {
    expect(await sharing.report({ ...FROM, ...about, code: unknown })).toEqual({ kind: "reported" });
  }
  expect(await console.listReports()).toEqual([]);

  await models.publish({ user: { id: 1, plan: 4 }, modelId: 1, publication: "count" });
  await Promise.all([1, 2, 3].map(() => sharing.report({ ...FROM, ...about })));
  expect(await console.listReports()).toEqual([
    {
      ...{ kind: "model", subjectId: 1, reason: "name", times: 3, lastAt: deps.now(), ownerId: 1 },
      path: `/share/models/${code}`,
    },
  ]);

  const key = { kind: "model", subjectId: 1, reason: "name" } as const;
  const close = () => console.closeReport({ staff, ...key, words: "確認した" });
  const outcomes = await Promise.all([close(), close()]);
  expect(outcomes).toContainEqual({ kind: "closed" });
  expect(outcomes).toContainEqual(refused("not-open"));
  expect(await console.listReports()).toEqual([]);
  expect(await console.listActions()).toMatchObject([{ action: "report.closed", subject: "model:1" }]);

  await sharing.report({ ...FROM, ...about });
  expect(await console.listReports()).toMatchObject([{ times: 4 }]);
});

test("an address sends at most ten reports an hour, also at once", async () => {
  const { deps } = await openTestDeps();
  const { sharing } = createServices(deps);
  const about = { kind: "analysis", code, reason: "other" } as const;
  const outcomes = await Promise.all(Array.from({ length: 14 }, () => sharing.report({ ...FROM, ...about })));
  expect(outcomes.filter(({ kind }) => kind === "reported")).toHaveLength(10);
  expect(await sharing.report({ clientAddress: "192.0.2.2", ...about })).toEqual({ kind: "reported" });
});
