import { is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import * as accounts from "#app/db/schema/accounts.server.ts";
import * as fans from "#app/db/schema/fans.server.ts";
import * as models from "#app/db/schema/models.server.ts";
import * as notifications from "#app/db/schema/notifications.server.ts";
import * as operations from "#app/db/schema/operations.server.ts";
import * as ownLimits from "#app/db/schema/own-limits.server.ts";
import * as ownRecords from "#app/db/schema/own-records.server.ts";
import * as racing from "#app/db/schema/racing.server.ts";
import * as records from "#app/db/schema/records.server.ts";
import * as seal from "#app/db/schema/seal.server.ts";
import * as seasons from "#app/db/schema/seasons.server.ts";
import * as secondFactors from "#app/db/schema/second-factors.server.ts";
import * as staff from "#app/db/schema/staff.server.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const tables = Object.values({
  ...accounts,
  ...fans,
  ...models,
  ...notifications,
  ...operations,
  ...ownRecords,
  ...racing,
  ...records,
  ...seal,
  ...seasons,
  ...ownLimits,
  ...secondFactors,
  ...staff,
})
  .filter((each) => is(each, SQLiteTable))
  .map((table) => getTableConfig(table));

test("the migrated database has exactly the schema's tables, columns, keys and indexes", async () => {
  await using database = await createTestDatabase();
  const all = async <T>(sql: string) => (await database.d1.prepare(sql).all<T>()).results;
  const names = await all<{ name: string }>(
    "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*'",
  );
  expect(names.map(({ name }) => name).sort()).toEqual(tables.map(({ name }) => name).sort());

  for (const table of tables) {
    const columns = await all<{ name: string; type: string; notnull: number; pk: number }>(
      `select name, lower(type) type, "notnull", pk from pragma_table_info('${table.name}')`,
    );
    const describe = (name: string, type: string, notNull: boolean) =>
      `${name} ${type} ${notNull ? "not null" : "null"}`;
    expect(columns.map((column) => describe(column.name, column.type, column.notnull === 1))).toEqual(
      table.columns.map((column) => describe(column.name, column.getSQLType(), column.notNull)),
    );
    const indexes = await all<{ name: string; unique: number }>(
      `select name, "unique" from pragma_index_list('${table.name}') where origin = 'c'`,
    );
    expect(indexes.map(({ name, unique }) => `${name} ${unique}`).sort()).toEqual(
      table.indexes.map((index) => `${index.config.name} ${index.config.unique ? 1 : 0}`).sort(),
    );
    const foreignKeys = await all<{ from: string; table: string; on_delete: string; on_update: string }>(
      `select "from", "table", on_delete, on_update from pragma_foreign_key_list('${table.name}')`,
    );
    expect(foreignKeys.map((key) => `${key.from} → ${key.table}`).sort()).toEqual(
      table.foreignKeys
        .map((key) => key.reference())
        .map(({ columns: [from], foreignTable }) => `${from?.name} → ${getTableConfig(foreignTable).name}`)
        .sort(),
    );
    // A cascade would wipe the children when a migration rebuilds the parent (migrations/README.md).
    expect(foreignKeys.filter((key) => key.on_delete !== "NO ACTION" || key.on_update !== "NO ACTION")).toEqual([]);
    const [definition] = await all<{ sql: string }>(`select sql from sqlite_master where name = '${table.name}'`);
    for (const { name } of table.checks) expect(definition?.sql).toContain(name);
  }
});

test("the database refuses rows the application should never write", async () => {
  await using database = await createTestDatabase();
  const { d1 } = database;
  await d1.batch([
    sql(d1)`insert into users (id, email, name, password_hash, created_at) values (1, 'a@example.com', 'a', 'x', 0)`,
    d1.prepare("insert into imports (id, source, status, created_at) values (1, 'real', 'done', 0)"),
    sql(d1)`insert into races (race_id, date, venue, venue_type, race_num, name, status, source,
      data_version, content_hash) values ('r', '2026-11-21', '東京', 1, 1, 'n', 'result', 'real', 1, '')`,
    sql(d1)`insert into models (id, user_id, name, venue_type, features, feature_count,
      is_weight, status, form_key, created_at) values (1, 1, 'm', 1, '{}', 1, 0, 1, 'f', 0)`,
    sql(d1)`insert into analyses (id, user_id, model_id, race_id, race_data_version, model_name,
      venue_type, race_info, status, created_at) values (1, 1, 1, 'r', 1, 'm', 1, '{}', 1, 0)`,
  ]);
  const refused = [
    "insert into users (email, name, password_hash, created_at) values ('a@example.com', 'b', 'x', 0)",
    "insert into users (email, name, password_hash, created_at, plan) values ('b@example.com', 'b', 'x', 0, 107)",
    "update users set deleted_at = 1",
    "update models set status = 4",
    "update models set status = 2",
    "update models set name = ''",
    "update models set name = '1234567890123456'",
    "update models set is_all_venue = 1",
    "update models set venue_type = 2",
    "insert into models (user_id, name, venue_type, features, feature_count, is_weight, status, form_key, created_at) values (1, 'm', 1, '{}', 1, 0, 1, 'f', 0)",
    "insert into models (user_id, name, venue_type, features, feature_count, is_weight, status, form_key, created_at) values (2, 'm', 1, '{}', 1, 0, 1, 'g', 0)",
    "insert into analyses (user_id, model_id, race_id, race_data_version, model_name, venue_type, race_info, status, created_at) values (1, 1, 'r', 1, 'm', 1, '{}', 1, 0)",
    "update analyses set status = 2",
    "insert into runners (race_id, horse_num, horse_id, horse_name, status, content_hash) values ('none', 1, 'h', 'h', 'entered', '')",
    "insert into runners (race_id, horse_num, horse_id, horse_name, status, content_hash) values ('r', 0, 'h', 'h', 'entered', '')",
    "insert into runners (race_id, horse_num, horse_id, horse_name, status, content_hash) values ('r', 1, 'h', 'h', 'finished', '')",
    "insert into races (race_id, date, venue, venue_type, race_num, name, status, source, data_version, content_hash) values ('s', '2026-11-21', '東京', 1, 1, 'n', 'result', 'real', 1, '')",
    "update races set venue_type = 5",
    "update races set going = 'wet'",
    "insert into payouts (race_id, bet_type, combination, payout_yen) values ('r', 'win', '1', -1)",
    "insert into jobs (id, kind, queue, subject, status, run_after, created_at) values ('j', 'train-model', 'train', '1', 'running', 0, 0)",
    "delete from users",
    "delete from races",
  ];
  for (const sql of refused) await expect(d1.prepare(sql).run(), sql).rejects.toThrow(/constraint/i);
});

test("a row of the audit log can be neither changed nor deleted, by any code", async () => {
  await using database = await createTestDatabase();
  const { d1 } = database;
  await d1.prepare("insert into audit_log (at, action, subject, reason) values (1, 'a', '', 'b')").run();
  for (const sql of [
    "update audit_log set reason = 'c'",
    "delete from audit_log",
    "delete from audit_log where id = 1",
    "insert into audit_log (id, at, action, subject, reason) values (1, 1, 'a', '', 'c') on conflict (id) do update set reason = 'c'",
  ])
    await expect(d1.prepare(sql).run(), sql).rejects.toThrow("audit_log is append-only");
  expect(await d1.prepare("select reason from audit_log").all()).toMatchObject({ results: [{ reason: "b" }] });
});

test("the test database refuses a batch with a select of two columns with one name", async () => {
  await using database = await createTestDatabase();
  const { d1 } = database;
  const batch = (sql: string) => d1.batch([d1.prepare(sql)]);
  expect(await batch("select id, email from users")).toMatchObject([{ results: [] }]);
  await expect(batch("select id, name as id from users")).rejects.toThrow("two columns have one name");
});
