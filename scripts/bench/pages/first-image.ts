import { encodeShareId } from "#app/adapters/share-id.server.ts";
import { createShareStore } from "#app/adapters/share-store.server.ts";
import { analysisImagePath } from "#app/domain/sharing/share-image-address.ts";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { sharedAnalysisOf } from "#test/integration/support/rankings/public-views.ts";
import { createBuiltSite } from "#test/integration/support/workerd/built-site.ts";
import { cpuSeconds, listWorkerds } from "./process-cpu.ts";

const IMAGES = 4;
const ROUNDS = 5;

interface ImageTime {
  ms: number;
  /** Of workerd's processor time; null if the system does not report it. */
  cpuMs: number | null;
}

/** Medians over fresh isolates. */
export interface FirstImage {
  rounds: number;
  first: ImageTime;
  /** Of the images after it. */
  later: ImageTime;
}

/** What the first share image of an isolate takes, which loads the libraries, WebAssembly and fonts, and the ones after it. */
export async function measureFirstImage(rounds = ROUNDS): Promise<FirstImage> {
  const first: ImageTime[] = [];
  const later: ImageTime[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = new Set(listWorkerds());
    await using site = await createBuiltSite();
    const pid = listWorkerds().find((each) => !before.has(each)) ?? null;
    const shared = Array.from({ length: IMAGES }, (_, at) => ({
      ...sharedAnalysisOf(at + 1),
      shareId: encodeShareId(at + 1),
      imageKey: (at + 1).toString(16).padStart(32, "0"),
    }));
    for (const each of shared) await createShareStore(site.store).put(each, { replaces: null });
    await (await site.fetch("/share/rankings")).arrayBuffer();
    for (const [at, each] of shared.entries()) {
      const cpuBefore = pid === null ? null : cpuSeconds(pid);
      const startedAt = performance.now();
      const answer = await site.fetch(analysisImagePath(each));
      if (answer.status !== 200) throw new Error(`an image answered ${answer.status}`);
      await answer.arrayBuffer();
      const ms = performance.now() - startedAt;
      const cpuAfter = pid === null ? null : cpuSeconds(pid);
      const cpuMs = cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) * 1000;
      (at === 0 ? first : later).push({ ms, cpuMs });
    }
  }
  return { rounds, first: medianOf(first), later: medianOf(later) };
}

function medianOf(times: readonly ImageTime[]): ImageTime {
  const cpu = times.flatMap(({ cpuMs }) => (cpuMs === null ? [] : [cpuMs]));
  return { ms: round2(median(times.map(({ ms }) => ms))), cpuMs: cpu.length === 0 ? null : round2(median(cpu)) };
}
