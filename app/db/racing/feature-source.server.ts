import { and, asc, between, desc, eq, gt, gte, lte, max, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { columnsOf, hasRow } from "#app/db/fragments.server.ts";
import { appState } from "#app/db/schema/operations.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import { SOURCE_RUNNER_FIELDS, type SourceRace, type SourceRunner } from "#app/domain/features/history.ts";
import { HistoryBuilder, sortRaces } from "#app/domain/features/history-builder.ts";
import { VISIBILITY_VERSION_KEY } from "./race-writes.server.ts";
import { isVisibleRace } from "./races.server.ts";

/** 40 ms of decoding. D1 allows 1,000 statements: about three million runners. */
const PAGE_RUNNERS = 5_000;
/** With the present race day: a page may end with any day. */
const LAST_PAGES = 2;
const LAST_PAGES_READ_AT_MOST = 20;
const PAGES_PER_LOOK = 8;

/** Equal numbers mean equal races. */
export interface SourceVersion {
  /** 0 before the first. */
  importId: number;
  /** Counts the operator's changes. */
  visibilityVersion: number;
}

/**
 * To be read before the rows it vouches for (index imports_data_version, primary keys of imports and app_state). An
 * import that the release before ended has no data version but its id.
 */
export async function readSourceVersion(db: Database): Promise<SourceVersion> {
  const [done, newest, visibility] = await db.batch([
    db.select({ id: imports.id }).from(imports).where(eq(imports.status, "done")).orderBy(desc(imports.id)).limit(1),
    db.select({ version: max(imports.dataVersion) }).from(imports),
    db
      .select({ version: sql<number>`cast(${appState.value} as integer)` })
      .from(appState)
      .where(eq(appState.key, VISIBILITY_VERSION_KEY)),
  ]);
  const importId = Math.max(done[0]?.id ?? 0, newest[0]?.version ?? 0);
  return { importId, visibilityVersion: visibility[0]?.version ?? 0 };
}

export function isSameSource(one: SourceVersion, other: SourceVersion): boolean {
  return one.importId === other.importId && one.visibilityVersion === other.visibilityVersion;
}

/** Results and payouts do not count. */
export async function hasNewInputs(db: Database, { from, after }: { from: string; after: number }): Promise<boolean> {
  const isNew = or(gt(races.inputsVersion, after), gt(races.weightsVersion, after));
  return await hasRow(db, races, and(gte(races.date, from), isNew));
}

/** Its races are invisible until the end. */
export async function isImportBeingApplied(db: Database): Promise<boolean> {
  return await hasRow(db, imports, eq(imports.status, "applying"));
}

/**
 * Pages of whole days, runners as JSON: decoding D1's rows costs three times as much. Late changes of the last days
 * are read too.
 * @param onPage called after each page
 * @returns null if earlier days changed meanwhile
 */
export async function readHistory(db: Database, onPage: () => Promise<void>) {
  const read: ReadDays = { source: await readSourceVersion(db), last: "", races: 0 };
  const all = await listPages(db, read.last);
  const early = all.slice(0, -LAST_PAGES);
  const builder = new HistoryBuilder({ runners: all.reduce((sum, { runners: ofPage }) => sum + ofPage, 0) });
  for (const [index, page] of early.entries()) {
    const races = sortRaces(await selectRaces(db, page));
    for (const race of races) builder.add(race);
    read.last = page.to;
    read.races += races.length;
    await onPage();
    if (index % PAGES_PER_LOOK === 0 && !(await keepUp(db, read))) return null;
  }
  for (let tries = 0; tries < LAST_PAGES_READ_AT_MOST && (await keepUp(db, read)); tries += 1) {
    const pages = await listPages(db, read.last);
    // Other years have come.
    if (pages.length > 2 * LAST_PAGES) return null;
    const late: SourceRace[] = [];
    for (const page of pages) {
      late.push(...(await selectRaces(db, page)));
      await onPage();
    }
    if ((await isImportBeingApplied(db)) || !isSameSource(await readSourceVersion(db), read.source)) continue;
    for (const race of sortRaces(late)) builder.add(race);
    return { history: builder.finish(), source: read.source };
  }
  return null;
}

interface ReadDays {
  source: SourceVersion;
  last: string;
  races: number;
}

/** @returns false if the days differ */
async function keepUp(db: Database, read: ReadDays): Promise<boolean> {
  if (await isImportBeingApplied(db)) return false;
  const newest = await readSourceVersion(db);
  if (isSameSource(newest, read.source)) return true;
  if (newest.visibilityVersion !== read.source.visibilityVersion) return false;
  // Hidden and deleted races show by their number, others by their version.
  const days = await summariseDays(db, { until: read.last });
  if (days.races !== read.races || days.version > read.source.importId) return false;
  read.source = newest;
  return true;
}

async function summariseDays(db: Database, { until }: { until: string }) {
  const [days] = await db
    .select({ races: sql<number>`count(*) filter (where ${isVisibleRace})`, version: max(races.dataVersion) })
    .from(races)
    .where(lte(races.date, until));
  return { races: days?.races ?? 0, version: days?.version ?? 0 };
}

function selectRaces(db: Database, { from, to }: { from: string; to: string }) {
  const ofRace = db
    .select({ list: sql`json_group_array(json_array(${sql.join(RUNNER_COLUMNS, sql`, `)}))` })
    .from(runners)
    .where(eq(runners.raceId, races.raceId));
  return db
    .select({
      ...columnsOf(races, "raceId", "date", "venue", "venueType", "surface", "distanceM"),
      ...columnsOf(races, "weather", "going", "status", "name", "raceClass"),
      runners: sql`(${ofRace})`.mapWith(decodeRunners),
    })
    .from(races)
    .where(and(between(races.date, from, to), isVisibleRace));
}

async function listPages(db: Database, after: string) {
  const days = await db
    .select({ date: races.date, runners: sql<number>`sum(${races.runnerCount})` })
    .from(races)
    .where(and(gt(races.date, after), isVisibleRace))
    .groupBy(races.date)
    .orderBy(asc(races.date));
  const pages: { from: string; to: string; runners: number }[] = [];
  for (const { date, runners } of days) {
    const last = pages.at(-1);
    if (last !== undefined && last.runners + runners <= PAGE_RUNNERS) {
      last.to = date;
      last.runners += runners;
    } else {
      pages.push({ from: date, to: date, runners });
    }
  }
  return pages;
}

const RUNNER_COLUMNS: SQL[] = SOURCE_RUNNER_FIELDS.map((name) => sql`${runners[name]}`);
const IS_FLAG = SOURCE_RUNNER_FIELDS.map((name) => runners[name].dataType === "boolean");

/** The table's constraints guarantee the values. */
function decodeRunners(list: string): SourceRunner[] {
  const rows: (string | number | null)[][] = JSON.parse(list);
  return rows.map((values) => {
    const runner: Record<string, unknown> = {};
    for (const [index, name] of SOURCE_RUNNER_FIELDS.entries()) {
      const value = values[index];
      runner[name] = IS_FLAG[index] && value !== null ? value === 1 : value;
    }
    return runner as SourceRunner;
  });
}
