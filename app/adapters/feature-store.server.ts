/**
 * The stored features in R2. Objects:
 * - `features/segments/<hash>`: the codes of one segment and scope, by days or by columns, or its row index; named by
 * content, so an unchanged segment is the same object in every version;
 * - `features/manifests/<version>.json`: the segments of a version;
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
import { decodeIndex, findDay, joinIndexes, type SegmentIndex } from "#app/domain/features/segment-index.ts";
import { segmentNameOf } from "#app/domain/features/segments.ts";
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
  /** Hash of all source rows up to this segment's end; equal hashes mean equal stored bytes. */
  sourceHash: string;
  indexKey: string;
  /** Per scope, the codes by days (for scoring) and by columns (for training). */
  codesKeys: Partial<Record<VenueScope, { days: string; columns: string }>>;
}

export interface StoredManifest extends FeatureManifest {
  catalogueVersion: number;
  /** With `importId`, identifies the races that the version was made from (app/db/racing/feature-source.server.ts). */
  visibilityVersion: number;
  previousVersion: string | null;
  venueTypes: Record<string, FeatureManifest["venueTypes"][string] & { segments: StoredSegment[] }>;
}

/**
 * Limits of `openColumns`: neighbouring columns are read together, since a request costs as much as reading several
 * columns. A bunch has at most 4 million codes (8 MB; two are held while one is read), and one request at most 1
 * million.
 */
const BUNCH_CODES = 4_000_000;
const READ_CODES = 1_000_000;
/** Most unrequested columns between two requested ones in one read. */
const UNWANTED_COLUMNS = 6;
/** Concurrent reads, one connection each. */
const PARALLEL_READS = 4;

/**
 * A stored object named by a manifest is missing: the version was replaced twice meanwhile; read the manifest again.
 */
class FeatureVersionGoneError extends Error {
  override name = "FeatureVersionGoneError";
}

/** Reads the stored features. Caches what it has read of a version, so use one per job. */
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

  async function readIndex(key: string): Promise<SegmentIndex> {
    return decodeIndex(await (await requireObject(bucket, key)).arrayBuffer());
  }

  /** {@link readIndex} with a cache, for further days of the same segment. */
  function keepIndex(key: string): Promise<SegmentIndex> {
    const known = indexes.get(key);
    if (known !== undefined) return known;
    const index = readIndex(key);
    indexes.set(key, index);
    return index;
  }

  /** Reads the columns of one bunch, with one read per segment. */
  async function readBunch(segments: readonly StoredSegment[], scope: VenueScope, bunch: Bunch) {
    const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
    const columns = new Map(bunch.columns.map(({ id }) => [id, new Uint16Array(rowCount)]));
    let nextRow = 0;
    const waiting = segments.map((segment) => {
      const firstRow = nextRow;
      nextRow += segment.rowCount;
      return { segment, firstRow };
    });
    const readNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const { segment, firstRow } = next;
        const size = segment.rowCount;
        const range = { offset: bunch.first * size * 2, length: (bunch.end - bunch.first) * size * 2 };
        const object = await requireObject(bucket, codesKeys(segment, scope).columns, { range });
        const codes = new Uint16Array(await object.arrayBuffer());
        for (const { id, place } of bunch.columns) {
          const at = (place - bunch.first) * size;
          columns.get(id)?.set(codes.subarray(at, at + size), firstRow);
        }
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_READS }, readNext));
    return columns;
  }

  function openColumns(
    manifest: FeatureManifest,
    venueType: number,
    scope: VenueScope,
    columnIds: readonly string[],
  ): { readColumn(columnId: string): Promise<Uint16Array> } {
    let bunches: Bunch[] | null = null;
    let present = new Map<string, Uint16Array>();
    let ahead: Promise<Map<string, Uint16Array>> | null = null;

    async function startNext(): Promise<void> {
      const segments = await listStoredSegments(manifest, venueType);
      bunches ??= listBunches(segments, venueType, columnIds);
      const bunch = bunches.shift();
      ahead = bunch === undefined ? null : readBunch(segments, scope, bunch);
      // The next caller gets the error; without one it must not be an unhandled rejection.
      ahead?.catch(() => {});
    }

    return {
      async readColumn(columnId) {
        if (bunches === null) await startNext();
        while (!present.has(columnId)) {
          if (ahead === null) throw new RangeError(`column ${columnId} was not announced, or is asked for twice`);
          present = await ahead;
          await startNext();
        }
        const codes = present.get(columnId) ?? new Uint16Array(0);
        present.delete(columnId);
        return codes;
      },
    };
  }

  async function readDay(
    manifest: FeatureManifest,
    { venueType, date }: { venueType: number; date: string },
    scope: VenueScope,
  ): Promise<DayFeatures | null> {
    const name = segmentNameOf(date);
    const segment = (await listStoredSegments(manifest, venueType)).find((stored) => stored.name === name);
    if (segment === undefined) return null;
    const index = await keepIndex(segment.indexKey);
    const day = findDay(index, dayNumber(date));
    if (day === null) return null;
    const places = columnPlaces(venueType);
    const range = { offset: day.firstRow * places.size * 2, length: day.rowCount * places.size * 2 };
    const slice = new Uint16Array(
      await (await requireObject(bucket, codesKeys(segment, scope).days, { range })).arrayBuffer(),
    );
    return { findRace: (raceId, columnIds) => findRace({ index, day, places, slice, raceId, columnIds }) };
  }

  return {
    async readManifest() {
      const object = await bucket.get(CURRENT_MANIFEST_KEY);
      if (object === null) return null;
      const manifest = await object.json<StoredManifest>();
      // Written by other code: unusable until the next build.
      if (manifest.catalogueVersion !== CATALOGUE_VERSION) return null;
      manifests.set(manifest.version, manifest);
      return manifest;
    },

    async readRowIndex(manifest, venueType): Promise<RowIndex> {
      const segments = await listStoredSegments(manifest, venueType);
      // Joining copies them, and a training has no room to keep both.
      return joinIndexes(await Promise.all(segments.map(({ indexKey }) => readIndex(indexKey))));
    },

    readColumn: (manifest, venueType, scope, columnId) =>
      openColumns(manifest, venueType, scope, [columnId]).readColumn(columnId),

    openColumns,

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

/** Position of each column in a day's slice. */
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

/** Columns read together: positions [first, end), some of which are requested. */
interface Bunch {
  first: number;
  end: number;
  columns: { id: string; place: number }[];
}

/** Groups the requested columns, in order, into as few reads as the limits allow. */
function listBunches(segments: readonly StoredSegment[], venueType: number, columnIds: readonly string[]): Bunch[] {
  const places = columnPlaces(venueType);
  const rowCount = segments.reduce((sum, segment) => sum + segment.rowCount, 0);
  const largest = segments.reduce((most, segment) => Math.max(most, segment.rowCount), 0);
  const bunches: Bunch[] = [];
  for (const id of columnIds) {
    const place = requirePlace(places, id);
    const last = bunches.at(-1);
    if (
      last !== undefined &&
      place >= last.end &&
      place - last.end <= UNWANTED_COLUMNS &&
      (last.columns.length + 1) * rowCount <= BUNCH_CODES &&
      (place + 1 - last.first) * largest <= READ_CODES
    ) {
      last.columns.push({ id, place });
      last.end = place + 1;
    } else {
      bunches.push({ first: place, end: place + 1, columns: [{ id, place }] });
    }
  }
  return bunches;
}
