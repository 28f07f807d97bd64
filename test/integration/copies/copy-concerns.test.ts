import { expect, test } from "vitest";
import { saveLastCopy } from "#app/db/copies/last-copy.server.ts";
import { concernWords } from "#app/domain/operations/concern-words.ts";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import { enqueueDueCopy } from "#app/services/copies/copy-database.server.ts";
import { readWork } from "#app/services/operations/site-status.server.ts";
import { copyAll } from "#test/integration/support/copies/copied-site.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const HOUR = 3_600;

test("a copy that did not come is a concern after 27 hours, also where none ever came, and one with gaps at once", async () => {
  await using site = await createTestDatabase();
  const deps = createTestDeps(site);
  const read = async () =>
    findConcerns(await readWork(deps)).map((concern) => [concern.key, concern.level, concernWords(concern).text]);
  expect(await read()).toEqual([]);
  // The first hour of a new site, at ten in the morning.
  await enqueueDueCopy(deps);
  deps.clock.now += 27 * HOUR;
  expect(await read()).toEqual([]);
  deps.clock.now += 1;
  await enqueueDueCopy(deps);
  expect(await read()).toEqual([["copy", "attention", "控えが27時間ない"]]);
  deps.clock.now += 27 * HOUR;
  expect(await read()).toEqual([["copy", "broken", "控えが2日ない"]]);
  await copyAll(deps);
  expect(await read()).toEqual([]);
  const copy = { day: "2026-11-21", at: deps.clock.now, rows: 1, bytes: 1, storeBytes: null };
  await saveLastCopy(site.db, { ...copy, missing: 2 });
  expect(await read()).toEqual([["copy:gaps", "broken", "控えに2件の欠け"]]);
});
