import { createHash } from "node:crypto";
import {
  CURRENT_MANIFEST_KEY,
  listSegmentObjects,
  MANIFEST_PREFIX,
  manifestKey,
  putPieces,
  readStoredManifest,
  SEGMENT_PREFIX,
  type StoredManifest,
  type StoredSegment,
} from "#app/adapters/feature-store.server.ts";
import { listPages, replace } from "#app/adapters/r2.server.ts";
import {
  hasNewInputs,
  isImportBeingApplied,
  isSameSource,
  readHistory,
  readSourceVersion,
  type SourceVersion,
} from "#app/db/racing/feature-source.server.ts";
import { CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { listSegments } from "#app/domain/features/half-years.ts";
import type { History } from "#app/domain/features/history.ts";
import { type Facts, gatherFactsInSteps } from "#app/domain/features/past.ts";
import { encodeIndex } from "#app/domain/features/segment-index.ts";
import {
  arrangeByColumns,
  type BuiltSegment,
  buildSegments,
  countRows,
  segmentSourceBytes,
} from "#app/domain/features/segments.ts";
import { addDays, dayOfNumber, japanDay } from "#app/domain/racing/japan-time.ts";
import { MODEL_VENUE_TYPES } from "#app/domain/racing/race.ts";
import { sha256Hex } from "#app/domain/sha256.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { enqueueJob } from "#app/services/jobs/jobs.server.ts";

/** Some 10 ms. */
const ROWS_PER_SLICE = 400;
/** As much work. */
const RATED_PER_SLICE = 2000;
/** For builds that no analysis waits for. */
const RESULTS_WAIT_SECONDS = 5;
const WAIT_FOR_IMPORT_SECONDS = 5;
/** A running build may refer to younger objects. */
const GARBAGE_AGE_MS = 3_600_000;
/** 128 bits suffice to detect changes. */
const HALF = { bytes: 16 };
/** A megabyte. */
const PIECE_CODES = 2 ** 19;

/** Stored before a pause or a kill; reused if the source hash is unchanged. */
interface BuildCheckpoint {
  catalogueVersion: number;
  segments: Record<string, StoredSegment[]>;
}

/** By import, visibility or catalogue. */
export async function isFeatureBuildDue(deps: Pick<Deps, "db" | "store">): Promise<boolean> {
  return (await readDueBuild(deps)) !== null;
}

async function readDueBuild({
  db,
  store,
}: Pick<Deps, "db" | "store">): Promise<{ source: SourceVersion; usable: SourceVersion | null } | null> {
  const source = await readSourceVersion(db);
  if (source.importId === 0) return null;
  const manifest = (await readStoredManifest(store))?.manifest;
  const usable = manifest?.catalogueVersion === CATALOGUE_VERSION ? manifest : null;
  return usable !== null && isSameSource(usable, source) ? null : { source, usable };
}

/** After changes of races, hourly, and after a build, because requests during a build got no job. */
export async function enqueueDueFeatureBuild(deps: Deps): Promise<void> {
  const due = await readDueBuild(deps);
  if (due === null) return;
  const { source, usable } = due;
  // Earlier cards change by corrections only.
  const from = addDays(japanDay(deps.now()), -1);
  const isAwaited =
    usable?.visibilityVersion !== source.visibilityVersion ||
    (await hasNewInputs(deps.db, { from, after: usable.importId }));
  await enqueueJob(deps, {
    kind: "build-features",
    subject: "all",
    delaySeconds: isAwaited ? 0 : RESULTS_WAIT_SECONDS,
  });
}

/** Builds changed segments beside the old version, switches the manifest last. No version mixes two imports. */
export async function buildFeatures(context: JobContext): Promise<JobOutcome> {
  const { db, store } = context.deps;
  if (await isImportBeingApplied(db)) return { kind: "again", delaySeconds: WAIT_FOR_IMPORT_SECONDS };
  const current = await readStoredManifest(store);
  const read = await readHistory(db, () => context.yieldAndRenewLease());
  if (read === null) return { kind: "again", delaySeconds: 1 };
  const { history, source } = read;

  const hashes = await hashSource(history, () => context.yieldAndRenewLease());
  await context.yieldAndRenewLease();
  const known = reuseKnown(current?.manifest ?? null, parseCheckpoint(context.job.checkpoint));
  // The replaced version keeps its objects.
  const present = new Set(current === null ? [] : listSegmentObjects(current.manifest));
  // Without usable features trainings wait for this build.
  const standsBack = current?.manifest.catalogueVersion === CATALOGUE_VERSION;
  const plan = MODEL_VENUE_TYPES.map((venueType) => {
    const names = [...countRows(history, listSegments(history), venueType).keys()];
    const found = names.map((name) => [name, known(venueType, name, hashes.get(name) ?? "")] as const);
    return { venueType, names, segments: new Map(found.flatMap(([name, at]) => (at === null ? [] : [[name, at]]))) };
  });
  let missing = plan.reduce((sum, { names, segments }) => sum + names.length - segments.size, 0);
  const wanted = new Set(plan.flatMap(({ names, segments }) => names.filter((name) => !segments.has(name))));
  const facts = await rateHistory(context, history, (name) => wanted.has(name));
  const stored: Record<string, StoredSegment[]> = {};
  for (const { venueType, names, segments } of plan) {
    stored[venueType] = [...segments.values()];
    let rows = 0;
    for (const step of buildSegments(facts, venueType, (name) => names.includes(name) && !segments.has(name))) {
      if (step.kind === "work") {
        rows += step.rows;
        if (rows < ROWS_PER_SLICE) continue;
        rows = 0;
        await context.yieldAndRenewLease();
        continue;
      }
      const { name } = step.segment;
      segments.set(name, await storeSegment(context, step.segment, hashes.get(name) ?? "", present));
      stored[venueType] = names.flatMap((name) => segments.get(name) ?? []);
      await context.saveCheckpoint({ catalogueVersion: CATALOGUE_VERSION, segments: stored } satisfies BuildCheckpoint);
      missing -= 1;
      // Every run stores a segment, so trainings cannot delay it for ever. Analyses may wait for this build.
      if (standsBack && missing > 0 && (await context.isUserWorkWaiting(["train"])))
        return { kind: "again", delaySeconds: 1 };
    }
  }

  const manifest = await makeManifest(stored, source, current?.manifest ?? null);
  const switched = await switchManifest(store, manifest, current?.etag ?? null);
  if (switched === null) return { kind: "again", delaySeconds: 1 };
  await removeOldVersions(store, manifest, switched.uploaded.getTime() - GARBAGE_AGE_MS);
  return { kind: "done" };
}

async function rateHistory(
  context: JobContext,
  history: History,
  wanted: (segmentName: string) => boolean,
): Promise<Facts> {
  const steps = gatherFactsInSteps(history, wanted);
  for (let rows = 0; ; ) {
    const step = steps.next();
    if (step.done === true) return step.value;
    rows += step.value;
    if (rows < RATED_PER_SLICE) continue;
    rows = 0;
    await context.yieldAndRenewLease();
  }
}

/** Null: another version's. */
function parseCheckpoint(checkpoint: unknown): BuildCheckpoint | null {
  if (typeof checkpoint !== "object" || checkpoint === null) return null;
  const { catalogueVersion } = checkpoint as Partial<BuildCheckpoint>;
  return catalogueVersion === CATALOGUE_VERSION ? (checkpoint as BuildCheckpoint) : null;
}

function reuseKnown(
  manifest: StoredManifest | null,
  checkpoint: BuildCheckpoint | null,
): (venueType: number, name: string, sourceHash: string) => StoredSegment | null {
  const isCurrent = manifest !== null && manifest.catalogueVersion === CATALOGUE_VERSION;
  return (venueType, name, sourceHash) => {
    const candidates = [
      ...(checkpoint?.segments[venueType] ?? []),
      ...(isCurrent ? (manifest.venueTypes[venueType]?.segments ?? []) : []),
    ];
    return candidates.find((segment) => segment.name === name && segment.sourceHash === sourceHash) ?? null;
  };
}

/** By segment, of the source up to its end: an old change affects all later segments. */
async function hashSource(history: History, yieldAndRenewLease: () => Promise<void>): Promise<Map<string, string>> {
  const hashes = new Map<string, string>();
  let last = String(CATALOGUE_VERSION);
  for (const segment of listSegments(history)) {
    const own = await sha256Hex(segmentSourceBytes(history, segment), HALF);
    last = await sha256Hex(`${last} ${own}`, HALF);
    hashes.set(segment.name, last);
    await yieldAndRenewLease();
  }
  return hashes;
}

/** @param present need not be stored: results change the index only */
async function storeSegment(
  { deps: { store }, yieldAndRenewLease }: JobContext,
  { name, index, codes }: BuiltSegment,
  sourceHash: string,
  present: ReadonlySet<string>,
): Promise<StoredSegment> {
  const codesKeys: StoredSegment["codesKeys"] = {};
  const put = async (
    hash: string,
    { pieces, bytes }: { pieces: Iterable<Uint16Array<ArrayBuffer>>; bytes: number },
  ) => {
    const key = `${SEGMENT_PREFIX}${hash}`;
    await yieldAndRenewLease();
    if (!present.has(key)) await putPieces(store, key, { pieces, bytes });
    await yieldAndRenewLease();
    return key;
  };
  const putDays = async (byDays: Uint16Array<ArrayBuffer>) =>
    put(await sha256Hex(byDays, HALF), { pieces: cut(byDays), bytes: byDays.byteLength });
  const putColumns = async (byDays: Uint16Array<ArrayBuffer>) => {
    const hash = createHash("sha256");
    for (const piece of arrangeByColumns(index, byDays)) {
      hash.update(new Uint8Array(piece.buffer));
      await yieldAndRenewLease();
    }
    const pieces = arrangeByColumns(index, byDays);
    return put(hash.digest("hex").slice(0, 2 * HALF.bytes), { pieces, bytes: byDays.byteLength });
  };
  const putIndex = async (bytes: Uint8Array<ArrayBuffer>) => {
    const key = `${SEGMENT_PREFIX}${await sha256Hex(bytes, HALF)}`;
    if (!present.has(key)) await store.put(key, bytes);
    return key;
  };
  for (const [scope, byDays] of codes) {
    codesKeys[scope] = { days: await putDays(byDays), columns: await putColumns(byDays) };
  }
  const indexKey = await putIndex(encodeIndex(index));
  return {
    name,
    rowCount: index.horseNum.length,
    raceCount: index.raceIds.length,
    firstDay: dayOfNumber(index.raceDay.at(0) ?? 0),
    lastDay: dayOfNumber(index.raceDay.at(-1) ?? 0),
    sourceHash,
    indexKey,
    codesKeys,
  };
}

function* cut(codes: Uint16Array<ArrayBuffer>): Generator<Uint16Array<ArrayBuffer>, void> {
  for (let at = 0; at < codes.length; at += PIECE_CODES) yield codes.subarray(at, at + PIECE_CODES);
}

/** A hash of the content: equal data has an equal version. */
async function makeManifest(
  stored: Record<string, StoredSegment[]>,
  source: SourceVersion,
  current: StoredManifest | null,
): Promise<StoredManifest> {
  const venueTypes: StoredManifest["venueTypes"] = {};
  for (const [venueType, segments] of Object.entries(stored)) {
    const first = segments.at(0);
    const last = segments.at(-1);
    if (first === undefined || last === undefined) continue;
    venueTypes[venueType] = {
      rowCount: segments.reduce((sum, { rowCount }) => sum + rowCount, 0),
      raceCount: segments.reduce((sum, { raceCount }) => sum + raceCount, 0),
      firstDay: first.firstDay,
      lastDay: last.lastDay,
      segments,
    };
  }
  const content = JSON.stringify([
    CATALOGUE_VERSION,
    Object.entries(venueTypes).map(([venueType, { segments }]) => [
      venueType,
      segments.map(({ name, indexKey, codesKeys: { all, own } }) => [
        name,
        indexKey,
        ...[all, own].flatMap((keys) => [keys?.days, keys?.columns]),
      ]),
    ]),
  ]);
  const version = await sha256Hex(content, { bytes: 8 });
  const previousVersion = current?.version === version ? current.previousVersion : (current?.version ?? null);
  return { version, ...source, catalogueVersion: CATALOGUE_VERSION, previousVersion, venueTypes };
}

/** Null: another build switched meanwhile. */
async function switchManifest(
  store: Pick<R2Bucket, "put">,
  manifest: StoredManifest,
  etag: string | null,
): Promise<R2Object | null> {
  const json = JSON.stringify(manifest);
  await store.put(manifestKey(manifest.version), json);
  return replace(store, CURRENT_MANIFEST_KEY, { text: json, etag });
}

/** Keeps two: a training may read the previous one. */
async function removeOldVersions(
  store: Pick<R2Bucket, "get" | "list" | "delete">,
  current: StoredManifest,
  uploadedBefore: number,
): Promise<void> {
  const kept = new Set([manifestKey(current.version)]);
  const manifests = [current];
  if (current.previousVersion !== null) {
    const key = manifestKey(current.previousVersion);
    kept.add(key);
    const previous = await store.get(key);
    if (previous !== null) manifests.push(await previous.json<StoredManifest>());
  }
  for (const key of manifests.flatMap(listSegmentObjects)) kept.add(key);
  for (const prefix of [MANIFEST_PREFIX, SEGMENT_PREFIX]) {
    for await (const { objects } of listPages(store, { prefix })) {
      const garbage = objects.filter(({ key, uploaded }) => !kept.has(key) && uploaded.getTime() < uploadedBefore);
      if (garbage.length > 0) await store.delete(garbage.map(({ key }) => key));
    }
  }
}
