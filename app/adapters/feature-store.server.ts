/**
 * The stored features in R2 (design.md §4). Objects:
 * - `features/segments/<hash>`: the codes of one segment and scope, or its row index as JSON, named by content, so an
 *   unchanged segment is the same object in every version;
 * - `features/manifests/<version>.json`: which segments make up a version;
 * - `features/manifest.json`: the current version, switched last.
 */

import { allColumns, CATALOGUE_VERSION } from "#app/domain/features/catalogue.ts";
import type {
  DayFeatures,
  FeatureManifest,
  FeatureStore,
  RaceFeatures,
  RowIndex,
  VenueScope,
} from "#app/domain/features/matrix.ts";
import { findDay, joinIndexes, type SegmentIndex, segmentNameOf } from "#app/domain/features/segments.ts";
import { dayNumber } from "#app/domain/racing/japan-time.ts";

export const CURRENT_MANIFEST_KEY = "features/manifest.json";
export const SEGMENT_PREFIX = "features/segments/";
export const MANIFEST_PREFIX = "features/manifests/";

export function manifestKey(version: string): string {
  return `${MANIFEST_PREFIX}${version}.json`;
}

export interface StoredSegment {
  name: string;
  rowCount: number;
  raceCount: number;
  firstDay: string;
  lastDay: string;
  /** Hash of all source rows up to this segment's end: the same hash gives the same stored bytes. */
  sourceHash: string;
  indexKey: string;
  codesKeys: Partial<Record<VenueScope, string>>;
}

export interface StoredManifest extends FeatureManifest {
  catalogueVersion: number;
  /** With `importId`, the races that the version was made from (app/db/feature-source.server.ts). */
  visibilityVersion: number;
  previousVersion: string | null;
  venueTypes: Record<string, FeatureManifest["venueTypes"][string] & { segments: StoredSegment[] }>;
}

/** Codes that `openColumns` reads ahead in one pass: 24 MB. */
const READ_AHEAD_CODES = 12_000_000;

/** A stored object that a manifest names is gone: the version was replaced twice meanwhile; read the manifest anew. */
export class FeatureVersionGoneError extends Error {
  override name = "FeatureVersionGoneError";
}

/** Reader of the stored features. Keeps what it read of a version: one per job, not longer. */
export function createFeatureStore(bucket: Pick<R2Bucket, "get">): FeatureStore {
  const manifests = new Map<string, StoredManifest>();
  const indexes = new Map<string, Promise<SegmentIndex>>();

  async function findStoredManifest({ version }: FeatureManifest): Promise<StoredManifest> {
    const known = manifests.get(version);
    if (known !== undefined) return known;
    const manifest = await (await requireObject(bucket, manifestKey(version))).json<StoredManifest>();
    manifests.set(version, manifest);
    return manifest;
  }

  async function listStoredSegments(manifest: FeatureManifest, venueType: number): Promise<StoredSegment[]> {
    return (await findStoredManifest(manifest)).venueTypes[venueType]?.segments ?? [];
  }

  function readIndex(key: string): Promise<SegmentIndex> {
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const index = requireObject(bucket, key).then((object) => object.json<SegmentIndex>());
    indexes.set(key, index);
    return index;
  }

  async function readColumns(
    manifest: FeatureManifest,
    venueType: number,
    scope: VenueScope,
    columnIds: readonly string[],
  ): Promise<Map<string, Uint16Array>> {
    const places = columnPlaces(venueType);
    const segments = await listStoredSegments(manifest, venueType);
    const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
    const columns = columnIds.map((id) => ({ place: requirePlace(places, id), codes: new Uint16Array(rowCount) }));
    let firstRow = 0;
    for (const segment of segments) {
      const index = await readIndex(segment.indexKey);
      const codes = new Uint16Array(await (await requireObject(bucket, codesKey(segment, scope))).arrayBuffer());
      for (const { firstRow: dayRow, rowCount: size } of listDays(index)) {
        const slice = dayRow * places.size;
        for (const { place, codes: column } of columns) {
          column.set(codes.subarray(slice + place * size, slice + (place + 1) * size), firstRow + dayRow);
        }
      }
      firstRow += segment.rowCount;
    }
    return new Map(columnIds.map((id, position) => [id, columns[position]?.codes ?? new Uint16Array(0)]));
  }

  async function readDay(
    manifest: FeatureManifest,
    { venueType, date }: { venueType: number; date: string },
    scope: VenueScope,
  ): Promise<DayFeatures | null> {
    const name = segmentNameOf(date);
    const segment = (await listStoredSegments(manifest, venueType)).find((stored) => stored.name === name);
    if (segment === undefined) return null;
    const index = await readIndex(segment.indexKey);
    const day = findDay(index, dayNumber(date));
    if (day === null) return null;
    const places = columnPlaces(venueType);
    const range = { offset: day.firstRow * places.size * 2, length: day.rowCount * places.size * 2 };
    const slice = new Uint16Array(
      await (await requireObject(bucket, codesKey(segment, scope), { range })).arrayBuffer(),
    );
    return { findRace: (raceId, columnIds) => findRace({ index, day, places, slice, raceId, columnIds }) };
  }

  return {
    async readManifest() {
      const object = await bucket.get(CURRENT_MANIFEST_KEY);
      if (object === null) return null;
      const manifest = await object.json<StoredManifest>();
      // Written by other code: its columns are not ours until the next build.
      if (manifest.catalogueVersion !== CATALOGUE_VERSION) return null;
      manifests.set(manifest.version, manifest);
      return manifest;
    },

    async readRowIndex(manifest, venueType): Promise<RowIndex> {
      const segments = await listStoredSegments(manifest, venueType);
      return joinIndexes(await Promise.all(segments.map(({ indexKey }) => readIndex(indexKey))));
    },

    async readColumn(manifest, venueType, scope, columnId) {
      return (await readColumns(manifest, venueType, scope, [columnId])).get(columnId) ?? new Uint16Array(0);
    },

    openColumns(manifest, venueType, scope, columnIds) {
      let ahead = new Map<string, Uint16Array>();
      let position = 0;
      return {
        async readColumn(columnId) {
          if (!ahead.has(columnId)) {
            const from = columnIds.indexOf(columnId, position);
            if (from < 0) throw new RangeError(`column ${columnId} was not announced, or is asked for twice`);
            const { rowCount } = (await findStoredManifest(manifest)).venueTypes[venueType] ?? { rowCount: 0 };
            const count = Math.max(1, Math.floor(READ_AHEAD_CODES / Math.max(1, rowCount)));
            position = Math.min(columnIds.length, from + count);
            ahead = await readColumns(manifest, venueType, scope, columnIds.slice(from, position));
          }
          const codes = ahead.get(columnId) ?? new Uint16Array(0);
          ahead.delete(columnId);
          return codes;
        },
      };
    },

    async readRace(manifest, { venueType, date, raceId }, scope, columnIds): Promise<RaceFeatures | null> {
      return (await readDay(manifest, { venueType, date }, scope))?.findRace(raceId, columnIds) ?? null;
    },

    readDay,
  };
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
    horseNums: index.horseNum.slice(firstRow, firstRow + size),
    isStarter: index.isStarter.slice(firstRow, firstRow + size).map((value) => value === 1),
    codes: new Map(
      columnIds.map((id) => {
        const at = requirePlace(places, id) * day.rowCount + offset;
        return [id, slice.slice(at, at + size)];
      }),
    ),
  };
}

/** Place of each column in a day's slice. */
function columnPlaces(venueType: number): Map<string, number> {
  return new Map(allColumns(venueType).map(({ id }, place) => [id, place]));
}

function requirePlace(places: Map<string, number>, columnId: string): number {
  const place = places.get(columnId);
  if (place === undefined) throw new RangeError(`the catalogue of this venue type has no column ${columnId}`);
  return place;
}

function codesKey(segment: StoredSegment, scope: VenueScope): string {
  const key = segment.codesKeys[scope];
  if (key === undefined) throw new RangeError(`segment ${segment.name} has no scope ${scope}`);
  return key;
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

/** First row and row count of each day of a segment. */
function listDays(index: SegmentIndex): { firstRow: number; rowCount: number }[] {
  const days: { day: number; firstRow: number; rowCount: number }[] = [];
  let row = 0;
  index.raceDay.forEach((day, race) => {
    const size = index.raceSize[race] ?? 0;
    const last = days.at(-1);
    if (last?.day === day) last.rowCount += size;
    else days.push({ day, firstRow: row, rowCount: size });
    row += size;
  });
  return days;
}
