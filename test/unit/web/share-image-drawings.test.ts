import { afterEach, expect, test, vi } from "vitest";
import type { RankingView } from "#app/domain/rankings/ranking-entry.ts";
import { rankingImagePath } from "#app/domain/sharing/share-image-address.ts";
import type { Services } from "#app/services/create-services.server.ts";
import type { Renderer } from "#workers/web/share-image/render.ts";
import { createShareImages } from "#workers/web/share-image/share-images.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const VIEW = {
  key: "weekly",
  periodKey: "2026-11-14",
  from: "2026-11-14",
  to: "2026-11-15",
  status: "ready",
  entries: [],
  baselines: [],
  participants: 0,
  luck: null,
  periods: [{ periodKey: "2026-11-14", from: "2026-11-14", to: "2026-11-15" }],
  version: "1",
  builtAt: 1_795_222_800,
  imagePath: "/share/rankings/weekly/0.png",
} satisfies RankingView;

/** One ranking, a store in memory, and a renderer controlled by the test. */
function openImages(load: () => Promise<Renderer>) {
  const objects = new Map<string, Uint8Array>();
  let view: RankingView = VIEW;
  const store = {
    get: async (key: string) => {
      const bytes = objects.get(key);
      return bytes === undefined ? null : { arrayBuffer: async () => bytes.slice().buffer };
    },
    put: async (key: string, bytes: Uint8Array) => void objects.set(key, bytes),
    delete: async (key: string) => void objects.delete(key),
  } as unknown as R2Bucket;
  const services = { rankings: { read: async () => view } } as unknown as Pick<
    Services,
    "rankings" | "sharing" | "season"
  >;
  const images = createShareImages({ load });
  return {
    objects,
    change: (next: RankingView) => {
      view = next;
    },
    read: async (path: string) => {
      const answer = await images.answer(new Request(`http://127.0.0.1${path}`), {
        services,
        store,
        assets: {} as Fetcher,
      });
      if (answer === null) throw new Error("no image's address");
      return answer;
    },
  };
}

const PICTURE = Uint8Array.of(1, 2, 3);

test("a request waiting for an interrupted drawing draws again, for the others too", async () => {
  vi.useFakeTimers();
  let loads = 0;
  const site = openImages(() => {
    loads += 1;
    return loads === 1 ? new Promise<Renderer>(() => {}) : Promise.resolve(async () => PICTURE);
  });
  const path = rankingImagePath(VIEW);
  void site.read(path);
  await vi.advanceTimersByTimeAsync(1);
  const waiting = Array.from({ length: 8 }, () => site.read(path));
  await vi.advanceTimersByTimeAsync(10_000);
  for (const answer of await Promise.all(waiting)) expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PICTURE);
  expect(loads).toBe(2);
});

test("a failed drawing is not reused for the next reader", async () => {
  let loads = 0;
  const site = openImages(async () => {
    loads += 1;
    if (loads === 1) throw new Error("no fonts");
    return async () => PICTURE;
  });
  const path = rankingImagePath(VIEW);
  await expect(site.read(path)).rejects.toThrow("no fonts");
  expect((await site.read(path)).status).toBe(200);
  expect([...site.objects.values()]).toEqual([PICTURE]);
});

test("a picture whose subject changes during the look-up redirects to the new one", async () => {
  const site = openImages(async () => async () => PICTURE);
  const path = rankingImagePath(VIEW);
  const next: RankingView = { ...VIEW, status: "counting" };
  // The URL is looked up once, the subject again before it is drawn.
  const answer = site.read(path);
  site.change(next);
  const moved = await answer;
  expect([moved.status, moved.headers.get("Location")]).toEqual([302, rankingImagePath(next)]);
  expect(site.objects.size).toBe(0);
});

test("a picture whose subject changes while it is drawn is not stored, and redirects to the new one", async () => {
  let whileDrawing = () => {};
  const site = openImages(async () => async () => {
    whileDrawing();
    return PICTURE;
  });
  const next: RankingView = { ...VIEW, participants: 3 };
  whileDrawing = () => site.change(next);
  const moved = await site.read(rankingImagePath(VIEW));
  expect([moved.status, moved.headers.get("Location")]).toEqual([302, rankingImagePath(next)]);
  expect(site.objects.size).toBe(0);
});

test("the picture of a new version is there at once, although the version before was looked up within a second", async () => {
  const site = openImages(async () => async () => PICTURE);
  const before = rankingImagePath(VIEW);
  expect((await site.read(before)).status).toBe(200);
  const next: RankingView = { ...VIEW, participants: 3 };
  site.change(next);
  expect((await site.read(rankingImagePath(next))).status).toBe(200);
  const moved = await site.read(before);
  expect([moved.status, moved.headers.get("Location")]).toEqual([302, rankingImagePath(next)]);
});
