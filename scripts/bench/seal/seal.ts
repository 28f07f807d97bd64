import { randomBytes } from "node:crypto";
import { putBatch } from "#app/adapters/seal/seal-batch-store.server.ts";
import { openDatabase } from "#app/db/database.server.ts";
import { saveForecasts } from "#app/db/seal/forecasts.server.ts";
import { leafHash } from "#app/domain/seal/hashes.ts";
import type { PublishedRoots } from "#app/domain/seal/heads.ts";
import { checkProof } from "#app/domain/seal/proof.ts";
import { writeBody } from "#app/domain/seal/sealed-body.ts";
import { appendLeaves } from "#app/domain/seal/tree.ts";
import { proofOfForecast } from "#app/services/seal/forecasts.server.ts";
import { readRootsText } from "#app/services/seal/published-roots.server.ts";
import { sealDue } from "#app/services/seal/sealing.server.ts";
import { meterRows } from "#scripts/bench/meter-rows.ts";
import { createTestDeps } from "#test/integration/support/test-deps.ts";
import { createTestDatabase } from "#test/integration/support/workerd/test-database.ts";

const DAY = "2026-11-21";
const RACES = 36;
const HORSES = 16;
const MODELS_PER_LOT = 100;
const FORECASTS_PER_BATCH = 2_048;
const PROOFS = 60;

/** What sealing a Saturday took. Scoring is left out: the ledger's figures have it. */
interface SealFigures {
  models: number;
  forecasts: number;
  leaves: number;
  heads: number;
  /** Of this process: texts, hashes, gzip, statements; and of the wall, with workerd's D1 and R2 beside. */
  cpuSeconds: number;
  wallSeconds: number;
  storedMegabytes: number;
  rowsRead: number;
  rowsWritten: number;
  proofBytes: { median: number; most: number };
  verifyMs: { median: number; most: number };
  proveMs: { median: number; most: number };
}

/**
 * Seals what a number of models say of a Saturday's 36 races: all of them in the morning, and race by race again, as if every
 * model read body weights, with the sweep of each minute in which something was due. Then proves and verifies some forecasts.
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
  const store = {
    ...{ get: database.store.get.bind(database.store) },
    put: async (key: string, bytes: Uint8Array, options?: R2PutOptions) => {
      storedBytes += bytes.byteLength;
      return database.store.put(key, bytes, options);
    },
  } as unknown as R2Bucket;
  deps.store = store;

  const seal = async (lot: number, group: readonly (typeof races)[number][], version: number) => {
    const bodies = Array.from({ length: MODELS_PER_LOT }, (_, model) =>
      group.map(({ raceId, startTime }) =>
        writeBody({
          ...{ modelId: lot * MODELS_PER_LOT + model, artifact: randomHex(lot), inputsVersion: version, raceId },
          ...{ date: DAY, startTime, at: deps.clock.now, salt: randomBytes(16).toString("hex"), horses: horses() },
        }),
      ),
    ).flat();
    forecasts += bodies.length;
    const { root } = await appendLeaves([], 0, await Promise.all(bodies.map(leafHash)));
    const batchKey = await putBatch(store, { root, bodies });
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
  const sealing = { ...metered };

  let text = "";
  for await (const part of readRootsText(deps)) text += part;
  const roots = JSON.parse(text) as PublishedRoots;
  const bytes: number[] = [];
  const verify: number[] = [];
  const prove: number[] = [];
  for (let proof = 0; proof < PROOFS; proof++) {
    const asked = { modelId: (proof * 7919) % models, raceId: races[proof % RACES]!.raceId, isWeight: true };
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
  const { proofBytes, verifyMs, proveMs } = figures;
  const round = (value: number) => value.toFixed(1);
  return [
    `${models} models × ${RACES} races, sealed twice: ${forecasts} forecasts, ${leaves} leaves, ${heads} heads`,
    `  ${round(cpuSeconds)} s of this process, ${round(wallSeconds)} s in all; ${round(storedMegabytes)} MB in R2`,
    `  D1: ${rowsRead} rows read, ${rowsWritten} written`,
    `  proof: ${proofBytes.median} bytes, at most ${proofBytes.most}; made in ${round(proveMs.median)} ms, at most ${round(proveMs.most)}`,
    `  verification: ${round(verifyMs.median)} ms, at most ${round(verifyMs.most)}`,
  ].join("\n");
}

function summary(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, most: sorted.at(-1)! };
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
