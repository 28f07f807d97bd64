import { expect, test } from "vitest";
import { createFeatureStore, type StoredManifest } from "#app/adapters/feature-store.server.ts";
import { allColumns, CATALOGUE_VERSION, columnsOf, fullChoice } from "#app/domain/features/catalogue.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { decodeIndex, encodeIndex, type SegmentIndex } from "#app/domain/features/segment-index.ts";

/** Rows of a half year of central racing. */
const SEGMENT_ROWS = 24_000;
const SEGMENTS = 20;
const PIECE_BYTES = 65_535;

/** A body as R2 gives it, in pieces that end within codes and columns. */
function bodyOf(bytes: Uint8Array, onEnd = () => {}): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: PIECE_BYTES,
    pull(controller) {
      const request = controller.byobRequest;
      if (!request?.view) throw new Error("nothing was asked for");
      const { buffer, byteOffset, byteLength } = request.view;
      const piece = bytes.subarray(at, at + Math.min(PIECE_BYTES, byteLength));
      at += piece.length;
      new Uint8Array(buffer, byteOffset, byteLength).set(piece);
      if (piece.length === 0) {
        onEnd();
        controller.close();
      }
      request.respond(piece.length);
    },
  });
}

/** A bucket whose columns contain their own position, and a log of its reads. */
function createBucket() {
  const names = Array.from({ length: SEGMENTS }, (_, segment) => `segment-${segment}`);
  const summary = { raceCount: 0, firstDay: "", lastDay: "" };
  const segments = names.map((name) => ({
    ...{ ...summary, name, rowCount: SEGMENT_ROWS, sourceHash: "", indexKey: "" },
    codesKeys: { all: { days: "", columns: name } },
  }));
  const manifest: StoredManifest = {
    ...{ version: "v", importId: 1, visibilityVersion: 0, catalogueVersion: CATALOGUE_VERSION, previousVersion: null },
    venueTypes: { "1": { ...summary, rowCount: SEGMENTS * SEGMENT_ROWS, segments } },
  };
  const seen = { reads: 0, bytes: 0, largest: 0, open: 0, mostOpen: 0 };
  const bucket = {
    async get(key: string, options?: { range: { offset: number; length: number } }) {
      if (key.endsWith(".json")) return { json: async () => manifest };
      const { offset, length } = options?.range ?? { offset: 0, length: 0 };
      seen.reads += 1;
      seen.bytes += length;
      seen.largest = Math.max(seen.largest, length);
      seen.open += 1;
      seen.mostOpen = Math.max(seen.mostOpen, seen.open);
      const codes = new Uint16Array(length / 2);
      for (let at = 0; at < codes.length; at += SEGMENT_ROWS) {
        codes.fill(offset / 2 / SEGMENT_ROWS + at / SEGMENT_ROWS, at, at + SEGMENT_ROWS);
      }
      const body = bodyOf(new Uint8Array(codes.buffer), () => {
        seen.open -= 1;
      });
      await Promise.resolve();
      return { body };
    },
  };
  return { bucket: bucket as unknown as Pick<R2Bucket, "get">, seen };
}

/** Share of the rows that each pass of a training reads: the logit, a trial, four refits, the last fit, the report. */
const PASSES = [1, 0.2, 0.4, 0.6, 0.8, 1, 1, 1];

test.each([
  { name: "the default preset", choice: DEFAULT_CHOICE, mostReads: 1_300, mostBytes: 2.8 },
  { name: "all columns", choice: fullChoice(1), mostReads: 4_000, mostBytes: 1 },
])("a training of ten years by $name takes few reads of bounded size", async ({ choice, mostReads, mostBytes }) => {
  const { bucket, seen } = createBucket();
  const store = createFeatureStore(bucket);
  const manifest = await store.readManifest();
  if (manifest === null) throw new Error("no manifest");
  const places = new Map(allColumns(1).map(({ id }, place) => [id, place]));
  const ids = columnsOf(choice, 1).map(({ id }) => id);
  const columns = store.openColumns(manifest, 1, "all", ids);
  const codesBytes = ids.length * SEGMENTS * SEGMENT_ROWS * 2;
  for (const share of PASSES) {
    for (const id of ids) {
      const codes = await columns.readColumn(id, share * SEGMENTS * SEGMENT_ROWS);
      expect(codes.length).toBe(share * SEGMENTS * SEGMENT_ROWS);
      expect([codes[0], codes[SEGMENT_ROWS + 1], codes.at(-1)]).toEqual(Array(3).fill(places.get(id)));
    }
  }
  expect(seen.reads).toBeLessThanOrEqual(mostReads);
  expect(seen.bytes).toBeLessThanOrEqual(mostBytes * PASSES.reduce((sum, share) => sum + share) * codesBytes);
  expect(seen.largest).toBeLessThanOrEqual(4_000_000);
  expect(seen.mostOpen).toBeLessThanOrEqual(5);
});

test("a stored column that ends too early is an error", async () => {
  const { bucket } = createBucket();
  const cut: Pick<R2Bucket, "get"> = {
    async get(key: string, options?: R2GetOptions) {
      const object = (await bucket.get(key, options)) as R2ObjectBody;
      if (key.endsWith(".json")) return object;
      const bytes = new Uint8Array(await new Response(object.body).arrayBuffer());
      return { body: bodyOf(bytes.subarray(0, 47_999)) } as unknown as R2ObjectBody;
    },
  } as Pick<R2Bucket, "get">;
  const store = createFeatureStore(cut);
  const manifest = await store.readManifest();
  if (manifest === null) throw new Error("no manifest");
  await expect(store.readColumn(manifest, 1, "all", "basic.starts")).rejects.toThrow("end too early");
});

test("columns may be skipped, and none can be read twice", async () => {
  const store = createFeatureStore(createBucket().bucket);
  const manifest = await store.readManifest();
  if (manifest === null) throw new Error("no manifest");
  const pass = store.openColumns(manifest, 1, "all", ["basic.age", "basic.starts", "static.distance.m"]);
  expect((await pass.readColumn("basic.starts")).length).toBe(SEGMENTS * SEGMENT_ROWS);
  expect((await pass.readColumn("static.distance.m")).length).toBe(SEGMENTS * SEGMENT_ROWS);
  await expect(pass.readColumn("basic.starts")).rejects.toThrow(RangeError);
});

test("a row index is restored as it was stored", () => {
  const index: SegmentIndex = {
    raceIds: ["2026-01-05-中山-01", "b"],
    raceDay: Int32Array.of(20_458, 20_459),
    raceSurface: Uint8Array.of(1, 2),
    raceHasResult: Uint8Array.of(1, 0),
    raceSize: Uint16Array.of(1, 2),
    horseNum: Uint8Array.of(7, 1, 18),
    isStarter: Uint8Array.of(1, 0, 1),
    finishPosition: Uint8Array.of(1, 0, 3),
    winOdds: Float32Array.of(1.1, Number.NaN, 250.5),
  };
  expect(decodeIndex(encodeIndex(index).buffer)).toEqual(index);
});
