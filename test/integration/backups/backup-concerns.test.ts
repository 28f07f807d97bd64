import { expect, test } from "vitest";
import { saveLastBackup } from "#app/db/backups/last-backup.server.ts";
import { concernWords } from "#app/domain/operations/concern-words.ts";
import { findConcerns } from "#app/domain/operations/concerns.ts";
import { enqueueDueBackup } from "#app/services/backups/back-up-database.server.ts";
import { readWork } from "#app/services/operations/site-status.server.ts";
import { backUpAll } from "#test/integration/support/backups/restored-site.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";

const HOUR = 3_600;

test("a backup that did not come is a concern after 27 hours, also where none ever came, and one with gaps at once", async () => {
  const { database: site, deps } = await openTestDeps();
  const read = async () =>
    findConcerns(await readWork(deps)).map((concern) => [concern.key, concern.level, concernWords(concern).text]);
  expect(await read()).toEqual([]);
  // The first hour of a new site, at ten in the morning.
  await enqueueDueBackup(deps);
  deps.clock.now += 27 * HOUR;
  expect(await read()).toEqual([]);
  deps.clock.now += 1;
  await enqueueDueBackup(deps);
  expect(await read()).toEqual([["backup", "attention", "控えが27時間ない"]]);
  deps.clock.now += 27 * HOUR;
  expect(await read()).toEqual([["backup", "broken", "控えが2日ない"]]);
  await backUpAll(deps);
  expect(await read()).toEqual([]);
  const backup = { day: "2026-11-21", at: deps.clock.now, rows: 1, bytes: 1, storeBytes: null };
  await saveLastBackup(site.db, { ...backup, missing: 2 });
  expect(await read()).toEqual([["backup:gaps", "broken", "控えに2件の欠け"]]);
});
