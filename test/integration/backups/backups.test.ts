// @module-tag full
import { beforeEach, expect, test } from "vitest";
import { createBackupStore } from "#app/adapters/backups/backup-store.server.ts";
import { NOT_BACKED_UP } from "#app/domain/backups/backup-tables.ts";
import { enqueueDueBackup } from "#app/services/backups/back-up-database.server.ts";
import { listDeletions, recordDeletion } from "#app/services/backups/deletion-notes.server.ts";
import { restoreBackup } from "#app/services/backups/restore-backup.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { fillSite, listTables, MANY, MARKED, readAll } from "#test/integration/support/backups/filled-site.ts";
import { backUpAll, backupJob, DAY } from "#test/integration/support/backups/restored-site.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase, type TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { handlers } from "#workers/jobs/handlers.ts";

let site: TestDatabase;
let deps: ReturnType<typeof createTestDeps>;

beforeEach(async () => {
  site = await createTestDatabase();
  deps = createTestDeps(site);
  await fillSite(site, deps);
});

const DAY_SECONDS = 86_400;
const restore = async (target: TestDatabase, day = DAY) =>
  restoreBackup({ backups: site.store, store: site.store, db: target.db }, { day });
const newId = async ({ d1 }: TestDatabase, table: string) =>
  d1.prepare("select seq from sqlite_sequence where name = ?").bind(table).first<number>("seq");
/** Rows that refer to a row that is not there. */
const findDangling = async ({ d1 }: TestDatabase) => (await d1.prepare("pragma foreign_key_check").all()).results;
const without = (rows: Record<string, string[]>, tables: readonly string[]) =>
  Object.fromEntries(Object.entries(rows).filter(([table]) => !tables.includes(table)));

test("a backup restores every row of every table into an empty database", async () => {
  const before = await readAll(site);
  // Nothing is copied for having been forgotten here.
  expect(Object.keys(before).filter((table) => before[table]?.length === 0)).toEqual([]);
  expect(await backUpAll(deps)).toEqual({ kind: "done" });
  await using target = await createTestDatabase();
  const restored = await restore(target);
  expect(restored).toMatchObject({ leftOut: [], lost: [] });
  expect(restored.manifest.chunks.filter(({ table }) => table === "users").length).toBeGreaterThan(2);
  expect(restored.manifest.tables.map(({ name }) => name).sort()).toEqual(
    (await listTables(site)).filter((table) => !(table in NOT_BACKED_UP)),
  );

  const after = await readAll(target);
  const changed = [...Object.keys(NOT_BACKED_UP), "app_state"];
  expect(without(after, changed)).toEqual(without(before, changed));
  expect(Object.keys(NOT_BACKED_UP).flatMap((table) => after[table])).toEqual([]);
  expect(after.app_state?.filter((row) => before.app_state?.includes(row))).toEqual(before.app_state);
  expect(await findDangling(target)).toEqual([]);
  // Numbers given after the backup are not given again, nor the highest one before it.
  expect(await newId(target, "alarms")).toBe(77 + 100_000);
  expect(await newId(target, "users")).toBe(MARKED + 100_000);
});

test("a backup that is made again, by two at once and killed at each step is one backup", async () => {
  const before = await readAll(site);
  let kills = 0;
  /** Dies at the n-th checkpoint, before or after it is written. */
  const runUntil = async (steps: number, isWritten: boolean) => {
    const job = backupJob();
    let left = steps;
    const saved: unknown[] = [];
    const run = backUpAll(deps, {
      job,
      saveCheckpoint: async (checkpoint) => {
        left -= 1;
        if (left >= 0 || isWritten) saved.push(checkpoint);
        if (left < 0) throw new Error("killed");
      },
    });
    const isKilled = await run.then(
      () => false,
      () => true,
    );
    kills += Number(isKilled);
    return { isKilled, checkpoint: saved.at(-1) ?? null };
  };
  for (let steps = 0, isKilled = true; isKilled; steps += 13) {
    ({ isKilled } = await runUntil(steps, steps % 2 === 0));
  }
  expect(kills).toBeGreaterThan(3);
  const whole = JSON.stringify(await createBackupStore(site.store).readManifest(DAY));
  await Promise.all([backUpAll(deps), backUpAll(deps)]);
  expect(JSON.stringify(await createBackupStore(site.store).readManifest(DAY))).toBe(whole);

  // From its last checkpoint, and three beside each other from the beginning.
  const next = "2026-11-22";
  deps.clock.now += DAY_SECONDS;
  const outcomes = await Promise.all([1, 2, 3].map(() => backUpAll(deps, { job: backupJob(next) })));
  expect(outcomes.map(({ kind }) => kind)).toEqual(["done", "done", "done"]);
  for (const day of [DAY, next]) {
    await using target = await createTestDatabase();
    const { leftOut } = await restore(target, day);
    expect(leftOut).toEqual([]);
    expect(without(await readAll(target), [...Object.keys(NOT_BACKED_UP), "app_state"])).toEqual(
      without(before, [...Object.keys(NOT_BACKED_UP), "app_state"]),
    );
  }
});

test("rows that are written while a backup is made leave one that fits together, and all others as they were", async () => {
  const before = await readAll(site);
  let steps = 0;
  const run = (sql: string, ...values: unknown[]) =>
    site.d1
      .prepare(sql)
      .bind(...values)
      .run();
  const yieldAndRenewLease = async () => {
    const step = steps;
    steps += 1;
    // Somebody signs up and has a model and an analysis made.
    const id = 2_000_000 + step;
    await run(
      "insert into users (id, email, name, password_hash, created_at) values (?1, 'new' || ?1, 'n', 'h', 1)",
      id,
    );
    await run(
      `insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key, created_at)
       values (?1 + 90000000, ?1, 'm', 1, '{}', 1, 0, 1, 'f', 1)`,
      id,
    );
    await run("insert into horse_notes (user_id, horse_id, noted_at, note) values (?1, 'h9', 1, 'new')", id);
    // Others leave, with all that refers to them: some of it is copied already.
    await run("delete from usage where user_id = ?", 1000 + step);
    await run("delete from horse_notes where user_id = ?", 1000 + step);
    await run("delete from users where id = ?", 1000 + step);
    // Two addresses pass at each step between one who is copied in the second chunk and one in the third.
    for (const pair of [0, 1]) {
      const [from, to] = (step + pair) % 2 === 0 ? [1450 + pair, 1700 + pair] : [1700 + pair, 1450 + pair];
      await run(`update users set email = 'waits${from}' where id = ${from}`);
      await run(`update users set email = 'passes${pair}' where id = ${to}`);
    }
  };
  for (let id = 1000; id < 1000 + MANY; id += 1) {
    await run("insert into horse_notes (user_id, horse_id, noted_at, note) values (?, 'h2', 1, 'left')", id);
  }
  expect(await backUpAll(deps, { yieldAndRenewLease })).toEqual({ kind: "done" });
  expect(steps).toBeGreaterThan(50);
  await using target = await createTestDatabase();
  const { leftOut, rows } = await restore(target);
  expect(rows).toBeGreaterThan(MANY);
  expect(await findDangling(target)).toEqual([]);
  // Nothing that came after the beginning, where numbers say so.
  expect(await target.d1.prepare("select count(*) n from users where id >= 2000000").first("n")).toBe(0);
  expect(await target.d1.prepare("select count(*) n from models where id >= 90000000").first("n")).toBe(0);
  // Skips notes of users deleted meanwhile, and users whose address now belongs to another.
  expect(leftOut.length).toBeGreaterThan(0);
  expect(leftOut.filter((each) => !each.startsWith("horse_notes ["))).toEqual([
    expect.stringMatching(/^users \[145[01]\]$/),
  ]);
  const after = await readAll(target);
  const touched = [...Object.keys(NOT_BACKED_UP), "app_state", "users", "usage", "horse_notes", "models"];
  expect(without(after, touched)).toEqual(without(before, touched));
});

test("a byte that is altered, a chunk that is lost and a manifest that is changed are refused by name, and nothing is written", async () => {
  await backUpAll(deps);
  const backups = createBackupStore(site.store);
  const manifest = await backups.readManifest(DAY);
  const chunk = manifest?.chunks.find(({ table }) => table === "users")?.key ?? "";
  await using target = await createTestDatabase();
  const stored = await site.store.get(chunk);
  const whole = new Uint8Array((await stored?.arrayBuffer()) ?? new ArrayBuffer(0));
  const altered = whole.slice();
  const middle = whole.length >> 1;
  altered[middle] = (whole[middle] ?? 0) ^ 1;
  await site.store.put(chunk, altered);
  await expect(restore(target)).rejects.toThrow(`${chunk} is altered`);
  await site.store.delete(chunk);
  await expect(restore(target)).rejects.toThrow(`${chunk} is lost`);
  await site.store.put(chunk, whole);
  const key = `backups/${DAY}/manifest.json`;
  const text = (await (await site.store.get(key))?.text()) ?? "";
  const head = await site.store.head(key);
  await site.store.put(key, text.replace(`"rows":`, `"rows": `), { customMetadata: head?.customMetadata ?? {} });
  await expect(restore(target)).rejects.toThrow(`${key} is altered`);
  expect(Object.values(await readAll(target)).flat()).toEqual([]);
  await site.store.put(key, text, { customMetadata: head?.customMetadata ?? {} });
  await restore(target);
  await expect(restore(target)).rejects.toThrow("has rows: a backup is restored into an empty database");
  await expect(restore(target, "2026-11-20")).rejects.toThrow("there is no complete backup of 2026-11-20");
  await using older = await createTestDatabase();
  await older.d1.prepare("alter table odds drop column odds").run();
  await expect(restore(older)).rejects.toThrow("the database has no column odds.odds: run the migrations");
  await older.d1.prepare("drop table odds").run();
  await expect(restore(older)).rejects.toThrow("the database has no table odds: run the migrations");
});

test("objects that rows name are missed by the backup, and those lost since by the restore", async () => {
  const lost = "artifacts/lost.json";
  await site.d1.prepare("update models set artifact_key = ? where id = 1").bind(lost).run();
  await site.d1.prepare("update seal_leaves set batch_key = 'seals/gone.json.gz'").run();
  await backUpAll(deps);
  const backups = createBackupStore(site.store);
  expect((await backups.readManifest(DAY))?.missing).toEqual([lost, "seals/gone.json.gz"]);

  const [seal] = (await site.store.list({ prefix: "seals/" })).objects;
  await site.store.delete(["artifacts/common.json", `artifacts/own-${MARKED}.json`, seal?.key ?? ""]);
  await using target = await createTestDatabase();
  expect((await restore(target)).lost).toEqual(["artifacts/common.json", `artifacts/own-${MARKED}.json`, seal?.key]);
  // What went with an account is not missed.
  await recordDeletion(site, { userId: MARKED, at: deps.clock.now });
  await using second = await createTestDatabase();
  expect((await restore(second)).lost).toEqual([seal?.key]);
});

test("a migration in the middle of a backup restarts the backup", async () => {
  const job = backupJob();
  let steps = 0;
  const yieldAndRenewLease = async () => {
    steps += 1;
    if (steps === 20) throw new Error("killed");
  };
  await expect(backUpAll(deps, { job, yieldAndRenewLease })).rejects.toThrow("killed");
  await site.d1.prepare("alter table odds add column added text").run();
  expect(await backUpAll(deps, { job })).toEqual({ kind: "done" });
  const manifest = await createBackupStore(site.store).readManifest(DAY);
  expect(manifest?.tables.find(({ name }) => name === "odds")?.columns.map(({ name }) => name)).toContain("added");
});

test("backups come once a night by the cron, and go when they are old", async () => {
  const at = (instant: string) => Date.parse(instant) / 1000;
  const open = async () =>
    (
      await site.d1
        .prepare("select id, subject from jobs where kind = 'back-up-database' and status = 'queued'")
        .all<{ id: string; subject: string }>()
    ).results;
  deps.clock.now = at("2026-08-30T03:59:00+09:00");
  await enqueueDueBackup(deps);
  expect(await open()).toEqual([]);
  // Complete ones of every night since, one that never ended, and notes of deletions.
  const dayOf = (night: number) => new Date(Date.UTC(2026, 7, 30 + night)).toISOString().slice(0, 10);
  for (let night = 0; night < 39; night += 1) await site.store.put(`backups/${dayOf(night)}/manifest.json`, "{}");
  await site.store.delete("backups/2026-10-06/manifest.json");
  await site.store.put("backups/2026-10-06/plan.json", "{}");
  await recordDeletion(site, { userId: 1, at: at("2026-05-01T00:00:00Z") });
  await recordDeletion(site, { userId: 2, at: at("2026-10-01T00:00:00Z") });
  deps.clock.now = at("2026-10-08T04:30:00+09:00");
  await Promise.all([enqueueDueBackup(deps), enqueueDueBackup(deps)]);
  const [job, ...others] = await open();
  expect([job?.subject, others]).toEqual(["2026-10-08", []]);
  expect(await runJob(deps, handlers, { jobId: job?.id ?? "", yieldToEventLoop: async () => {} })).toBe("done");
  const days = (await createBackupStore(site.store).listDays()).map(({ day }) => day);
  // The first of August, that of September, the first of October, and fourteen days but the one without a manifest.
  const fortnight = Array.from({ length: 14 }, (_, index) => dayOf(26 + index));
  expect(days).toEqual(["2026-08-30", "2026-09-01", ...fortnight.filter((day) => day !== "2026-10-06")]);
  expect((await listDeletions(site, { since: 0 })).map(({ userId }) => userId)).toEqual([2]);
});
