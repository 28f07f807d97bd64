import type { Deps } from "#app/services/deps.server.ts";
import { COMMON_ARTIFACT, fillAccount } from "#test/integration/support/marked-account.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";

/** The marked account: a number that occurs nowhere else. */
export const MARKED = 918_273;
/** More than the first two chunks have, of 100 and 400 rows. */
export const MANY = 900;

const DIGEST = "0".repeat(64);
/** Digits, quotes, a line's end, another script, and a letter beyond the basic plane. */
const TEXT = `'"\\ 0012\n馬𩸽`;

/** Rows of what no account has. */
const STATEMENTS: readonly string[] = [
  `insert into users (id, email, name, password_hash, created_at)
   select value, 'many' || value || '@example.com', 'many', 'h', value from json_each((select json_group_array(v) from
     (with recursive n(v) as (select 1000 union all select v + 1 from n where v < ${1000 + MANY - 1}) select v from n)))`,
  `insert into forecast_days (model_id, date, races, loss, uniform_loss, sketch, race_data_version) values
     (1, '2026-11-21', 1, 0.1, 1e-17, '', 1), (1, '2026-11-22', 2, 2.302585092994046, 123456789.12345679, '', 1),
     (1, '2026-11-23', 2, 1, -1.7976931348623157e308, '', 1)`,
  `insert into stripe_events (id, type, created_at, received_at) values ('evt', 't', 1, 1)`,
  `insert into artifact_removals (artifact_key, since) values ('artifacts/x.json', 1)`,
  `insert into settled_bets (model_id, race_id, date, win_stake_yen, win_payout_yen, place_stake_yen, place_payout_yen,
     quinella_stake_yen, quinella_payout_yen, race_data_version, settled_at) values (1, 'r1', '2026-11-21', 1, 2, 3, 4, 5, 6, 1, 1)`,
  `insert into ledger_days (date, data_version) values ('2026-11-21', 1)`,
  `insert into ranking_builds (id, cadence, period_key, from_day, to_day, ledger_state, participants, built_at)
     values ('b', 'weekly', '2026-11-14', '2026-11-14', '2026-11-15', '[]', 1, 1)`,
  `insert into imports (id, source, status, created_at, progress) values (1, 'real', 'done', 1, 0.30000000000000004)`,
  `insert into import_races (import_id, race_id, is_new) values (1, 'r1', 1)`,
  `insert into search_names (kind, key, id, name) values ('horse', 'ウマ', 'h1', 'ウマ')`,
  `insert into search_pending (race_id, data_version) values ('r1', 1)`,
  `insert into race_aliases (alias, race_id) values ('other', 'r1')`,
  `insert into payouts (race_id, bet_type, combination, payout_yen) values ('r1', 'win', '01', 100)`,
  `insert into race_records (race_id, records, version) values ('r1', x'00ff1f8b0a', 1), ('r2', x'', 1)`,
  `insert into horse_records (horse_id, records, version) values ('h1', x'61', 1)`,
  `insert into records_aside (id, kind, field, reason, created_at, record) values ('a', 'RA', 'f', 'r', 1, x'0d0a')`,
  `insert into delivered_days (day, last_at) values ('2026-11-21', 1)`,
  `insert into odds (race_id, kind, order_key, odds) values ('r1', 'O1', '1', '001234')`,
  `insert into seal_days (day, previous, count, root, frontier) values ('2026-11-21', '', 1, '${DIGEST}', '[]')`,
  `insert into seal_heads (id, day, count, root, at) values ('head', '2026-11-21', 1, '${DIGEST}', 1)`,
  `insert into seal_leaves (id, hash, batch_key, race_id, created_at) values (1, '${DIGEST}', 'seals/${DIGEST}.json.gz', 'r1', 1)`,
  `insert into seal_forecasts (race_id, lot, is_weight, version, leaf_id) values ('r1', 1, 0, 1, 1)`,
  `insert into seal_nodes (day, level, "index", hash) values ('2026-11-21', 0, 0, '${DIGEST}')`,
  `insert into seal_witnesses (head_id, witness, status, answer, at) values ('head', 'https://w', 200, '', 1)`,
  `insert into crowd_forecasts (race_id, date, forecast, members, fixed_at) values ('r1', '2026-11-21', '{}', 1, 1)`,
  `insert into audit_log (at, action, subject, reason) values (1, 'staff.added', '', '')`,
  `insert into reports values ('model', 1, 'name', 1, 1, 1, null)`,
  `insert into alarms (key, level, text, raised_at) values ('k', 'broken', 't', 1)`,
  `insert into app_state (key, value) values ('small-fact', '1')`,
  // The highest one is gone: its number is never given again.
  `insert into alarms (id, key, level, text, raised_at) values (77, 'gone', 'broken', 't', 1)`,
  `delete from alarms where id = 77`,
];

/** A site with a row in every table, more than a chunk of users, values that are easily spoilt, and the objects that rows name. */
export async function fillSite(database: TestDatabase, deps: Deps): Promise<void> {
  const { db, d1, store } = database;
  await insertRace(db, { raceId: "r1", startTime: "15:40", surface: "turf", runnerRows: 3 });
  await insertUser(db, { id: 1, name: TEXT });
  await insertModel(db, { id: 1, artifactKey: COMMON_ARTIFACT, progress: 0.1 + 0.2 });
  await store.put(COMMON_ARTIFACT, "{}");
  await store.put(`seals/${DIGEST}.json.gz`, "sealed");
  await fillAccount(database, deps, MARKED);
  for (const statement of STATEMENTS) await d1.prepare(statement).run();
  await d1.prepare("update analyses set zipped_details = x'1f8b0800' where status = 2").run();
}

/** Names of all tables. */
export async function listTables({ d1 }: Pick<TestDatabase, "d1">): Promise<string[]> {
  const { results } = await sql(d1)`select name from sqlite_master where type = 'table'
    and name not glob '_cf_*' and name not glob 'sqlite_*' order by name`.all<{ name: string }>();
  return results.map(({ name }) => name);
}

/** Every row of every table, each value as SQLite writes it, with its type. */
export async function readAll({ d1 }: Pick<TestDatabase, "d1">): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const table of await listTables({ d1 })) {
    const { results: columns } = await d1
      .prepare(`select name from pragma_table_info('${table}')`)
      .all<{ name: string }>();
    const values = columns.map(({ name }) => `quote("${name}") as "${name}"`).join(", ");
    const { results } = await d1.prepare(`select ${values} from "${table}"`).all();
    rows[table] = results.map((row) => JSON.stringify(row)).sort();
  }
  return rows;
}
