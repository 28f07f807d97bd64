import { randomBytes } from "node:crypto";
import { getArtifact, packArtifact, putArtifact } from "#app/adapters/artifact-store.server.ts";
import { putBatch } from "#app/adapters/seal/seal-batch-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { saveForecasts } from "#app/db/seal/forecasts.server.ts";
import { createDayReader } from "#app/domain/features/day-reader.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { leafHash } from "#app/domain/seal/hashes.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkProof } from "#app/domain/seal/proof.ts";
import { writeBody } from "#app/domain/seal/sealed-body.ts";
import { appendLeaves } from "#app/domain/seal/tree.ts";
import { proofOfForecast } from "#app/services/seal/forecasts.server.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { meterRows } from "#scripts/bench/meter-rows.ts";
import { trainOnSynthetic } from "#test/integration/support/imports/synthetic-artifact.ts";
import { createSyntheticFeatures } from "#test/integration/support/imports/synthetic-features.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const DAY = "2026-11-21";
const RACES = 36;
const HORSES = 16;
const MODELS_PER_LOT = 100;
const FORECASTS_PER_BATCH = 2_048;
const PROOFS = 60;

/** What sealing a Saturday took, from the artifacts in R2 on. */
interface SealFigures {
  models: number;
  forecasts: number;
  leaves: number;
  heads: number;
  /** Of this process: texts, hashes, gzip, statements; and of the wall, with workerd's D1 and R2 beside. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Of the wall: reading artifacts and scoring. */
  scoreSeconds: number;
  storedMegabytes: number;
  objectsRead: number;
  objectsWritten: number;
  rowsRead: number;
  rowsWritten: number;
  proofBytes: { median: number; most: number };
  verifyMs: { median: number; most: number };
  proveMs: { median: number; most: number };
}

/**
 * Scores and seals what a number of models say of a Saturday's 36 races: all of them in the morning, and race by race again, as if
 * every model read body weights, with the sweep of each minute in which something was due. Then proves and verifies some forecasts.
 */
export async function measureSealing(models: number): Promise<SealFigures> {
  await using database = await createTestDatabase();
  // Counting asks each of the few reads twice, which the times below include.
  const metered = { rowsRead: 0, rowsWritten: 0 };
  const deps = createTestDeps({ ...database, db: openDatabase(meterRows(database.d1, metered)) });
  deps.newId = () => randomBytes(16).toString("hex");
  const races = Array.from({ length: RACES }, (_, race) => ({
    raceId: `20261121-0${Math.floor(race / 12) + 5}-${String((race % 12) + 1).padStart(2, "0")}`,
    startTime: clock(9 * 60 + 50 + race * 11),
  }));
  let forecasts = 0;
  let storedBytes = 0;
  let scoreSeconds = 0;
  const objects = { read: 0, written: 0 };
  const scorer = await createScorer(database.store);
  await insertOwners(database.d1, models);
  const store = {
    get: async (key: string) => {
      objects.read += 1;
      return database.store.get(key);
    },
    put: async (key: string, bytes: Uint8Array, options?: R2PutOptions) => {
      storedBytes += bytes.byteLength;
      objects.written += 1;
      return database.store.put(key, bytes, options);
    },
  } as unknown as R2Bucket;
  deps.store = store;

  const seal = async (lot: number, group: readonly (typeof races)[number][], version: number) => {
    const parts: { key: string; bodies: string[] }[] = [];
    const last = Math.min(models, (lot + 1) * MODELS_PER_LOT);
    for (let modelId = lot * MODELS_PER_LOT; modelId < last; modelId++) {
      const from = performance.now();
      await scorer.score(store, group.length);
      scoreSeconds += (performance.now() - from) / 1000;
      const bodies = group.map(({ raceId, startTime }) =>
        writeBody({
          ...{ modelId, artifact: randomHex(lot), inputsVersion: version, raceId },
          ...{ date: DAY, startTime, at: deps.clock.now, salt: randomBytes(16).toString("hex"), horses: horses() },
        }),
      );
      parts.push({ key: keyOf(modelId), bodies });
    }
    const bodies = parts.flatMap((part) => part.bodies);
    forecasts += bodies.length;
    const hashes = await Promise.all(bodies.map(leafHash));
    const { root } = await appendLeaves([], 0, hashes);
    const batchKey = await putBatch(store, { root, hashes, parts });
    await saveForecasts(deps.db, {
      ...{ lot, isWeight: true, of: group.map(({ raceId }) => ({ raceId, version })), now: deps.clock.now },
      leaf: { hash: root, batchKey, raceId: group[0]!.raceId },
    });
  };
  const lots = Math.ceil(models / MODELS_PER_LOT);
  const began = { at: performance.now(), cpu: process.cpuUsage() };
  deps.clock.now = at("08:00");
  await sealDue(deps);
  const perBatch = Math.floor(FORECASTS_PER_BATCH / MODELS_PER_LOT);
  for (let lot = 0; lot < lots; lot++) {
    for (let first = 0; first < RACES; first += perBatch) await seal(lot, races.slice(first, first + perBatch), 1);
  }
  deps.clock.now += 180;
  await sealDue(deps);
  for (const race of races) {
    deps.clock.now = at(race.startTime) - 50 * 60;
    for (let lot = 0; lot < lots; lot++) await seal(lot, [race], 2);
    deps.clock.now += 180;
    await sealDue(deps);
  }
  const { user, system } = process.cpuUsage(began.cpu);
  const wallSeconds = (performance.now() - began.at) / 1000;
  const sealing = { ...metered, objectsRead: objects.read, objectsWritten: objects.written, scoreSeconds };

  let text = "";
  for await (const part of readRootsText(deps)) text += part;
  const roots = JSON.parse(text) as PublishedRoots;
  const bytes: number[] = [];
  const verify: number[] = [];
  const prove: number[] = [];
  for (let proof = 0; proof < PROOFS; proof++) {
    const modelId = (proof * 7919) % models;
    const asked = { user: { id: modelId }, modelId, raceId: races[proof % RACES]!.raceId };
    const before = performance.now();
    const made = await proofOfForecast(deps, asked);
    prove.push(performance.now() - before);
    if (made.kind !== "proof") throw new Error(`no proof: ${made.kind}`);
    bytes.push(Buffer.byteLength(made.file));
    const from = performance.now();
    const checked = await checkProof(made.file, roots);
    verify.push(performance.now() - from);
    if (checked.kind !== "whole" || checked.isLate) throw new Error(`not whole: ${JSON.stringify(checked)}`);
  }
  return {
    ...{ models, forecasts, leaves: roots.days[0]!.count, heads: roots.days[0]!.heads.length },
    ...{ cpuSeconds: (user + system) / 1e6, wallSeconds, storedMegabytes: storedBytes / 1e6, ...sealing },
    ...{ proofBytes: summary(bytes), verifyMs: summary(verify), proveMs: summary(prove) },
  };
}

export function saySealing(figures: SealFigures): string {
  const { models, forecasts, leaves, heads, cpuSeconds, wallSeconds, storedMegabytes, rowsRead, rowsWritten } = figures;
  const { proofBytes, verifyMs, proveMs, scoreSeconds, objectsRead, objectsWritten } = figures;
  const round = (value: number) => value.toFixed(1);
  return [
    `${models} models × ${RACES} races, sealed twice: ${forecasts} forecasts, ${leaves} leaves, ${heads} heads`,
    `  ${round(cpuSeconds)} s of this process, ${round(wallSeconds)} s in all, of which ${round(scoreSeconds)} s are scoring`,
    `  R2: ${objectsRead} objects read, ${objectsWritten} written, ${round(storedMegabytes)} MB`,
    `  D1: ${rowsRead} rows read, ${rowsWritten} written`,
    `  proof: ${proofBytes.median} bytes, at most ${proofBytes.most}; made in ${round(proveMs.median)} ms, at most ${round(proveMs.most)}`,
    `  verification: ${round(verifyMs.median)} ms, at most ${round(verifyMs.most)}`,
  ].join("\n");
}

function summary(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, most: sorted.at(-1)! };
}

/** Users with a model each, of the same numbers. */
async function insertOwners(d1: D1Database, count: number): Promise<void> {
  const ids = "with recursive ids (id) as (select 0 union all select id + 1 from ids where id < ?1 - 1)";
  await d1.batch([
    d1
      .prepare(
        `${ids} insert into users (id, email, name, password_hash, created_at)
         select id, id || '@example.com', '', '', 0 from ids`,
      )
      .bind(count),
    d1
      .prepare(
        `${ids} insert into models (id, user_id, name, venue_type, features, feature_count, is_weight, status, form_key,
           artifact_key, created_at, completed_at)
         select id, id, 'モデル', 1, '{}', 8, 1, 2, 'model ' || id, 'artifacts/0', 0, 0 from ids`,
      )
      .bind(count),
    d1.prepare(`${ids} insert into seal_keys (user_id, key) select id, printf('%064x', id) from ids`).bind(count),
  ]);
}

/** The key of a model's owner, as stored by {@link insertOwners}. */
function keyOf(modelId: number): string {
  return modelId.toString(16).padStart(64, "0");
}

/** Scores a synthetic card of eight by a small artifact, which is read for each model and group of races as the job does. */
async function createScorer(store: R2Bucket) {
  const features = createSyntheticFeatures({ races: 100 });
  const trained = await trainOnSynthetic(features, "2026-11-01");
  const key = await putArtifact(store, await packArtifact(trained));
  const readDay = createDayReader(features, (await features.readManifest())!);
  return {
    async score(from: R2Bucket, races: number): Promise<void> {
      const artifact = await getArtifact(from, key);
      const { predictor, isLearntFrom } = openFor(artifact, artifact.cutoffDay);
      for (let race = 0; race < races; race++) {
        const card = (await readDay(DAY, artifact.scope))?.findRace("r97", predictor.columnIds) ?? null;
        if (card === null) throw new Error("no card");
        scoreRace({ artifact, predictor, isLearntFrom, race: card, runners: [] });
      }
    },
  };
}

function horses() {
  return Array.from({ length: HORSES }, (_, horse) => {
    const [first = 0, second = 0] = randomBytes(2);
    return { horseNum: horse + 1, index: (first - 128) / 64, probability: (second + 1) / 4_096 };
  });
}

function randomHex(seed: number): string {
  return `artifacts/${seed.toString(16).padStart(8, "0")}${randomBytes(12).toString("hex")}.json`;
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
}

function at(time: string): number {
  return Date.parse(`${DAY}T${time}:00+09:00`) / 1000;
}
