import { CURRENT_MANIFEST_KEY, createFeatureStore, type StoredManifest } from "#app/adapters/feature-store.server.ts";
import { imports, races, runners } from "#app/db/schema/racing.server.ts";
import type { SourceRace } from "#app/domain/features/history.ts";
import { USER_QUEUES, type UserQueue } from "#app/domain/job-kinds.ts";
import { addDays } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { buildFeatures } from "#app/services/models/feature-builds.server.ts";
import { contextOf, jobOf } from "#test/integration/support/job-context.ts";
import { openTestDeps } from "#test/integration/support/open-test-deps.ts";
import type { TestDatabase } from "#test/integration/support/workerd/test-database.ts";
import { makeSourceRace, makeSourceRunner } from "#test/unit/support/racing-factories.ts";

const SURFACES = ["turf", "dirt", null] as const;

/** Two half years of races of all venue types with twelve horses in rotation; the last ones not yet run. */
export function makeRaces(count = 60): SourceRace[] {
  return Array.from({ length: count }, (_, index) => {
    const venueType = ([1, 1, 2, 3, 4] as const)[index % 5] ?? 1;
    const isRun = index < count - 4;
    return makeSourceRace({
      raceId: `r${String(count - index).padStart(3, "0")}`,
      date: addDays("2024-04-06", 6 * Math.floor(index / 2)),
      venue: `場${index % 3}`,
      venueType,
      surface: SURFACES[index % 3] ?? null,
      raceClass: index % 2 === 0 ? "未勝利" : "1勝クラス",
      distanceM: index % 7 === 0 ? null : 1000 + 200 * (index % 4),
      status: isRun ? "result" : "scheduled",
      runners: Array.from({ length: 4 + (index % 3) }, (_, place) =>
        makeSourceRunner({
          horseNum: place + 1,
          horseId: `h${(index * 5 + place) % 12}`,
          bracketNum: place + 1,
          sex: place % 2 === 0 ? "male" : "female",
          age: 3,
          carriedWeightKg: 54 + place / 2,
          jockeyId: `j${(index + place) % 5}`,
          trainerId: null,
          sireName: `s${place % 2}`,
          bodyWeightKg: isRun ? 450 + place : null,
          status: isRun ? (place === 3 ? "did_not_finish" : "finished") : "entered",
          finishPosition: isRun && place !== 3 ? ((place + index) % 6) + 1 : null,
          marginS: isRun && place !== 3 ? place / 10 : null,
          cornerPositions: isRun ? `${place + 1}-${place + 2}` : null,
          winOdds: isRun ? 1.1 + place : null,
          prizeYen: isRun ? 10_000 * place : null,
          trouble: place === 1,
        }),
      ),
    });
  });
}

export async function insertRaces(database: TestDatabase, list: readonly SourceRace[]) {
  const statements = list.flatMap(({ runners: declared, ...race }) => [
    database.db.insert(races).values({
      ...race,
      raceNum: Number(race.raceId.slice(1)),
      name: race.raceId,
      source: "real",
      runnerCount: declared.length,
      dataVersion: 1,
      contentHash: "",
    }),
    ...declared.map((runner) =>
      database.db
        .insert(runners)
        .values({ ...runner, raceId: race.raceId, horseName: runner.horseId, contentHash: "" }),
    ),
  ]);
  const [first, ...others] = statements;
  if (first !== undefined) await database.db.batch([first, ...others]);
}

export async function insertImport(database: TestDatabase, status: "done" | "applying" = "done") {
  await database.db.insert(imports).values({ source: "real", status, createdAt: 1 });
}

/** A database with imported races. */
export async function createImported(races: Parameters<typeof insertRaces>[1]) {
  const database = await openTestDeps();
  await insertRaces(database, races);
  await insertImport(database);
  return database;
}

/** The current features, with the row index of a venue type. */
export async function readFeatures(database: Pick<TestDatabase, "store">, venueType = 1) {
  const store = createFeatureStore(database.store);
  const manifest = await store.readManifest();
  if (manifest === null) throw new Error("no manifest");
  return { store, manifest, index: await store.readRowIndex(manifest, venueType) };
}

/** The part of a job that its row stores. */
export interface Run {
  checkpoint: unknown;
  saved: number;
}

/** A job with one run after another; `checkpoint` is what the row would store. @param options waiting: of which queues jobs wait */
export function run(
  deps: Deps,
  state: Run = { checkpoint: null, saved: 0 },
  {
    waiting = [],
    dieAfterCheckpoints = Number.POSITIVE_INFINITY,
  }: { waiting?: readonly UserQueue[]; dieAfterCheckpoints?: number } = {},
) {
  const job = { ...jobOf("build-features"), checkpoint: structuredClone(state.checkpoint) };
  const context = contextOf(deps, job, {
    yieldAndRenewLease: () => new Promise((resolve) => setTimeout(resolve, 0)),
    async saveCheckpoint(checkpoint) {
      state.checkpoint = structuredClone(checkpoint);
      state.saved += 1;
      if (state.saved >= dieAfterCheckpoints) throw new Error("killed");
    },
    isUserWorkWaiting: async (queues = USER_QUEUES) => queues.some((queue) => waiting.includes(queue)),
  });
  return buildFeatures(context);
}

export async function listStored(database: TestDatabase): Promise<Map<string, string>> {
  const { objects } = await database.store.list({ prefix: "features/" });
  return new Map(objects.map(({ key, version }) => [key, version]));
}

export async function readCurrent(database: TestDatabase): Promise<StoredManifest> {
  const object = await database.store.get(CURRENT_MANIFEST_KEY);
  if (object === null) throw new Error("no manifest");
  return object.json<StoredManifest>();
}
