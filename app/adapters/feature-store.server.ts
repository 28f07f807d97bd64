/**
 * The stored features in R2. Objects:
 * - `features/segments/<hash>`: the codes of one segment and scope, by days or by columns, or its row index; named by
 * content, so an unchanged segment is the same object in every version;
 * - `features/manifests/<version>.json`: the segments of a version;
 * - `features/manifest.json`: the current version, switched last.
 */

import { allColumns, CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import { segmentNameOf } from "#app/domain/features/half-years.ts";
import type {
  DayFeatures,
  FeatureManifest,
  FeatureStore,
  RaceFeatures,
  RowIndex,
  VenueScope,
} from "#app/domain/features/matrix.ts";
import { decodeIndex, findDay, joinIndexes, type SegmentIndex } from "#app/domain/features/segment-index.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { ColumnReader } from "./feature-columns.server.ts";

export const CURRENT_MANIFEST_KEY = "features/manifest.json";
export const SEGMENT_PREFIX = "features/segments/";
export const MANIFEST_PREFIX = "features/manifests/";

export function manifestKey(version: string): string {
  return `${MANIFEST_PREFIX}${version}.json`;
}

/** R2 must know the length. Pieces may share one buffer: a write ends when its piece has been read. */
export async function putPieces(
  store: Pick<R2Bucket, "put">,
  key: string,
  { pieces, bytes }: { pieces: Iterable<Uint16Array<ArrayBuffer>>; bytes: number },
): Promise<void> {
  const { readable, writable } = new FixedLengthStream(bytes);
  const write = async () => {
    const writer = writable.getWriter();
    for (const piece of pieces) await writer.write(new Uint8Array(piece.buffer, piece.byteOffset, piece.byteLength));
    await writer.close();
  };
  await Promise.all([store.put(key, readable), write()]);
}

export interface StoredSegment {
  name: string;
  rowCount: number;
  raceCount: number;
  firstDay: string;
  lastDay: string;
  /** Hash of all source rows up to this segment's end. */
  sourceHash: string;
  indexKey: string;
  /** By days for scoring, by columns for training. */
  codesKeys: Partial<Record<VenueScope, { days: string; columns: string }>>;
}

export interface StoredManifest extends FeatureManifest {
  catalogueVersion: number;
  /** With `importId`, identifies the source races. */
  visibilityVersion: number;
  previousVersion: string | null;
  venueTypes: Record<string, FeatureManifest["venueTypes"][string] & { segments: StoredSegment[] }>;
}

/** The version was replaced meanwhile: read the manifest again. */
class FeatureVersionGoneError extends Error {
  override name = "FeatureVersionGoneError";
}

interface Reading {
  bucket: Pick<R2Bucket, "get">;
  manifests: Map<string, StoredManifest>;
  indexes: Map<string, Promise<SegmentIndex>>;
}

/** Caches a version: use one per job. */
export function createFeatureStore(bucket: Pick<R2Bucket, "get">): FeatureStore {
  const reading: Reading = { bucket, manifests: new Map(), indexes: new Map() };
  const openColumns: FeatureStore["openColumns"] = (manifest, venueType, scope, columnIds) => {
    const places = columnPlaces(venueType);
    const listSegments = async () =>
      (await listStoredSegments(reading, manifest, venueType)).map((segment) => segmentColumns(bucket, segment, scope));
    return new ColumnReader({ listSegments, placeOf: (id) => requirePlace(places, id) }, columnIds);
  };
  return {
    readManifest: () => readCurrentManifest(reading),
    readRowIndex: (manifest, venueType) => readRowIndex(reading, manifest, venueType),
    readColumn: (manifest, venueType, scope, columnId) =>
      openColumns(manifest, venueType, scope, [columnId]).readColumn(columnId),
    openColumns,
    async readRace(manifest, { raceId, ...day }, scope, columnIds) {
      return (await readDay(reading, manifest, day, scope))?.findRace(raceId, columnIds) ?? null;
    },
    readDay: (manifest, day, scope) => readDay(reading, manifest, day, scope),
  };
}

/** Also of an earlier release. */
export async function readStoredManifest(
  bucket: Pick<R2Bucket, "get">,
): Promise<{ manifest: StoredManifest; etag: string } | null> {
  const object = await bucket.get(CURRENT_MANIFEST_KEY);
  return object === null ? null : { manifest: await object.json<StoredManifest>(), etag: object.etag };
}

export function listSegmentObjects({ venueTypes }: StoredManifest): string[] {
  return Object.values(venueTypes).flatMap(({ segments }) =>
    segments.flatMap(({ indexKey, codesKeys }) => [
      indexKey,
      ...Object.values(codesKeys).flatMap(({ days, columns }) => [days, columns]),
    ]),
  );
}

async function readCurrentManifest({ bucket, manifests }: Reading): Promise<StoredManifest | null> {
  const current = await readStoredManifest(bucket);
  // Written by other code: unusable until the next build.
  if (current?.manifest.catalogueVersion !== CATALOGUE_VERSION) return null;
  manifests.set(current.manifest.version, current.manifest);
  return current.manifest;
}

async function listStoredSegments(
  { bucket, manifests }: Reading,
  { version }: FeatureManifest,
  venueType: number,
): Promise<StoredSegment[]> {
  let manifest = manifests.get(version);
  if (manifest === undefined) {
    manifest = await (await requireObject(bucket, manifestKey(version))).json<StoredManifest>();
    manifests.set(version, manifest);
  }
  return manifest.venueTypes[venueType]?.segments ?? [];
}

async function readRowIndex(reading: Reading, manifest: FeatureManifest, venueType: number): Promise<RowIndex> {
  const segments = await listStoredSegments(reading, manifest, venueType);
  // Joining copies, and a training has no room for both.
  return joinIndexes(await Promise.all(segments.map(({ indexKey }) => readIndex(reading.bucket, indexKey))));
}

async function readIndex(bucket: Reading["bucket"], key: string): Promise<SegmentIndex> {
  return decodeIndex(await (await requireObject(bucket, key)).arrayBuffer());
}

function keepIndex({ bucket, indexes }: Reading, key: string): Promise<SegmentIndex> {
  const known = indexes.get(key);
  if (known !== undefined) return known;
  const index = readIndex(bucket, key);
  indexes.set(key, index);
  return index;
}

function segmentColumns(bucket: Reading["bucket"], segment: StoredSegment, scope: VenueScope) {
  const { rowCount } = segment;
  const open = async (first: number, end: number) => {
    const range = codesRange(first * rowCount, (end - first) * rowCount);
    return (await requireObject(bucket, codesKeys(segment, scope).columns, { range })).body;
  };
  return { rowCount, open };
}

function codesRange(first: number, count: number) {
  return { offset: first * Uint16Array.BYTES_PER_ELEMENT, length: count * Uint16Array.BYTES_PER_ELEMENT };
}

async function readCodes(bucket: Reading["bucket"], key: string, first: number, count: number): Promise<Uint16Array> {
  const range = codesRange(first, count);
  return new Uint16Array(await (await requireObject(bucket, key, { range })).arrayBuffer());
}

async function readDay(
  reading: Reading,
  manifest: FeatureManifest,
  { venueType, date }: { venueType: number; date: string },
  scope: VenueScope,
): Promise<DayFeatures | null> {
  const name = segmentNameOf(date);
  const segment = (await listStoredSegments(reading, manifest, venueType)).find((stored) => stored.name === name);
  if (segment === undefined) return null;
  const index = await keepIndex(reading, segment.indexKey);
  const day = findDay(index, dayNumber(date));
  if (day === null) return null;
  const places = columnPlaces(venueType);
  const { firstRow, rowCount } = day;
  const key = codesKeys(segment, scope).days;
  const slice = await readCodes(reading.bucket, key, firstRow * places.size, rowCount * places.size);
  return { findRace: (raceId, columnIds) => findRace({ index, day, places, slice, raceId, columnIds }) };
}

function findRace({
  index,
  day,
  places,
  slice,
  raceId,
  columnIds,
}: {
  index: SegmentIndex;
  day: NonNullable<ReturnType<typeof findDay>>;
  places: Map<string, number>;
  slice: Uint16Array;
  raceId: string;
  columnIds: readonly string[];
}): RaceFeatures | null {
  let offset = 0;
  let position = day.firstRace;
  while (position < day.endRace && index.raceIds[position] !== raceId) {
    offset += index.raceSize[position] ?? 0;
    position += 1;
  }
  if (position === day.endRace) return null;
  const size = index.raceSize[position] ?? 0;
  const firstRow = day.firstRow + offset;
  return {
    raceId,
    horseNums: Array.from(index.horseNum.subarray(firstRow, firstRow + size)),
    isStarter: Array.from(index.isStarter.subarray(firstRow, firstRow + size), (value) => value === 1),
    codes: new Map(
      columnIds.map((id) => {
        const at = requirePlace(places, id) * day.rowCount + offset;
        return [id, slice.slice(at, at + size)];
      }),
    ),
  };
}

function columnPlaces(venueType: number): Map<string, number> {
  return new Map(allColumns(venueType).map(({ id }, place) => [id, place]));
}

function requirePlace(places: Map<string, number>, columnId: string): number {
  const place = places.get(columnId);
  if (place === undefined) throw new RangeError(`the catalogue of this venue type has no column ${columnId}`);
  return place;
}

function codesKeys(segment: StoredSegment, scope: VenueScope): { days: string; columns: string } {
  const keys = segment.codesKeys[scope];
  if (keys === undefined) throw new RangeError(`segment ${segment.name} has no scope ${scope}`);
  return keys;
}

async function requireObject(
  bucket: Pick<R2Bucket, "get">,
  key: string,
  options?: R2GetOptions,
): Promise<R2ObjectBody> {
  const object = await bucket.get(key, options);
  if (object === null) throw new FeatureVersionGoneError(key);
  return object;
}
