import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { DEMO_PASSWORD } from "#app/demo/demo-users.server.ts";
import { ModelStatus } from "#app/domain/learning/model-status.ts";
import { apiToken, callApi } from "#test/e2e/support/account.ts";
import { exampleAccount, publishModel, READY_TIMEOUT_MS, readyRankings } from "#test/e2e/support/public-views.ts";
import { sitePages } from "#test/e2e/support/site-pages.ts";
import { saturday } from "#test/e2e/support/sites.ts";
import { expect, test } from "#test/e2e/support/test.ts";

const { url } = saturday;

const KB = 1024;
const ASSETS = path.resolve(import.meta.dirname, "../../../build/client/assets");
/** The pages that show a form; those in dialogs bring their script when they open, and weigh on no page. */
const FORM_PAGES =
  /^\/(models\/|races($|\/search|\/[^/]+\/bets)|horses|tickets|leagues|analyses\/\d|settings$|settings\/(delete|limits|logout|notices|security|tokens))/;
/**
 * Gzipped script of a logged-in page: React and Remix are 83 KB of it, and a quarter of a KB is what starts the chunk after
 * the page (drafts, styles after a reload, the network error). A form may bring 15 KB more, for conform's 10.
 */
const MOST_SCRIPT_KB = 100.25;
const MOST_FORM_SCRIPT_KB = 115;
/** Requests for a logged-in page: its document, its style and a script per affair, not per component. */
const MOST_APP_REQUESTS = 14;

let cookie: string;
let examples: Awaited<ReturnType<typeof exampleAccount>>;

test.beforeAll(async () => {
  test.setTimeout(READY_TIMEOUT_MS);
  examples = await exampleAccount("hakari", { modelName: "はかり" });
  cookie = `session=${examples.token}`;
  // Rankings are weighed with their figures.
  await readyRankings(url);
  // Its record has a curve.
  const token = await apiToken(url, "premium@demo.example", DEMO_PASSWORD);
  const { body: models } = await callApi<{ model_id: number; status: number }[]>(url, token, "/models");
  const recorded = models.find(({ status }) => status === ModelStatus.complete)?.model_id;
  if (recorded !== undefined)
    examples.ofVisitor["/share/models/$code"] = await publishModel(url, { token, modelId: recorded });
});

interface Weight {
  /** Gzipped bytes; the style that a page holds counts as style, not as HTML. */
  html: number;
  css: number;
  script: number;
  requests: number;
  /** Gzipped stylesheets that replace the style that a page holds, once it is hydrated (components/keeping/held-styles). */
  late: number;
  /** Links that preload anything but modules. */
  preloads: number;
}

const weights = new Map<string, Promise<number>>();

/** Gzipped bytes of a file of the running site. */
function fileWeight(pathname: string): Promise<number> {
  const known = weights.get(pathname);
  if (known !== undefined) return known;
  const weight = (async () => {
    const answer = await fetch(new URL(pathname, url));
    if (!answer.ok) throw new Error(`${pathname} answered ${answer.status}`);
    return gzipSync(new Uint8Array(await answer.arrayBuffer())).length;
  })();
  weights.set(pathname, weight);
  return weight;
}

const pageWeights = new Map<string, Promise<Weight>>();

/** The same for several tests: a page is requested once as a visitor and once as a user. */
function weigh(pathname: string, headers: Record<string, string> = {}): Promise<Weight> {
  const key = JSON.stringify([pathname, headers]);
  const known = pageWeights.get(key) ?? weighOnce(pathname, headers);
  pageWeights.set(key, known);
  return known;
}

/** What a browser without cache loads to show the page and, with script, to take it over; icons are left out. */
async function weighOnce(pathname: string, headers: Record<string, string>): Promise<Weight> {
  const answer = await fetch(url + pathname, { headers });
  // A refused link (404) is a page too.
  if (answer.status >= 500) throw new Error(`${pathname} answered ${answer.status}`);
  const html = await answer.text();
  const tags = [...html.matchAll(/<link [^>]*>/g)].map(([tag]) => ({
    rel: /\brel="([^"]*)"/.exec(tag)?.[1] ?? "",
    href: /\bhref="([^"]*)"/.exec(tag)?.[1] ?? "",
    // A disabled stylesheet for no medium is one that the page holds as text; browsers load it last (journeys/race-page),
    // as they do with one for paper.
    isLate: / (disabled="" media="not all"|media="print") /.test(tag),
  }));
  const links = tags.filter(({ isLate }) => !isLate);
  const hrefs = (rel: string) => links.filter((link) => link.rel === rel).map(({ href }) => href);
  const styles = new Set(hrefs("stylesheet"));
  const scripts = new Set([
    ...hrefs("modulepreload"),
    ...[...html.matchAll(/<script [^>]*\bsrc="([^"]*)"/g)].map((match) => match[1] ?? ""),
    ...[...html.matchAll(/\bimport\b[^"';]*["']([^"']+\.js)["']/g)].map((match) => match[1] ?? ""),
  ]);
  const images = new Set([...html.matchAll(/<img [^>]*\bsrc="(\/[^"]*)"/g)].map((match) => match[1] ?? ""));
  const heldStyle = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map((match) => match[1]).join("");
  const sum = async (files: Iterable<string>) =>
    (await Promise.all([...files].map(fileWeight))).reduce((total, bytes) => total + bytes, 0);
  return {
    html: gzipSync(html.replace(/(<style[^>]*>)[\s\S]*?<\/style>/g, "$1</style>")).length,
    css: (await sum(styles)) + (heldStyle === "" ? 0 : gzipSync(heldStyle).length),
    script: await sum(scripts),
    late: await sum(tags.filter(({ isLate }) => isLate).map(({ href }) => href)),
    requests: 1 + styles.size + scripts.size + images.size,
    preloads: hrefs("preload").length,
  };
}

/** Pages that weigh too much, in words. */
async function tooHeavy(
  paths: readonly string[],
  isTooHeavy: (weight: Weight, pathname: string) => boolean,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const pathname of paths) {
    const weight = await weigh(pathname, headers);
    if (isTooHeavy(weight, pathname)) found.push(`${pathname} ${JSON.stringify(weight)}`);
  }
  return found;
}

const publicPages = () =>
  sitePages("_public", { ...examples.ofVisitor, "/share/rankings/$period": "monthly" }).filter(
    (pathname) => !["/logout", "/share/analysis"].includes(pathname),
  );
const appPages = () => sitePages("_app", examples.ofUser);

test("a public page weighs at most 14 KB gzipped with its style and script, in at most three requests beside the icon", async () => {
  const paths = [...publicPages(), "/signup?sent=1", "/?e=atnf"];
  expect(paths).toContain("/tokusyo.html");
  expect(
    await tooHeavy(paths, ({ html, css, script, requests }) => html + css + script > 14 * KB || requests > 3),
  ).toEqual([]);
});

test("a public page's own script weighs at most 2 KB gzipped, those of turning cards 6 KB; its style 5 KB", async () => {
  const most = (pathname: string) => (["/", "/tutorial", "/share/rankings"].includes(pathname) ? 6 * KB : 2 * KB);
  expect(await tooHeavy(publicPages(), ({ css, script }, pathname) => script > most(pathname) || css > 5 * KB)).toEqual(
    [],
  );
});

test("a logged-in page loads at most 100.25 KB of script gzipped, one with a form 15 KB more", {
  tag: "@full",
}, async () => {
  const most = (pathname: string) => (FORM_PAGES.test(pathname) ? MOST_FORM_SCRIPT_KB : MOST_SCRIPT_KB) * KB;
  const dialogs = ["delete", "rename", "detail", "copy"].map((dialog) => `/models?${dialog}=${examples.modelId}`);
  const pages = [...appPages(), ...dialogs, "/models/create?venue_type=2"];
  expect(pages).toContain("/models/create");
  expect(await tooHeavy(pages, ({ script }, pathname) => script > most(pathname), { cookie })).toEqual([]);
});

test("what a loader drew comes once: in the page, or where a page follows another with the data", {
  tag: "@full",
}, async () => {
  const drawn = [
    [`/models/${examples.modelId}`, "勝率は当たっているか"],
    [`/analyses/${examples.analysisId}`, "馬連の確率"],
  ] as const;
  for (const [pathname, words] of drawn) {
    const page = await (await fetch(url + pathname, { headers: { cookie } })).text();
    expect(page.split(words), pathname).toHaveLength(2);
    const data = await (await fetch(`${url}${pathname}.data`, { headers: { cookie } })).text();
    expect(data.split(words), pathname).toHaveLength(2);
  }
});

test("a logged-in page comes in at most fourteen requests beside the icon", { tag: "@full" }, async () => {
  expect(await tooHeavy(appPages(), ({ requests }) => requests > MOST_APP_REQUESTS, { cookie })).toEqual([]);
});

test("the style of a logged-in page weighs at most 9 KB gzipped", { tag: "@full" }, async () => {
  // The counting rules of the create page are a file of their own, on that page only.
  const pages = appPages().filter((pathname) => !/^\/models\/(create|copy)/.test(pathname));
  expect(await tooHeavy(pages, ({ css }) => css > 9 * KB, { cookie })).toEqual([]);
});

test("the stylesheets that a logged-in page loads after it is hydrated weigh at most 12 KB gzipped", {
  tag: "@full",
}, async () => {
  expect((await weigh("/home", { cookie })).late).toBeGreaterThan(5 * KB);
  expect(await tooHeavy(appPages(), ({ late }) => late > 12 * KB, { cookie })).toEqual([]);
});

test("what browsers get holds no zod and no development build of React", async () => {
  const scripts = readdirSync(ASSETS).filter((file) => file.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(5);
  for (const file of scripts) {
    const text = readFileSync(path.join(ASSETS, file), "utf8");
    expect([file, /ZodError|_zod\b|invalid_union/.exec(text)?.[0]]).toEqual([file, undefined]);
    expect([file, /Warning: Each child in a list|react-dom\.development/.exec(text)?.[0]]).toEqual([file, undefined]);
  }
});

test("the Worker that is served renders with React's production build", async () => {
  const bundle = readFileSync(path.join(ASSETS, "../../workers/web/index.js"), "utf8");
  expect(bundle).toContain("renderToString");
  expect(bundle).not.toMatch(/checkPropTypes|Each child in a list should have a unique/);
});

test("no document preloads a style: a warning of an unused one means the next page's (support/test)", async () => {
  const isPreloading = ({ preloads }: Weight) => preloads > 0;
  expect(await tooHeavy(publicPages(), isPreloading)).toEqual([]);
  expect(await tooHeavy(appPages(), isPreloading, { cookie })).toEqual([]);
});
