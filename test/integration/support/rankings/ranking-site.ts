import { createRankingStore } from "#app/adapters/ranking-store.server.ts";
import { saveSettledBets } from "#app/db/rankings/ledger.server.ts";
import { planChanges } from "#app/db/schema/accounts.server.ts";
import { ledgerDays, rankingEntries } from "#app/db/schema/models.server.ts";
import { jobs } from "#app/db/schema/operations.server.ts";
import { runners } from "#app/db/schema/racing.server.ts";
import { RANKING_PERIODS, type RankingKey } from "#app/domain/rankings/periods.ts";
import type { RankingsFile, WireEntry } from "#app/domain/rankings/rankings-file.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { buildRankings, type RankingOrder } from "#app/services/rankings/rankings-build.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import { insertModel, insertRace, insertUser } from "#test/integration/support/rows.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { payAll } from "./ledger-site.ts";

/** Unix seconds of an instant in Japan's time. */
export function japan(text: string): number {
  return Date.parse(`${text}+09:00`) / 1000;
}

/** The weekend of these days is due on Wednesday, 18 November 2026, 06:00. */
export const WEEKEND = ["2026-11-14", "2026-11-15"];
export const WEEKEND_DUE = japan("2026-11-18T06:00:00");
/** The Tuesday 00:00 whose plans count for it. */
export const WEEKEND_TUESDAY = japan("2026-11-17T00:00:00");
const LONG_AGO = japan("2026-08-01T12:00:00");

/** A site without races, users and rankings; its clock is fixed at the given instant. */
export async function createRankingSite(now: number) {
  const { database, deps } = await openTestDeps();
  deps.clock.now = now;
  return { database, deps, [Symbol.asyncDispose]: database.dispose };
}

export type RankingSite = Awaited<ReturnType<typeof createRankingSite>>;

/**
 * Races 7 and 8 of a day at Tokyo, with payouts: by default turf 1600 m and dirt 1700 m; eight runners, horse 3 the
 * favourite.
 */
export async function addRaceDay(
  { database }: Pick<RankingSite, "database">,
  date: string,
  courses: readonly ["turf" | "dirt" | "jump", number][] = [
    ["turf", 1600],
    ["dirt", 1700],
  ],
) {
  for (const [index, [surface, distanceM]] of courses.entries()) {
    const raceId = raceIdOf(date, index);
    const race = { raceId, date, raceNum: 7 + index, surface, distanceM, status: "result" as const, runnerRows: 8 };
    await insertRace(database.db, race);
    await payAll(database, raceId);
  }
  await database.db.update(runners).set({ winOdds: 5 });
  await database.d1.prepare("update runners set win_odds = 2 where horse_num = 3").run();
  await database.db.insert(ledgerDays).values({ date, dataVersion: 1 });
}

export function raceIdOf(date: string, index: number): string {
  return `${date}-${7 + index}`;
}

/** A user long on a plan, with one complete central model of the same id. */
export async function addRanked(
  { database }: Pick<RankingSite, "database">,
  { id, plan = 3, completedAt = LONG_AGO }: { id: number; plan?: number; completedAt?: number },
) {
  await insertUser(database.db, { id, plan, createdAt: LONG_AGO });
  await addPlan({ database }, { userId: id, plan, at: LONG_AGO });
  await insertModel(database.db, { id, userId: id, createdAt: LONG_AGO + id, completedAt });
}

export async function addPlan(
  { database }: { database: TestDatabase },
  { userId, plan, at }: { userId: number; plan: number; at: number },
) {
  await database.db.insert(planChanges).values({ userId, plan, reason: "test", effectiveAt: at, recordedAt: at });
}

/** Settles a model's bets on the races of a day: `winYen` for a win bet of 200 yen on each, and no others. */
export async function settle(
  { database, deps }: Pick<RankingSite, "database" | "deps">,
  {
    modelId,
    date,
    winYen,
    races = 2,
    version = 1,
  }: Record<"modelId" | "winYen", number> & {
    date: string;
    races?: number;
    version?: number;
  },
) {
  const rows = Array.from({ length: races }, (_, index) => ({
    ...{ modelId, raceId: raceIdOf(date, index), date, raceDataVersion: version, picks: [1, 2, 3, 4, 5] },
    bets: {
      win: { stakeYen: 200, payoutYen: winYen, hits: winYen > 0 ? 1 : 0 },
      place: { stakeYen: 0, payoutYen: 0, hits: 0 },
      quinella: { stakeYen: 0, payoutYen: 0, hits: 0 },
    },
  }));
  await saveSettledBets(database.db, { rows, now: deps.now() });
}

/** Models 1 to 3 of users 1 to 3, whose win bets returned 150, 100 and 50 per cent on the weekend. */
export async function createWeekend(now = WEEKEND_DUE) {
  const site = await createRankingSite(now);
  for (const date of WEEKEND) await addRaceDay(site, date);
  for (const [id, winYen] of [
    [1, 300],
    [2, 200],
    [3, 100],
  ] as const) {
    await addRanked(site, { id });
    for (const date of WEEKEND) await settle(site, { modelId: id, date, winYen });
  }
  return site;
}

/** Number of ranking builds enqueued. */
export async function countJobs({ database }: RankingSite) {
  return (await database.db.select().from(jobs)).filter(({ kind }) => kind === "build-rankings").length;
}

/** Runs the job once, like the queue. */
export function build(
  site: { deps: Deps },
  { order = {}, ...overrides }: Partial<JobContext> & { order?: RankingOrder } = {},
) {
  return buildRankings(contextOf(site.deps, jobOf("build-rankings", "all", order), overrides));
}

/** The current state of one ranking, from all places where it can be read; its newest period without `periodKey`. */
export async function readStanding({ deps }: { deps: Deps }, key: RankingKey, periodKey?: string) {
  const store = createRankingStore(deps.store);
  const { manifest } = (await store.readManifest())!;
  const period = manifest.rankings[key].find((each) => periodKey === undefined || each.periodKey === periodKey);
  if (period === undefined) return null;
  const file = JSON.parse(new TextDecoder().decode((await store.readFile(manifest.fileKey))!)) as RankingsFile;
  const stored = period.objectKey === null ? null : await store.readRanking(period.objectKey);
  const rows = await deps.db.select().from(rankingEntries).orderBy(rankingEntries.modelId);
  return {
    periodKey: period.periodKey,
    period: { from: period.from, to: period.to },
    status: stored?.status ?? "counting",
    rank: stored?.rank ?? [],
    baselines: stored?.baselines ?? [],
    /** Its entry in rankings.json, if this is the newest period. */
    inFile: file[key],
    own: rows
      .filter(({ buildId, rankingKey }) => buildId === period.buildId && rankingKey === key)
      .map(({ userId, entry }) => ({ userId, entry: JSON.parse(entry) as WireEntry })),
    buildId: period.buildId,
    version: manifest.version,
  };
}

/** Model → its return rate of win bets, in the order of the list. */
export async function readRates(site: { deps: Deps }, key: RankingKey, periodKey?: string) {
  const standing = await readStanding(site, key, periodKey);
  return standing?.status !== "ready" ? null : standing.rank.map(({ id, tan_return_rate }) => [id, tan_return_rate]);
}

export const ALL_KEYS = RANKING_PERIODS.map(({ key }) => key);
