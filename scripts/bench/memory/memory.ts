import { setTimeout as sleep } from "node:timers/promises";
import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { analysisImagePath } from "#app/domain/sharing/share-image-address.ts";
import { putReadyRankings, sharedAnalysisOf } from "#test/integration/support/rankings/public-views.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { measureBuild, measureBuiltRankings } from "./built-jobs.ts";
import { limitHeap, type MemoryFigures, sampleHeap } from "./heap-samples.ts";
import { measureTrainings } from "./train-built.ts";

const LOG_INS = 8;
const PAGES = 60;
/** Often, as pictures take a second and let go of the hasher before. */
const LOOK_MS = 500;
const IMAGES = 7;
const PUBLIC_PAGES = ["/", "/login", "/ranking", "/terms"];
const MIB = 2 ** 20;
const HEAP_MIB = 96;

/** Memory of the built Workers while they do what takes most of it, with a limit of V8's heap as isolates have one. */
export async function measureMemory(rows: number, print: (line: string) => void): Promise<MemoryFigures[]> {
  limitHeap(HEAP_MIB);
  const figures = [await measureWeb()];
  printFigures(figures[0]!, print);
  for (const training of await measureTrainings(rows)) {
    printFigures(training, print);
    figures.push(training);
  }
  for (const measureJob of [measureBuiltRankings, measureBuild]) {
    figures.push(await measureJob());
    printFigures(figures.at(-1)!, print);
  }
  return figures;
}

function printFigures(
  { what, samples, peak, heapAtPeak, wasmAtPeak }: MemoryFigures,
  print: (line: string) => void,
): void {
  const mib = (bytes: number) => Math.round(bytes / MIB);
  print(
    `${what}: ${mib(peak)} MiB (heap ${mib(heapAtPeak)}, buffers ${mib(peak - heapAtPeak - wasmAtPeak)}, ` +
      `WebAssembly ${mib(wasmAtPeak)}); ${samples} samples`,
  );
}

async function measureWeb(): Promise<MemoryFigures> {
  await using site = await createBuiltSite({ isInspected: true });
  await putReadyRankings(site.store);
  const memory = sampleHeap({ inspector: await site.inspectorUrl(), worker: "web", lookEveryMs: LOOK_MS });
  for (let at = 0; at < LOG_INS; at++) {
    const body = `username=user${at}@example.com&password=wrong-password`;
    await site.fetch("/api/token", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
  }
  // So that what a hash takes is seen by a look.
  await sleep(2 * LOOK_MS);
  for (let at = 0; at < PAGES; at++) {
    const answer = await site.fetch(`${PUBLIC_PAGES[at % PUBLIC_PAGES.length]}?visit=${at}`);
    await answer.arrayBuffer();
  }
  const shared = Array.from({ length: IMAGES }, (_, at) => ({
    ...sharedAnalysisOf(at + 1),
    shareId: encodeShareId(at + 1),
    imageKey: (at + 1).toString(16).padStart(32, "0"),
  }));
  for (const each of shared) await createShareStore(site.store).put(each, { replaces: null });
  await Promise.all(
    shared.map(async (each) => {
      const answer = await site.fetch(analysisImagePath(each));
      if (!answer.ok) throw new Error(`an image answered ${answer.status}`);
      await answer.arrayBuffer();
    }),
  );
  return { what: `web: ${LOG_INS} log-ins, ${PAGES} pages, ${IMAGES} share images`, ...(await memory()) };
}
