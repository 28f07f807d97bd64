import { expect, test } from "vitest";
import { bannerFormSchema } from "#app/forms/operator/console.server.ts";
import { createSiteBanners } from "#workers/web/pages/site-banner.ts";

const UNTIL = Date.parse("2026-11-22T18:00:00+09:00") / 1000;
const BANNER = { kind: "trouble", text: '<b>決済</b>が"止まって"います', until: UNTIL };

/** The store with a banner, a clock, and what was asked of it. */
function openStore() {
  const site = { stored: null as unknown, isDown: false, lookUps: 0, time: 0, errors: 0 };
  const banners = createSiteBanners({ clock: () => site.time });
  const store = {
    async get() {
      site.lookUps += 1;
      if (site.isDown) throw new Error("the store is down");
      return site.stored === null ? null : { json: async () => site.stored };
    },
  } as unknown as R2Bucket;
  const logError = () => {
    site.errors += 1;
  };
  const read = (now = UNTIL - 60) => banners.read({ store, now, logError });
  return { site, read };
}

test("a banner is looked up once in ten seconds, shown with its text escaped, and ends by itself", async () => {
  const { site, read } = openStore();
  expect(await read()).toBeNull();
  site.stored = BANNER;
  site.time = 9_999;
  expect([await read(), site.lookUps]).toEqual([null, 1]);
  site.time = 10_000;
  const html = await read();
  expect(html).toContain("障害</b>　&lt;b&gt;決済&lt;/b&gt;が&quot;止まって&quot;います");
  expect(html).toContain("11月22日 18:00まで");
  expect([await read(UNTIL - 1), site.lookUps]).toEqual([html, 2]);
  expect(await read(UNTIL)).toBeNull();
  site.stored = null;
  site.time = 20_000;
  expect(await read()).toBeNull();
});

test("while the store is down, the banner known last stands; what is no banner shows nothing", async () => {
  const { site, read } = openStore();
  site.stored = BANNER;
  const html = await read();
  site.isDown = true;
  site.time = 10_000;
  expect([await read(), site.errors]).toEqual([html, 1]);
  site.isDown = false;
  site.stored = { kind: "joke", text: "", until: "x" };
  site.time = 20_000;
  expect(await read()).toBeNull();
});

test("the form takes the end as a time of Japan, and a text on one line", () => {
  const form = {
    do: "set",
    kind: "delay",
    text: " オッズが\r\n遅れています ",
    until: "2026-11-22T18:00",
    reason: "当番",
  };
  expect(bannerFormSchema.parse(form)).toMatchObject({ text: "オッズが 遅れています", until: UNTIL });
  for (const wrong of [{ text: " " }, { text: "あ".repeat(121) }, { kind: "joke" }, { until: "soon" }, { reason: "" }])
    expect(bannerFormSchema.safeParse({ ...form, ...wrong }).success).toBe(false);
});
