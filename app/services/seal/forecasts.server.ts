import * as z from "zod";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { errorText } from "#app/adapters/error-text.server.ts";
import { createFeatureStore } from "#app/adapters/feature-store.server.ts";
import { isOutage } from "#app/adapters/outage.server.ts";
import { type BatchPart, getBatch, putBatch } from "#app/adapters/seal/seal-batch-store.server.ts";
import { type LedgerModelRow, listLedgerModels } from "#app/db/rankings/ledger.server.ts";
import {
  type ComingRace,
  clearForecastState,
  findForecastBatch,
  insertForecastJobs,
  listComingRaces,
  listLots,
  listSealedForecasts,
  MODELS_PER_LOT,
  readForecastState,
  saveForecasts,
} from "#app/db/seal/forecasts.server.ts";
import { insertOwnerKeys, listOwnerKeys } from "#app/db/seal/seal-keys.server.ts";
import { createDayReader, type DayReader } from "#app/domain/features/day-reader.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay } from "#app/domain/racing/japan-time.ts";
import { hasLedgerBets, plansCountFrom } from "#app/domain/rankings/ledger.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { leafHash } from "#app/domain/seal/hashes.ts";
import { writeSealProof } from "#app/domain/seal/seal-proof.ts";
import { readBody, writeBody } from "#app/domain/seal/sealed-body.ts";
import { appendLeaves, inclusionSteps, rangeHash, type Subtree } from "#app/domain/seal/tree.ts";
import { toHex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { wakeJobs } from "#app/services/jobs/jobs.server.ts";
import { countYields, waitForData } from "#app/services/models/wait-for-data.server.ts";
import { findWay, headDueAt, type SealProofFile } from "./seal-proofs.server.ts";
import { newSalt } from "./sealing.server.ts";

/** Cards are out two days before. */
const DAYS_AHEAD = 3;
/** Up to five minutes: races start. */
const MAX_YIELDS = 60;
/** Eleven steps of a proof, a megabyte of texts. */
const FORECASTS_PER_BATCH = 2_048;

/** AES-256. */
const OWNER_KEY_BYTES = 32;

const payloadSchema = z.object({ lot: z.int() });

/** One job per batch of models, for changed cards and new body weights. Called after feature builds, and hourly. */
export async function enqueueDueForecasts(deps: Deps): Promise<void> {
  const races = await readComing(deps);
  if (races.length === 0) return;
  const importId = (await createFeatureStore(deps.store).readManifest())?.importId ?? 0;
  const held = races.filter(({ weightsVersion }) => weightsVersion <= importId);
  const versions = Math.max(0, ...held.map(({ weightsVersion }) => weightsVersion));
  // A model completed yesterday is ranked today.
  const state = `${japanDay(deps.now())}:${versions}:${held.length}`;
  if (held.length === 0 || (await readForecastState(deps.db)) === state) return;
  const lots = (await listLots(deps.db)).map((lot) => ({ jobId: deps.newId(), lot }));
  await insertForecastJobs(deps.db, { state, lots, now: deps.now() });
  await wakeJobs(
    deps,
    lots.map(({ jobId }) => ({ id: jobId, kind: "seal-forecasts" })),
  );
}

async function readComing(deps: Deps): Promise<ComingRace[]> {
  const now = deps.now();
  const today = japanDay(now);
  return listComingRaces(deps.db, { from: today, to: addDays(today, DAYS_AHEAD), now });
}

/** Seals coming races that lack a seal on the present card. A batch is a tree, whose root is one leaf of the day's. */
export async function sealForecasts(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const { lot } = payloadSchema.parse(job.payload);
  const aside = countYields(context, MAX_YIELDS);
  if (await aside.isDue()) return aside.step();
  const manifest = await features.readManifest();
  const coming = await readComing(deps);
  if (manifest === null) return waitForData(context, "there are no features");
  const races = coming.filter(({ weightsVersion }) => weightsVersion <= manifest.importId);
  const models = await withKeys(deps, await listRanked(deps, lot));
  const raceIds = races.map(({ raceId }) => raceId);
  const sealed = new Map<string, number>();
  for (const { raceId, isWeight, version } of await listSealedForecasts(deps.db, { lot, raceIds })) {
    sealed.set(`${raceId} ${isWeight}`, version);
  }
  const readDay = createDayReader(features, manifest);
  for (const isWeight of [false, true]) {
    const missing = races.filter(
      (race) => (sealed.get(`${race.raceId} ${isWeight}`) ?? -1) < versionOf(race, isWeight),
    );
    const scoring = models.filter((model) => model.isWeight === isWeight);
    for (let at = 0; at < missing.length && scoring.length > 0; ) {
      const group = missing.slice(at, at + Math.max(1, Math.floor(FORECASTS_PER_BATCH / scoring.length)));
      at += group.length;
      const parts = new Map<string, string[]>();
      for (const model of scoring) {
        await context.yieldAndRenewLease();
        const bodies = await forecastRaces(context, model, group, readDay);
        if (bodies.length > 0) parts.set(model.ownerKey, [...(parts.get(model.ownerKey) ?? []), ...bodies]);
      }
      if (parts.size > 0) {
        await sealBatch(deps, { lot, isWeight, group, parts: [...parts].map(([key, bodies]) => ({ key, bodies })) });
      }
    }
  }
  return { kind: "done" };
}

/** The next build or hour creates the jobs again. */
export async function endFailedForecasts(deps: Deps): Promise<void> {
  await clearForecastState(deps.db);
}

function versionOf(race: ComingRace, isWeight: boolean): number {
  return isWeight ? race.weightsVersion : race.inputsVersion;
}

async function listRanked(deps: Deps, lot: number): Promise<LedgerModelRow[]> {
  const now = deps.now();
  const today = japanDay(now);
  const fromModelId = lot * MODELS_PER_LOT;
  const range = { fromModelId, toModelId: fromModelId + MODELS_PER_LOT - 1 };
  const found = await listLedgerModels(deps.db, { ...range, now, since: plansCountFrom(today) });
  return found.filter((model) => hasLedgerBets(model, today));
}

/** Creates missing keys; skips deleted accounts. */
async function withKeys(
  deps: Deps,
  models: readonly LedgerModelRow[],
): Promise<(LedgerModelRow & { ownerKey: string })[]> {
  const modelIds = models.map(({ modelId }) => modelId);
  let owners = await listOwnerKeys(deps.db, { modelIds });
  const missing = new Set(owners.filter(({ key }) => key === null).map(({ userId }) => userId));
  if (missing.size > 0) {
    await insertOwnerKeys(
      deps.db,
      [...missing].map((userId) => ({ userId, key: toHex(crypto.getRandomValues(new Uint8Array(OWNER_KEY_BYTES))) })),
    );
    owners = await listOwnerKeys(deps.db, { modelIds });
  }
  const keys = new Map(owners.map(({ modelId, key }) => [modelId, key]));
  return models.flatMap((model) => {
    const ownerKey = keys.get(model.modelId) ?? null;
    return ownerKey === null ? [] : [{ ...model, ownerKey }];
  });
}

/** None if the artifact is unreadable. */
async function forecastRaces(
  { deps }: JobContext,
  { modelId, artifactKey, isWeight, cutoffDay }: LedgerModelRow,
  races: readonly ComingRace[],
  readDay: DayReader,
): Promise<string[]> {
  const artifact = await getArtifact(deps.store, artifactKey).catch((error: unknown) => {
    // An outage must not leave it out.
    if (isOutage(error)) throw error;
    console.error(JSON.stringify({ event: "forecasts.artifact-unreadable", modelId, error: errorText(error) }));
    return null;
  });
  if (artifact === null) return [];
  const { predictor, isLearntFrom } = openFor(artifact, artifact.cutoffDay);
  const bodies: string[] = [];
  for (const race of races) {
    const card = (await readDay(race.date, artifact.scope))?.findRace(race.raceId, predictor.columnIds) ?? null;
    if (card === null || card.horseNums.length === 0 || (cutoffDay !== null && race.date < cutoffDay)) continue;
    const horses = scoreRace({ artifact, predictor, isLearntFrom, race: card, runners: [] });
    const { raceId, date, startTime } = race;
    const inputsVersion = versionOf(race, isWeight);
    bodies.push(
      writeBody({
        ...{ modelId, artifact: artifactKey, inputsVersion, raceId, date, startTime, horses },
        ...{ at: deps.now(), salt: newSalt() },
      }),
    );
  }
  return bodies;
}

/** An unreferenced batch is left over from a run that lost the race. */
async function sealBatch(
  deps: Deps,
  {
    lot,
    isWeight,
    group,
    parts,
  }: { lot: number; isWeight: boolean; group: readonly ComingRace[]; parts: readonly BatchPart[] },
): Promise<void> {
  const hashes = await Promise.all(parts.flatMap(({ bodies }) => bodies).map(leafHash));
  const { root } = await appendLeaves([], 0, hashes);
  const batchKey = await putBatch(deps.store, { root, hashes, parts });
  await saveForecasts(deps.db, {
    ...{ lot, isWeight, now: deps.now() },
    of: group.map((race) => ({ raceId: race.raceId, version: versionOf(race, isWeight) })),
    leaf: { hash: root, batchKey, raceId: group[0]!.raceId },
  });
}

/** The last one, also if deleted. For its owner only: unshared forecasts are not public. */
export async function sealProofOfForecast(
  deps: Deps,
  { user, modelId, raceId }: { user: Pick<PlanHolder, "id">; modelId: number; raceId: string },
): Promise<SealProofFile> {
  const batch = await findForecastBatch(deps.db, { raceId, modelId, userId: user.id });
  if (batch === null || batch.ownerKey === null) return { kind: "none" };
  const { hashes, own } = await getBatch(deps.store, batch.batchKey, batch.ownerKey);
  const among = own?.bodies.findIndex((text) => {
    const body = readBody(text);
    return body?.model === modelId && body.race === raceId;
  });
  const body = among === undefined ? undefined : own?.bodies[among];
  if (own === null || among === undefined || body === undefined) return { kind: "none" };
  const { hash, createdAt } = batch;
  if (batch.day === null || batch.position === null) return { kind: "waiting", hash, dueAt: headDueAt(createdAt) };
  const place = own.first + among;
  const { made } = await appendLeaves([], 0, hashes);
  const known = new Map(made.map(({ level, index, hash }) => [`${level} ${index}`, hash]));
  const read = ({ level, index }: Subtree) => known.get(`${level} ${index}`) ?? "";
  const inner = await Promise.all(
    inclusionSteps(place, hashes.length).map(async (step) => `${step.side}${await rangeHash(step, read)}`),
  );
  const way = await findWay(deps, { day: batch.day, position: batch.position });
  return { kind: "proof", file: writeSealProof({ body, ...way, path: [...inner, ...way.path] }) };
}
