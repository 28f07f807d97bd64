import { afterEach, expect, test, vi } from "vitest";
import { createTestDeps, SATURDAY_MORNING } from "#test/integration/support/test-deps.ts";
import { ORIGIN } from "#test/integration/support/test-site.ts";
import { createBoundedMemory } from "#workers/web/pages/bounded-memory.ts";
import { createLatestVersion } from "#workers/web/pages/latest-version.ts";
import { createPageCache } from "#workers/web/pages/page-cache.ts";

afterEach(() => {
  vi.useRealTimers();
});

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const page = (text: string) => new Response(text, { headers: HTML });

/** The cache alone, with a clock, versions and pages changed by the test; pages contain their version. */
function openCache(maxBytes?: Parameters<typeof createPageCache>[0]) {
  vi.useFakeTimers({ toFake: ["Date"], now: SATURDAY_MORNING * 1000 });
  const { config } = createTestDeps({} as never);
  const cache = createPageCache(maxBytes);
  const site = {
    rankings: "v1" as string | null,
    shared: new Map<string, string>(),
    isStoreDown: false,
    /** Rendered URLs. */
    renders: [] as string[],
    lookUps: 0,
    banner: null as string | null,
    errors: [] as unknown[],
    render: async (request: Request): Promise<Response> => {
      const { pathname, search } = new URL(request.url);
      site.renders.push(pathname + search);
      const shareId = /^\/share\/analysis\/(\w+)$/.exec(pathname)?.[1];
      if (shareId !== undefined && !site.shared.has(shareId))
        return new Response("none", { status: 404, headers: HTML });
      return page(`${pathname}${search} ${shareId === undefined ? site.rankings : site.shared.get(shareId)}`);
    },
    /** Null if the cache does not respond. */
    async ask(path: string, init: RequestInit = {}): Promise<Response | null> {
      const lookUp = async (version: string | null) => {
        site.lookUps += 1;
        await new Promise((resolve) => setTimeout(resolve, 1));
        if (site.isStoreDown) throw new Error("the store is down");
        return version;
      };
      return cache.answer(new Request(`${ORIGIN}${path}`, init), {
        config,
        nonce: "nonce",
        versions: {
          rankings: () => lookUp(site.rankings),
          analysis: (shareId) => lookUp(site.shared.get(shareId) ?? null),
        },
        readBanner: async () => site.banner,
        logError: (error) => void site.errors.push(error),
        render: (request) => site.render(request),
      });
    },
    text: async (path: string, init: RequestInit = {}) => (await (await site.ask(path, init))?.text()) ?? null,
    advance: (milliseconds: number) => void vi.setSystemTime(Date.now() + milliseconds),
  };
  return site;
}

test("memory is bounded and keeps the most recently used pages", async () => {
  const kept = { fixed: 3 * 2048 - 1, rankings: 0, analysis: 0 };
  const site = openCache({ maxBytes: kept });
  const ask = async (path: string) => {
    await site.ask(path);
    return site.renders.length;
  };
  expect([await ask("/signup"), await ask("/login"), await ask("/signup")]).toEqual([1, 2, 2]);
  expect([await ask("/terms"), await ask("/signup"), await ask("/login")]).toEqual([3, 3, 4]);
});

test("two thousand shared analyses evict only each other: fixed pages, rankings and the popular one stay", {
  tags: "full",
}, async () => {
  const site = openCache();
  site.render = async (request) => {
    site.renders.push(new URL(request.url).pathname);
    return page("x".repeat(20_000));
  };
  for (let id = 0; id < 2_000; id++) site.shared.set(`a${id}`, "e");
  const often = ["/", "/share/rankings", "/share/rankings/monthly?ticket=win", "/share/analysis/a0"];
  for (const path of often) await site.ask(path);
  for (let id = 1; id < 2_000; id++) {
    await site.ask(`/share/analysis/a${id}`);
    if (id % 50 === 0) await site.ask("/share/analysis/a0");
  }
  expect(site.renders).toHaveLength(4 + 1_999);
  for (const path of often) await site.ask(path);
  expect(site.renders).toHaveLength(4 + 1_999);
  await site.ask("/share/analysis/a1");
  expect(site.renders).toHaveLength(4 + 2_000);
});

test("a bounded memory never exceeds its limit, overhead included, and stores nothing larger than all of it", () => {
  const memory = createBoundedMemory<string>({ maxBytes: 10_000, sizeOf: (text) => text.length });
  for (let round = 0; round < 500; round++) {
    memory.keep(`key ${round % 40}`, "x".repeat((round * 7_919) % 9_000));
    expect(memory.bytes()).toBeLessThanOrEqual(10_000);
    expect(memory.bytes()).toBeGreaterThanOrEqual(0);
  }
  memory.keep("small", "s");
  memory.keep("huge", "x".repeat(10_000));
  expect([memory.find("small"), memory.find("huge")]).toEqual(["s", null]);
  memory.keep("small", "x".repeat(10_000));
  expect([memory.find("small"), memory.find("unknown")]).toEqual([null, null]);
  for (let round = 0; round < 40; round++) memory.forget(`key ${round}`);
  expect(memory.bytes()).toBe(0);
});

test("a page of the rankings is rendered once per version, which is looked up at most once a second", async () => {
  const site = openCache();
  for (let round = 0; round < 5; round++) expect(await site.text("/share/rankings")).toBe("/share/rankings v1");
  expect([site.renders.length, site.lookUps]).toEqual([1, 1]);
  site.rankings = "v2";
  site.advance(999);
  expect(await site.text("/share/rankings")).toBe("/share/rankings v1");
  site.advance(1);
  expect(await site.text("/share/rankings")).toBe("/share/rankings v2");
  expect(await site.text("/share/rankings/weekly")).toBe("/share/rankings/weekly v2");
  expect([site.renders.length, site.lookUps]).toEqual([3, 2]);
});

test("64 concurrent requests for each new version share one look-up and one render", async () => {
  const site = openCache();
  site.shared.set("jR", "etag 1");
  for (const version of ["v1", "v2", "v3"]) {
    site.rankings = version;
    site.shared.set("jR", `etag ${version}`);
    site.advance(1_000);
    const [renders, lookUps] = [site.renders.length, site.lookUps];
    const rankings = Array.from({ length: 64 }, () => site.text("/share/rankings/monthly?ticket=place"));
    const analyses = Array.from({ length: 64 }, () => site.text("/share/analysis/jR"));
    expect(new Set(await Promise.all(rankings))).toEqual(new Set([`/share/rankings/monthly?ticket=place ${version}`]));
    expect(new Set(await Promise.all(analyses))).toEqual(new Set([`/share/analysis/jR etag ${version}`]));
    expect([site.renders.length - renders, site.lookUps - lookUps]).toEqual([2, 2]);
  }
});

test("an unshared analysis is never cached: sharing shows at once, stopping within a second", async () => {
  const site = openCache();
  for (let round = 0; round < 3; round++) expect(await site.ask("/share/analysis/jR")).toBeNull();
  expect(site.renders).toEqual([]);
  site.shared.set("jR", "e1");
  expect(await site.text("/share/analysis/jR")).toBe("/share/analysis/jR e1");
  site.shared.delete("jR");
  site.advance(1_000);
  for (let round = 0; round < 3; round++) expect(await site.ask("/share/analysis/jR")).toBeNull();
  site.shared.set("jR", "e1");
  expect(await site.text("/share/analysis/jR")).toBe("/share/analysis/jR e1");
  // Its content had been removed, not only hidden.
  expect(site.renders).toHaveLength(2);
});

test("a page that stops being shared while it is rendered is not cached", async () => {
  const site = openCache();
  site.shared.set("jR", "e1");
  const render = site.render;
  site.render = (request) => {
    site.shared.delete("jR");
    return render(request);
  };
  expect(await site.ask("/share/analysis/jR")).toBeNull();
  site.shared.set("jR", "e1");
  site.render = render;
  expect(await site.text("/share/analysis/jR")).toBe("/share/analysis/jR e1");
});

test("browsers revalidate pages with a version each time, and get 304 until there is another", async () => {
  const site = openCache();
  for (const path of ["/share/rankings", "/share/rankings/weekly?ticket=win", "/share/analysis/jR"]) {
    site.shared.set("jR", `e1 ${path}`);
    site.advance(1_000);
    const first = await site.ask(path);
    expect(first?.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
    const etag = first?.headers.get("ETag") ?? "";
    const again = await site.ask(path, { headers: { "If-None-Match": etag } });
    expect([path, again?.status, await again?.text()]).toEqual([path, 304, ""]);
    expect([path, (await site.ask(path, { method: "HEAD" }))?.headers.get("ETag")]).toEqual([path, etag]);
    expect((await site.ask(path, { headers: { Cookie: "session=a" } }))?.headers.get("Cache-Control")).toBe("no-store");
    expect(await site.ask(path, { method: "POST" })).toBeNull();
    site.rankings = `${site.rankings} and on`;
    site.shared.set("jR", `e2 ${path}`);
    site.advance(1_000);
    expect([path, (await site.ask(path, { headers: { "If-None-Match": etag } }))?.status]).toEqual([path, 200]);
  }
});

test("only a ranking's period and ticket distinguish pages; other parameters are dropped", async () => {
  const site = openCache();
  site.shared.set("jR", "e1");
  for (const [path, rendered] of [
    ["/share/rankings?fbclid=1", "/share/rankings"],
    ["/share/analysis/jR?utm_source=x&period=2026-10", "/share/analysis/jR"],
    ["/share/rankings/monthly?fbclid=2&ticket=win&period=2026-10", "/share/rankings/monthly?period=2026-10&ticket=win"],
    ["/share/rankings/monthly?period=2026-10&ticket=win&b=%00", "/share/rankings/monthly?period=2026-10&ticket=win"],
    ["/share/rankings/weekly?period=2026-11-14", "/share/rankings/weekly?period=2026-11-14"],
    ["/share/rankings/weekly?ticket=tan", "/share/rankings/weekly"],
    ["/share/rankings/weekly?ticket=total", "/share/rankings/weekly"],
  ] as const) {
    expect([path, await site.text(path)]).toEqual([path, `${rendered} ${rendered.includes("analysis") ? "e1" : "v1"}`]);
  }
  expect(site.renders).toHaveLength(5);
  for (const path of [
    "/share/rankings/monthly?period=2026-13",
    "/share/rankings/monthly?period=2026-11-14",
    "/share/rankings/weekly?period=2026-11-15",
    "/share/rankings/yearly",
    "/share/analysis/no-such.id",
    `/share/analysis/${"a".repeat(65)}`,
    "/share/rankings/rules?a=1",
  ]) {
    expect([path, await site.ask(path)]).toEqual([path, null]);
  }
  expect(site.renders).toHaveLength(5);
});

test("while the store fails, cached rankings are shown, and no analysis", async () => {
  const site = openCache();
  site.shared.set("jR", "e1");
  for (const path of ["/share/rankings", "/share/analysis/jR"]) await site.ask(path);
  site.isStoreDown = true;
  site.advance(1_000);
  expect(await site.text("/share/rankings")).toBe("/share/rankings v1");
  expect(site.errors).toHaveLength(1);
  await expect(site.ask("/share/analysis/jR")).rejects.toThrow("the store is down");
  await expect(site.ask("/share/rankings/weekly")).rejects.toThrow("the store is down");
  site.isStoreDown = false;
  site.rankings = "v2";
  expect(await site.text("/share/rankings")).toBe("/share/rankings v2");
});

test("when a look-up is cut off, one of the waiting requests looks up again for all", async () => {
  const latest = createLatestVersion();
  let asked = 0;
  const lookUp = () => {
    asked += 1;
    return asked === 1 ? new Promise<string>(() => {}) : Promise.resolve("v1");
  };
  void latest.read("key", lookUp);
  const answers = await Promise.all(Array.from({ length: 64 }, () => latest.read("key", lookUp)));
  expect(new Set(answers)).toEqual(new Set(["v1"]));
  expect(asked).toBe(2);
});

test("a public page is rendered again with a banner, revalidated while the banner stands, and served as before afterwards", async () => {
  const site = openCache();
  expect((await site.ask("/login"))?.headers.get("Cache-Control")).toContain("max-age=60");
  site.banner = "<aside>障害</aside>";
  expect((await site.ask("/login"))?.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
  await site.ask("/login");
  expect(site.renders).toEqual(["/login", "/login"]);
  site.banner = null;
  expect((await site.ask("/login"))?.headers.get("Cache-Control")).toContain("max-age=60");
  expect(site.renders).toHaveLength(2);
});
