import { packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { CURRENT_MANIFEST_KEY } from "#app/adapters/feature-store.server.ts";
import { completeTraining, startTraining } from "#app/db/models/training.server.ts";
import { demo } from "#app/demo/demo.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import type { FeatureManifest, FeatureStore, RowIndex } from "#app/domain/features/matrix.ts";
import type { JobKind } from "#app/domain/job-kinds.ts";
import { addDays, dayNumber, japanDay, weekdayOf } from "#app/domain/racing/japan-time.ts";
import type { JobContext, JobHandler, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { readJob } from "#app/services/jobs/jobs.server.ts";
import { runJob } from "#app/services/jobs/run-job.server.ts";
import { trainModel } from "#app/services/models/training.server.ts";
import { settleBets } from "#app/services/rankings/ledger.server.ts";
import { sql } from "#test/integration/support/workerd/sql.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";
import { handlers as allHandlers } from "#workers/jobs/handlers.ts";
import { createSyntheticFeatures, SYNTHETIC_IMPORT } from "./imports/synthetic-features.ts";
import { openTestDeps } from "./open-test-deps.ts";
import { trainSmallArtifact } from "./rankings/ledger-site.ts";
import type { TestDatabase } from "./workerd/test-database.ts";

const VENUES = ["東京", "京都"];
const RACES_A_DAY = 24;
const FIELD = 8;
/** Two of the ranked races are flat ones; jump races are used for training, not for bets. */
const BET_ON = new Map([
  [7, "turf"],
  [8, "dirt"],
]);
/** Length of the small sample. */
const WINDOW_DAYS = 70;

/**
 * The database of a local start with ten weeks of sample races: two central courses on Saturdays and Sundays up to the
 * day before, and as many Nankan races on the first four of these days. Every horse pays.
 *
 * @param options learns: models are really trained; otherwise all share one artifact, with each one's own cut-off.
 * counts: rankings are really built
 */
export async function createDemoSite(appNow: string, { learns = false, counts = false } = {}) {
  const { database, deps: defaults } = await openTestDeps({ kernel: kernelModule });
  const deps = { ...defaults, demo };
  deps.clock.now = Date.parse(appNow) / 1000;
  const today = japanDay(deps.clock.now);
  const days: string[] = [];
  for (let day = addDays(today, -WINDOW_DAYS); day < today; day = addDays(day, 1)) {
    if ([0, 6].includes(weekdayOf(day))) days.push(day);
  }
  const features = createFeaturesOf(days);
  await insertRaces(database, days);
  const manifest = { version: "v1", importId: SYNTHETIC_IMPORT, catalogueVersion: CATALOGUE_VERSION, venueTypes: {} };
  await database.store.put(CURRENT_MANIFEST_KEY, JSON.stringify(manifest));
  const handlers: Record<JobKind, JobHandler> = {
    ...allHandlers,
    "train-model": { ...allHandlers["train-model"], run: learns ? (job) => trainModel(job, features) : completeAtOnce },
    "build-rankings": counts ? allHandlers["build-rankings"] : NOTHING_TO_DO,
    "settle-bets": { ...allHandlers["settle-bets"], run: (context) => settleBets(context, features) },
  };
  return { database, deps, days, features, handlers, [Symbol.asyncDispose]: database.dispose };
}

export type DemoSite = Awaited<ReturnType<typeof createDemoSite>>;

/**
 * Delivers messages one by one until none are left, like a local start, and advances the clock by their delays.
 * @returns kinds in the order in which jobs ended
 */
export async function deliverAll(
  site: DemoSite,
  { until = () => false }: { until?: () => boolean | Promise<boolean> } = {},
) {
  const { deps, handlers } = site;
  const ended: JobKind[] = [];
  for (let rounds = 0; deps.sent.length > 0 && !(await until()); rounds++) {
    if (rounds > 2_000) throw new Error("the queue does not come to an end");
    const sent = deps.sent.shift();
    if (sent?.message.type !== "run-job") continue;
    deps.clock.now += sent.delaySeconds;
    const { jobId } = sent.message;
    const kind = (await readJob(deps, jobId))?.kind;
    const yieldToEventLoop = () => new Promise<void>((resolve) => setTimeout(resolve, 0));
    if (kind === undefined || (await runJob(deps, handlers, { jobId, yieldToEventLoop })) !== "done") continue;
    ended.push(kind);
    await handlers[kind].onDone?.(deps);
  }
  return ended;
}

const NOTHING_TO_DO: JobHandler = { run: async () => ({ kind: "done" }), onFailed: async () => {} };

async function completeAtOnce({ deps, job }: JobContext): Promise<JobOutcome> {
  const modelId = Number(job.subject);
  const training = await startTraining(deps.db, { modelId, today: "" });
  if (training === null) return { kind: "done" };
  const artifact = { ...(await trainSmallArtifact()), cutoffDay: training.cutoffDay };
  const { completedAt } = job.payload as { completedAt: number };
  const artifactKey = await putArtifact(deps.store, await packArtifact(artifact));
  const notification = { title: "", body: "", day: "", perDay: 1, now: completedAt };
  await completeTraining(deps.db, {
    modelId,
    artifactKey,
    report: "{}",
    details: null,
    now: completedAt,
    notification,
  });
  return { kind: "done" };
}

function createFeaturesOf(days: readonly string[]): FeatureStore {
  const races = days.length * RACES_A_DAY;
  const plain = createSyntheticFeatures({ races });
  const summary = { rowCount: races * FIELD, raceCount: races, firstDay: days[0]!, lastDay: days.at(-1)! };
  const manifest: FeatureManifest = {
    version: "v1",
    importId: SYNTHETIC_IMPORT,
    venueTypes: { "1": summary, "2": summary },
  };
  return {
    ...plain,
    readManifest: async () => manifest,
    async readRowIndex(ofManifest, venueType): Promise<RowIndex> {
      const index = await plain.readRowIndex(ofManifest, venueType);
      return { ...index, raceDay: index.raceDay.map((_, race) => dayNumber(days[Math.floor(race / RACES_A_DAY)]!)) };
    },
  };
}

/** Races r0, r1, … of the synthetic index, with results, runners and payouts. */
async function insertRaces({ d1 }: TestDatabase, days: readonly string[]) {
  const races = days.flatMap((date, day) =>
    Array.from({ length: RACES_A_DAY }, (_, race) => ({
      id: `r${day * RACES_A_DAY + race}`,
      date,
      venue: VENUES[Math.floor(race / 12)],
      venueType: 1,
      raceNum: (race % 12) + 1,
      surface: BET_ON.get((race % 12) + 1) ?? "jump",
    })),
  );
  const nankan = races.slice(0, 4 * RACES_A_DAY).map((race) => ({
    ...race,
    id: `n${race.id}`,
    venue: race.venue === VENUES[0] ? "大井" : "川崎",
    venueType: 2,
  }));
  const horses = Array.from({ length: FIELD }, (_, horse) => horse + 1);
  const pairs = horses.flatMap((a) => horses.filter((b) => b > a).map((b) => `${a}-${b}`));
  const rows = [
    ...horses.flatMap((horse) => [
      ["win", `${horse}`, 700],
      ["place", `${horse}`, 250],
    ]),
    ...pairs.map((pair) => ["quinella", pair, 2_500]),
  ];
  await d1.batch([
    sql(d1)`insert into races (race_id, date, venue, venue_type, race_num, name, surface, distance_m, status, source,
      runner_count, weighed_count, data_version, content_hash)
      select value ->> 'id', value ->> 'date', value ->> 'venue', value ->> 'venueType', value ->> 'raceNum',
      'サンプル', value ->> 'surface', 1600, 'result', 'sample', ${FIELD}, ${FIELD}, ${SYNTHETIC_IMPORT}, 'hash'
      from json_each(${JSON.stringify([...races, ...nankan])})`,
    sql(d1)`insert into runners (race_id, horse_num, bracket_num, horse_id, horse_name, status, finish_position,
      content_hash)
      select race_id, value, value, 'h' || value, 'ウマ', 'finished', value, 'hash'
      from races, json_each(${JSON.stringify(horses)})
      where venue_type = 1 and surface <> 'jump'`,
    sql(d1)`insert into payouts (race_id, bet_type, combination, payout_yen)
      select race_id, value ->> 0, value ->> 1, value ->> 2 from races, json_each(${JSON.stringify(rows)})
      where venue_type = 1 and surface <> 'jump'`,
  ]);
}
