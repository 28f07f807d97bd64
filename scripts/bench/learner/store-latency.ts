import { createFeatureStore, type StoredManifest } from "#app/adapters/feature-store.server.ts";
import { CATALOGUE_VERSION, columnsOf, fullChoice } from "#app/domain/features/catalogue.ts";
import { DEFAULT_CHOICE } from "#app/domain/features/presets.ts";
import { boostedTrees } from "#app/domain/learning/boosted-trees.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { trainArtifact } from "#app/domain/training/train-artifact.ts";
import { makeSyntheticRaces } from "#test/unit/learning/synthetic-races.ts";
import { kernelModule } from "#test/unit/support/kernel-module.ts";

const SEGMENTS = 20;
const FIELD = 12;
/** What a read of R2 takes at least, by experience 30 to 60 ms. */
const REAL_MS = 40;
const CHOICES = { default: DEFAULT_CHOICE, all: fullChoice(1) };

export interface StoreLatency {
  latencyMs: number;
  reads: number;
  megabytes: number;
  passes: number;
  seconds: number;
  /** Of these, those in which the training waited for the store. */
  waitedSeconds: number;
}

/**
 * A training on ten years of central racing, from a store that answers at once and from one that takes 40 ms before each
 * read, in Node. Races and codes are random.
 *
 * @param options rows: runners; choice: the preset or all columns
 */
export async function measureStoreLatency({
  rows = 480_000,
  choice = "default",
}: {
  rows?: number;
  choice?: keyof typeof CHOICES;
} = {}): Promise<StoreLatency[]> {
  const segmentRows = Math.floor(rows / SEGMENTS / FIELD) * FIELD;
  const synthetic = makeSyntheticRaces({
    races: (segmentRows / FIELD) * SEGMENTS,
    weights: [1, -0.5],
    fieldSize: FIELD,
  });
  const figures: StoreLatency[] = [];
  for (const latencyMs of [0, REAL_MS]) {
    const seen = { reads: 0, bytes: 0 };
    const store = createFeatureStore(
      createBucket({ segmentRows, latencyMs, codes: [...synthetic.codes.values()], seen }),
    );
    const manifest = await store.readManifest();
    if (manifest === null) throw new Error("the bucket has no manifest");
    const columns = columnsOf(CHOICES[choice], 1);
    const ids = columns.map(({ id }) => id);
    let passes = 0;
    let waitedMs = 0;
    let pass = store.openColumns(manifest, 1, "all", ids);
    const startedAt = performance.now();
    const result = await trainArtifact(
      {
        ...{ learner: boostedTrees, index: synthetic.index, columns, kernel: kernelModule, cutoffDay: "2100-01-01" },
        ...{ venueType: 1, scope: "all", choice: CHOICES[choice], manifest, checkpoint: null },
        async readColumn(id) {
          if (id === ids[0]) {
            pass = store.openColumns(manifest, 1, "all", ids);
            passes += 1;
          }
          const askedAt = performance.now();
          const codes = await pass.readColumn(id);
          waitedMs += performance.now() - askedAt;
          return codes;
        },
      },
      {
        pace: createPace(async () => {}),
        report: async () => {},
        saveCheckpoint: async () => {},
        isPauseDue: () => false,
      },
    );
    if (result.kind !== "trained") throw new Error(`the training ended as ${result.kind}`);
    figures.push({
      ...{ latencyMs, reads: seen.reads, megabytes: Math.round(seen.bytes / 1e6), passes },
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
      waitedSeconds: Math.round(waitedMs / 100) / 10,
    });
  }
  return figures;
}

/** A bucket with the features of equal segments; each column is one of the given ones. */
function createBucket({
  segmentRows,
  latencyMs,
  codes,
  seen,
}: {
  segmentRows: number;
  latencyMs: number;
  codes: readonly Uint16Array[];
  seen: { reads: number; bytes: number };
}): Pick<R2Bucket, "get"> {
  const summary = { raceCount: 0, firstDay: "", lastDay: "" };
  const segments = Array.from({ length: SEGMENTS }, (_, segment) => ({
    ...{ ...summary, name: `${segment}`, rowCount: segmentRows, sourceHash: "", indexKey: "" },
    codesKeys: { all: { days: "", columns: `${segment}` } },
  }));
  const manifest: StoredManifest = {
    ...{ version: "v", importId: 1, visibilityVersion: 0, catalogueVersion: CATALOGUE_VERSION, previousVersion: null },
    venueTypes: { "1": { ...summary, rowCount: SEGMENTS * segmentRows, segments } },
  };
  async function get(key: string, options?: { range: { offset: number; length: number } }) {
    if (options === undefined) return { json: async () => manifest };
    const { offset, length } = options.range;
    seen.reads += 1;
    seen.bytes += length;
    await new Promise((resolve) => setTimeout(resolve, latencyMs));
    const firstRow = Number(key) * segmentRows;
    const firstColumn = offset / 2 / segmentRows;
    const columns = Array.from({ length: length / 2 / segmentRows }, (_, column) => {
      const all = codes[(firstColumn + column) % codes.length]!;
      return new Uint8Array(all.buffer as ArrayBuffer, firstRow * 2, segmentRows * 2);
    });
    return { body: new Blob(columns).stream() };
  }
  return { get } as unknown as Pick<R2Bucket, "get">;
}
