import { beforeAll, expect, test } from "vitest";
import { insertModel, insertRace, insertUser } from "#test/integration/support/billing/plan-factories.ts";
import { ACCOUNT_CALLS } from "#test/integration/support/statements/account-calls.ts";
import { ANALYSIS_CALLS } from "#test/integration/support/statements/analysis-calls.ts";
import { BILLING_CALLS } from "#test/integration/support/statements/billing-calls.ts";
import { COPY_CALLS } from "#test/integration/support/statements/copy-calls.ts";
import { DEMO_CALLS } from "#test/integration/support/statements/demo-calls.ts";
import { FAN_CALLS } from "#test/integration/support/statements/fan-calls.ts";
import { JOB_CALLS } from "#test/integration/support/statements/job-calls.ts";
import { MODEL_CALLS } from "#test/integration/support/statements/model-calls.ts";
import { NOTICE_CALLS } from "#test/integration/support/statements/notice-calls.ts";
import { OPERATION_CALLS } from "#test/integration/support/statements/operation-calls.ts";
import { OWN_RECORD_CALLS } from "#test/integration/support/statements/own-record-calls.ts";
import { RACING_CALLS } from "#test/integration/support/statements/racing-calls.ts";
import { RANKING_CALLS } from "#test/integration/support/statements/ranking-calls.ts";
import { SEAL_CALLS } from "#test/integration/support/statements/seal-calls.ts";
import {
  anyValues,
  queryModules,
  type Recorded,
  recordStatements,
  statementSites,
} from "#test/integration/support/statements/statement-recorder.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";

const CALLS = {
  ...ACCOUNT_CALLS,
  ...ANALYSIS_CALLS,
  ...BILLING_CALLS,
  ...COPY_CALLS,
  ...FAN_CALLS,
  ...JOB_CALLS,
  ...MODEL_CALLS,
  ...NOTICE_CALLS,
  ...OPERATION_CALLS,
  ...OWN_RECORD_CALLS,
  ...RACING_CALLS,
  ...RANKING_CALLS,
  ...SEAL_CALLS,
  // The last of these deletes the races.
  ...DEMO_CALLS,
};
/** These build no statement of their own. */
const PARTS = [
  "database",
  "fragments",
  "row-selection",
  "stored-columns",
  "zipped-details",
  "operations/checks/first-fault",
].map((name) => `app/db/${name}.server.ts`);
const MODULES = queryModules(["app/db", "app/demo/db"]).filter((file) => !PARTS.includes(file));

let database: TestDatabase;
let recorded: Recorded;

beforeAll(async () => {
  database = await createTestDatabase();
  recorded = recordStatements(database.d1);
  for (const id of [1, 9]) await insertUser(database.db, { id });
  await insertModel(database.db, { id: 1 });
  await insertRace(database.db, { raceId: "r1", runnerRows: 2 });
  for (const calls of Object.values(CALLS)) {
    for (const call of Object.values(calls)) await call?.(recorded);
  }
});

test("every query module has its calls here, and they reach every place that builds a statement", () => {
  expect(Object.keys(CALLS).sort()).toEqual(MODULES.toSorted());
  const sites = MODULES.flatMap(statementSites);
  expect(sites.length).toBeGreaterThan(250);
  expect(sites.filter((site) => !recorded.sites.has(site))).toEqual([]);
});

test("SQLite prepares every statement on the migrated schema", async () => {
  expect(recorded.texts.size).toBeGreaterThan(150);
  const refused: unknown[] = [];
  for (const text of recorded.texts) {
    await database.d1
      .prepare(`explain ${text}`)
      .bind(...anyValues(text))
      .all()
      .catch((error: unknown) => refused.push({ text, error: String(error) }));
  }
  expect(refused).toEqual([]);
});

test("no select of a batch has two columns of one name, which would be one in its rows", async () => {
  const doubled: unknown[] = [];
  for (const text of [...recorded.batched].filter((text) => text.startsWith("select"))) {
    const [names = []] = await database.d1
      .prepare(text)
      .bind(...anyValues(text))
      .raw({ columnNames: true });
    if (new Set(names).size < names.length) doubled.push({ text, names });
  }
  expect(doubled).toEqual([]);
});
