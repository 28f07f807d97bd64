// @module-tag full

import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { deleteRows, eraseAtOnce } from "#app/services/accounts/account-deletion.server.ts";
import { repeatRemovals } from "#app/services/backups/after-restore.server.ts";
import { restoreBackup } from "#app/services/backups/restore-backup.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { openEmptyState, openState } from "#scripts/backups/places.ts";
import { fillSite, MARKED } from "#test/integration/support/backups/filled-site.ts";
import { backUpAll, DAY } from "#test/integration/support/backups/restored-site.ts";
import { findText, idsFrom, MARK } from "#test/integration/support/marked-account.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertUser } from "#test/integration/support/rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { handlers } from "#workers/jobs/handlers.ts";

test("a restored database deletes again whoever left since the backup, and shows no page that was taken down", async () => {
  const { database: site, deps } = await openTestDeps();
  await fillSite(site, deps);
  const other = idsFrom(MARKED) + 1;
  // Mails with an address and a code are deleted with their jobs.
  await site.d1.prepare("delete from jobs where id in (?1, ?2)").bind(`leaving-${MARKED}`, `code-${MARKED}`).run();
  await backUpAll(deps);
  deps.clock.now += 3600;
  await deleteRows(deps, { userId: MARKED, now: deps.clock.now });
  await eraseAtOnce(deps, { userId: MARKED });
  // Made and shared after the backup: it is lost.
  const shares = createShareStore(site.store);
  await site.store.put("shares/9000000.json", "{}", { customMetadata: { state: "shared" } });

  await using target = await createTestDatabase();
  const { lost } = await restoreBackup({ backups: site.store, store: site.store, db: target.db }, { day: DAY });
  expect(lost).toEqual([]);
  const restored = { ...createTestDeps({ db: target.db, store: site.store }), now: () => deps.clock.now };
  const read = (sql: string) => target.d1.prepare(sql).bind(MARKED).first();
  expect(await read("select name, deleted_at at from users where id = ?")).toEqual({ name: `${MARK} name`, at: null });
  expect(await findText({ d1: target.d1, store: target.store }, MARK)).not.toEqual([]);
  // Another one's page, taken down since.
  await sql(target.d1)`update analyses set shared_at = 1, user_id = 1, day_id = null, model_name = 'm'
    where id = ${other}`.run();

  await repeatRemovals(restored);
  await repeatRemovals(restored);
  expect(await shares.findVersion(9_000_000)).toBeNull();
  expect(await target.d1.prepare("select shared_at from analyses where id = ?").bind(other).first("shared_at")).toBe(
    null,
  );
  deps.clock.now += 7200;
  const job = await sql(target.d1)`select id from jobs where kind = 'erase-account'
    and subject = ${String(MARKED)}`.first<string>("id");
  expect(await runJob(restored, handlers, { jobId: job ?? "", yieldToEventLoop: async () => {} })).toBe("done");
  expect(await read("select name, erased_at is not null erased from users where id = ?")).toEqual({
    ...{ name: "退会したユーザー", erased: 1 },
  });
  expect(await findText({ d1: target.d1, store: target.store }, MARK)).toEqual([]);
  // Once: a share of now is none of a backup's.
  await site.store.put("shares/9000001.json", "{}", { customMetadata: { state: "shared" } });
  await repeatRemovals(restored);
  expect(await shares.findVersion(9_000_001)).not.toBeNull();
});

const ROOT = path.resolve(import.meta.dirname, "../../..");

/** Runs the command. @returns its exit code, and what it printed */
async function run(...args: string[]) {
  const command = path.join(ROOT, "scripts/backups/restore.ts");
  const child = spawn(process.execPath, ["--import", "tsx", command, ...args], { cwd: ROOT });
  const [output, errors, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve) => child.once("exit", resolve)),
  ]);
  return { code, output: output.trim(), errors };
}

test("the command restores a stopped site's backup into a new state folder, names what is lost, and refuses all else", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "restore-"));
  const [bare, site, restored] = ["bare", "site", "restored"].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    mkdirSync(path.join(bare, "v3", "r2"), { recursive: true });
    {
      await using place = await openEmptyState({ from: bare, into: site });
      const database = { ...place, db: openDatabase(place.d1) };
      for (const id of [1, 2, 3]) await insertUser(database.db, { id });
      for (const id of [1, 2]) {
        await insertModel(database.db, { id, artifactKey: `artifacts/${id}.json` });
        await place.store.put(`artifacts/${id}.json`, "{}");
      }
      await backUpAll(createTestDeps(database));
      await place.store.delete("artifacts/2.json");
    }
    expect(await run("--list", "--from", site)).toMatchObject({ code: 0, output: DAY });
    const restore = ["--from", site, "--into", restored, "--day"];
    writeFileSync(path.join(site, "owner"), String(process.pid));
    expect(await run(...restore, DAY)).toMatchObject({ code: 1, errors: expect.stringContaining("stop the site") });
    writeFileSync(path.join(site, "owner"), "");
    const { code, output } = await run(...restore, DAY);
    expect(output).toContain("lost: artifacts/2.json");
    expect(output).toMatch(/5 rows in \d+ tables restored in \d+ s, 0 left out, 1 objects lost$/);
    expect(code).toBe(1);
    {
      await using place = await openState(restored);
      const { results } = await place.d1.prepare("select id from users order by id").all();
      expect(results).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
      expect(await (await place.store.get("artifacts/1.json"))?.text()).toBe("{}");
    }
    expect(await run(...restore, DAY)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("has a store already"),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
