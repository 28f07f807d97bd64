import { listLossRows, readFieldDays } from "#app/db/rankings/forecast-days.server.ts";
import {
  deleteOtherSeasonEntries,
  listBuilds,
  listReturnPairs,
  listSketches,
  saveSeasonEntries,
} from "#app/db/rankings/season.server.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { Cadence } from "#app/domain/rankings/periods.ts";
import { isRankedRace } from "#app/domain/rankings/ranked-races.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { marketLoss, measureBenchmark } from "#app/domain/season/benchmarks.ts";
import { findStanding } from "#app/domain/season/clones.ts";
import { measureLasting, type Pairs, pairSkills } from "#app/domain/season/lasting.ts";
import {
  isEligible,
  isHallOfFame,
  LISTED_ENTRIES,
  rankSeason,
  SAMPLE_SEASON_RACES,
  SEASON_RACES,
  type SeasonEntry,
} from "#app/domain/season/season-board.ts";
import {
  createSeasonTally,
  type FieldDays,
  fieldSkill,
  type LossRow,
  type RawSkill,
} from "#app/domain/season/season-tally.ts";
import { countByPoint, type Lasting, type SeasonBoard, withHallYear } from "#app/domain/season/stored-board.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext } from "#app/services/jobs/job-context.server.ts";
import { measureCrowd, readLedger } from "./crowd-skill.server.ts";
import { switchBoard } from "./season.server.ts";

/** With masked names. */
interface SeasonRacer {
  modelId: number;
  userId: number;
  modelName: string;
  userName: string;
}

interface SeasonTask {
  buildId: string;
  /** YYYY-MM */
  month: string;
  /** Last race day of the month. */
  to: string;
  rankedModels: readonly SeasonRacer[];
  /** Their entries are not stored. */
  deletedUsers: ReadonlySet<number>;
}

const YEAR_DAYS = 365;
/** Two megabytes each: 50,000 models and a year take five hundred queries of a thousand. */
const ROWS_PER_READ = 20_000;
const MODELS_PER_SKETCH_READ = 200;
const ENTRIES_PER_WRITE = 2_000;
const ENTRIES_PER_DELETE = 5_000;
/** For comparisons with the next month or half-year. */
const MIN_MONTH_RACES = 50;
const MIN_HALF_RACES = 100;
const RETURN_PAIRS = 12;

/**
 * The year up to a month's last race day. Called before the build is recorded, so an interrupted run is repeated.
 * Streams forecasts: memory does not grow with races.
 */
export async function buildSeason({ deps, yieldAndRenewLease }: JobContext, task: SeasonTask): Promise<void> {
  const season = { from: addDays(task.to, 1 - YEAR_DAYS), to: task.to };
  const minRaces = deps.demo === undefined ? SEASON_RACES : SAMPLE_SEASON_RACES;
  const field = await readFieldDays(deps.db, season);
  const base = fieldSkill(field);
  const { skills, lasting } = await measureRacers(deps, { ...task, ...season, field, yieldAndRenewLease });
  const eligible = skills.filter((skill) => isEligible(skill, minRaces));
  const standing = await findClones(deps, { ...task, ...season, eligible, yieldAndRenewLease });
  const { entries, mean } = await rankSeason(eligible, { base, standing }, createPace(yieldAndRenewLease));
  const rankedModels = new Map(task.rankedModels.map((rankedModel) => [rankedModel.modelId, rankedModel]));
  const { benchmarks, ...crowd } = await measureBenchmarks(deps, { field, base, ...season, yieldAndRenewLease });
  const rows = entries.flatMap((entry) => {
    const { modelId, userId } = rankedModels.get(entry.modelId)!;
    return task.deletedUsers.has(userId) ? [] : [{ modelId, userId, entry }];
  });
  for (let at = 0; at < rows.length; at += ENTRIES_PER_WRITE) {
    await saveSeasonEntries(deps.db, { buildId: task.buildId, rows: rows.slice(at, at + ENTRIES_PER_WRITE) });
    await yieldAndRenewLease();
  }
  const returns = [
    await measureReturns(deps, { cadence: "monthly", until: task.to }),
    await measureReturns(deps, { cadence: "weekly", until: task.to }),
  ];
  const listed = entries.slice(0, LISTED_ENTRIES).map((entry) => {
    const { modelName, userName } = rankedModels.get(entry.modelId)!;
    return { ...entry, modelName, userName };
  });
  const standingBuild = await publish(deps, {
    ...season,
    ...{ buildId: task.buildId, month: task.month, builtAt: deps.now(), minRaces, mean },
    ...{ models: skills.length, ranked: entries.length, entries: listed, benchmarks, ...crowd, hall: [] },
    lasting: [...lasting, ...returns].filter((each) => each !== null),
    members: describeMembers(entries),
    ...{ hallYear: hallOf(task.month, entries, mean) },
  });
  const limit = ENTRIES_PER_DELETE;
  while ((await deleteOtherSeasonEntries(deps.db, { standing: standingBuild, limit })) === limit)
    await yieldAndRenewLease();
}

type YieldAndRenewLease = () => Promise<void>;

interface Period {
  from: string;
  to: string;
}

/** Also by month and by half, for how long ranks last. */
async function measureRacers(
  { db }: Pick<Deps, "db">,
  {
    rankedModels,
    from,
    to,
    field,
    yieldAndRenewLease,
  }: Period & { rankedModels: readonly SeasonRacer[]; field: FieldDays; yieldAndRenewLease: YieldAndRenewLease },
): Promise<{ skills: RawSkill[]; lasting: (Lasting | null)[] }> {
  const ids = rankedModels.map(({ modelId }) => modelId).sort((a, b) => a - b);
  const middle = addDays(from, Math.floor(YEAR_DAYS / 2));
  const year = createSeasonTally(field, ids);
  const halves = [createSeasonTally(field, ids), createSeasonTally(field, ids)] as const;
  const months = new Map<string, ReturnType<typeof createSeasonTally>>();
  const add = (row: LossRow) => {
    year.add(row);
    halves[row.date < middle ? 0 : 1].add(row);
    const month = row.date.slice(0, 7);
    if (!months.has(month)) months.set(month, createSeasonTally(field, ids));
    months.get(month)!.add(row);
  };
  const size = Math.max(1, Math.floor(ROWS_PER_READ / Math.max(1, field.size)));
  for (let at = 0; at < ids.length; at += size) {
    const chunk = ids.slice(at, at + size);
    const range = { fromModelId: chunk[0]!, toModelId: chunk.at(-1)! };
    for (const row of await listLossRows(db, { from, to, ...range })) add(row);
    await yieldAndRenewLease();
  }
  const byMonth = [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, tally]) => tally.close());
  const monthPairs = byMonth.slice(1).map((after, i) => pairSkills(byMonth[i]!, after, MIN_MONTH_RACES));
  const halfPairs = [pairSkills(halves[0].close(), halves[1].close(), MIN_HALF_RACES)];
  return {
    skills: year.close(),
    lasting: [measureLasting("half-year", halfPairs), measureLasting("month", monthPairs)],
  };
}

/** clones.ts; for owners with more than one model. */
async function findClones(
  { db }: Pick<Deps, "db">,
  task: Period & {
    eligible: readonly RawSkill[];
    rankedModels: readonly SeasonRacer[];
    yieldAndRenewLease: YieldAndRenewLease;
  },
): Promise<Map<number, number>> {
  const owners = new Map(task.rankedModels.map(({ modelId, userId }) => [modelId, userId]));
  const byOwner = groupBy(task.eligible, ({ modelId }) => owners.get(modelId)!);
  const standing = new Map<number, number>();
  const several = [...byOwner.values()].filter((own) => own.length > 1);
  for (let at = 0; at < several.length; ) {
    // Whole owners, in small reads.
    let to = at + 1;
    let count = several[at]!.length;
    while (to < several.length && count + several[to]!.length <= MODELS_PER_SKETCH_READ) count += several[to++]!.length;
    const group = several.slice(at, to);
    const modelIds = group.flat().map(({ modelId }) => modelId);
    const sketches = await listSketches(db, { from: task.from, to: task.to, modelIds });
    for (const own of group) {
      const models = own.map((skill) => ({ ...skill, sketches: sketches.get(skill.modelId) ?? new Map() }));
      for (const [modelId, by] of findStanding(models)) standing.set(modelId, by);
    }
    at = to;
    await task.yieldAndRenewLease();
  }
  return standing;
}

async function measureBenchmarks(
  deps: Pick<Deps, "db">,
  {
    field,
    base,
    from,
    to,
    yieldAndRenewLease,
  }: Period & { field: FieldDays; base: number; yieldAndRenewLease: YieldAndRenewLease },
): Promise<Pick<SeasonBoard, "benchmarks" | "openness" | "crowdReturns" | "crowdBesideOdds">> {
  const market: LossRow[] = [];
  let races = 0;
  for await (const read of readLedger(deps.db, field.keys(), yieldAndRenewLease)) {
    for (const race of read.races) {
      if (!isRankedRace(race, SPECIAL_MEETINGS)) continue;
      races += 1;
      const loss = marketLoss(race);
      if (loss !== null) market.push(loss);
    }
  }
  const crowd = await measureCrowd(deps, { from, to, yieldAndRenewLease });
  const benchmarks = [
    measureBenchmark("market", { field, base, rows: market }),
    measureBenchmark("crowd", { field, base, rows: crowd.rows }),
    { key: "lottery" as const, races, value: 0, low: null, high: null },
  ].filter((each) => each !== null);
  const { openness, returns: crowdReturns, besideOdds: crowdBesideOdds } = crowd;
  return { benchmarks, openness, crowdReturns, crowdBesideOdds };
}

async function measureReturns(
  { db }: Pick<Deps, "db">,
  { cadence, until }: { cadence: Cadence; until: string },
): Promise<Lasting | null> {
  const builds = (await listBuilds(db, { cadence, until })).slice(-RETURN_PAIRS - 1);
  const pairs: Pairs[] = [];
  for (const [i, after] of builds.slice(1).entries()) {
    pairs.push(await listReturnPairs(db, { cadence, before: builds[i]!.id, after: after.id }));
  }
  return measureLasting(cadence === "monthly" ? "monthly-return" : "weekly-return", pairs);
}

function describeMembers(entries: readonly SeasonEntry[]): SeasonBoard["members"] {
  const measured = entries.toSorted((a, b) => b.raw - a.raw || a.modelId - b.modelId);
  const [best, middle] = [measured[0], measured[Math.floor(measured.length / 2)]];
  if (best === undefined || middle === undefined) return null;
  const describe = ({ raw, rawLow, rawHigh }: SeasonEntry) => ({
    value: raw,
    low: rawLow,
    high: rawHigh,
  });
  return { best: describe(best), middle: describe(middle), counts: countByPoint(measured.map(({ raw }) => raw)) };
}

/** Only December's board covers a year. */
function hallOf(month: string, entries: readonly SeasonEntry[], mean: number) {
  if (!month.endsWith("-12")) return null;
  const modelIds = entries.filter((entry) => isHallOfFame(entry, mean)).map(({ modelId }) => modelId);
  return { year: Number(month.slice(0, 4)), modelIds };
}

/** If the current one is later, only its hall of fame is updated. @returns the current build */
async function publish(
  deps: Deps,
  { hallYear, ...built }: SeasonBoard & { hallYear: ReturnType<typeof hallOf> },
): Promise<string> {
  let { buildId } = built;
  await switchBoard(deps, (current) => {
    const isOvertaken =
      current !== null &&
      (current.month > built.month || (current.month === built.month && current.buildId > built.buildId));
    const next = { ...(isOvertaken ? current : built), hall: withHallYear(current?.hall ?? [], hallYear) };
    buildId = next.buildId;
    return next;
  });
  return buildId;
}
