import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { median } from "#scripts/bench/interleave.ts";
import { measureVitals, openVitalsBrowser, type Vitals } from "#test/e2e/pages/vitals-phone.ts";
import { callApi, logIn } from "./demo-account.ts";
import { until, untilReady } from "./ready.ts";

const DEFAULT_URL = "http://127.0.0.1:8788";
const DEFAULT_ROUNDS = 3;
const ANALYSIS_TIMEOUT_MS = 60_000;
const SMALL_FEATURES = {
  static: ["騎手", "枠番"],
  average: { rank: { race_customize: ["all"], race_num: [1, 3] } },
};

const RACE_MODELS = 5;

const BASELINE_PAGE = "/robots.txt";
const PUBLIC_PAGES = [
  "/",
  "/?e=atnf",
  "/tutorial",
  "/login",
  "/signup",
  "/resetPassword",
  "/terms",
  "/privacy",
  "/tokusyo",
  "/share/rankings",
  "/share/rankings/monthly",
  "/404",
];

/** Upper limits, except `adopted`, which is a lower limit. */
const VITALS_GOALS = {
  publicPaintMs: 450,
  appPaintMs: 600,
  shift: 0.005,
  blockingMs: 50,
  tapMs: 80,
  adopted: 0.99,
} as const;

interface VitalsResult extends Vitals {
  kind: "public" | "app" | "baseline";
  missed: string[];
}

export async function printSiteVitals(options: {
  url: string | true;
  rounds?: number | undefined;
  asJson: boolean;
}): Promise<void> {
  const { rounds = DEFAULT_ROUNDS, asJson } = options;
  const results = await measureSiteVitals({ url: options.url === true ? DEFAULT_URL : options.url, rounds });
  if (asJson) {
    console.log(JSON.stringify({ rounds, goals: VITALS_GOALS, vitals: results }));
    return;
  }
  console.table(results.map(({ complaints, missed, ...row }) => ({ ...row, complaints: complaints.length })));
  for (const { page, missed } of results) if (missed.length > 0) console.log(`${page}: ${missed.join(", ")}`);
}

/**
 * Measures every page on a running local site as on a slow phone: medians of `rounds` visits in turns, and the worst
 * layout shifts and complaints of all visits.
 */
async function measureSiteVitals({ url, rounds }: { url: string; rounds: number }): Promise<VitalsResult[]> {
  const cookie = await logIn(url);
  const pages: { pathname: string; kind: VitalsResult["kind"] }[] = [
    { pathname: BASELINE_PAGE, kind: "baseline" },
    ...PUBLIC_PAGES.map((pathname) => ({ pathname, kind: "public" as const })),
    ...(await appPages(url, cookie)).map((pathname) => ({ pathname, kind: "app" as const })),
  ];
  const browser = await openVitalsBrowser();
  try {
    const visits = new Map<string, Vitals[]>(pages.map(({ pathname }) => [pathname, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { pathname, kind } of pages) {
        const vitals = await measureVitals(browser, { url, pathname, ...(kind === "app" ? { cookie } : {}) });
        visits.get(pathname)?.push(vitals);
      }
    }
    return pages.map(({ pathname, kind }) => {
      const summary = summarize(pathname, visits.get(pathname) ?? []);
      return { ...summary, kind, missed: missedGoals(summary, kind) };
    });
  } finally {
    await browser.close();
  }
}

function summarize(page: string, visits: readonly Vitals[]): Vitals {
  const adopted = visits.flatMap((visit) => visit.adopted ?? []);
  return {
    page,
    largestPaintMs: median(visits.map((visit) => visit.largestPaintMs)),
    shift: Math.max(...visits.map((visit) => visit.shift)),
    blockingMs: median(visits.map((visit) => visit.blockingMs)),
    tapMs: median(visits.map((visit) => visit.tapMs)),
    adopted: adopted.length === 0 ? null : Math.min(...adopted),
    deadControls: Math.max(...visits.map((visit) => visit.deadControls)),
    // The browser logs one line for the page that is meant to return 404.
    complaints: [...new Set(visits.flatMap((visit) => visit.complaints))].filter(
      (complaint) => !(page === "/404" && complaint.includes("status of 404")),
    ),
  };
}

function missedGoals(vitals: Vitals, kind: VitalsResult["kind"]): string[] {
  if (kind === "baseline") return [];
  const paintGoal = kind === "app" ? VITALS_GOALS.appPaintMs : VITALS_GOALS.publicPaintMs;
  return [
    ...(vitals.largestPaintMs > paintGoal ? [`largest paint over ${paintGoal} ms`] : []),
    ...(vitals.shift > VITALS_GOALS.shift ? [`shift over ${VITALS_GOALS.shift}`] : []),
    ...(vitals.blockingMs > VITALS_GOALS.blockingMs ? [`blocking over ${VITALS_GOALS.blockingMs} ms`] : []),
    ...(vitals.tapMs > VITALS_GOALS.tapMs ? [`tap over ${VITALS_GOALS.tapMs} ms`] : []),
    ...(vitals.adopted !== null && vitals.adopted < VITALS_GOALS.adopted ? ["adopted under 99 %"] : []),
    ...(kind === "app" && vitals.adopted === null ? ["not taken over"] : []),
    ...(vitals.deadControls > 0 ? ["controls in what a loader drew"] : []),
    ...vitals.complaints,
  ];
}

/** Pages of a logged-in user with models that have analysed a race; they are made if the account has none. */
async function appPages(url: string, token: string): Promise<string[]> {
  const linkOn = async (pathname: string, link: RegExp): Promise<string | undefined> => {
    const answer = await fetch(new URL(pathname, url), { headers: { cookie: `session=${token}` } });
    return link.exec(await answer.text())?.[1];
  };
  const models = await callApi<{ model_id: number; venue_type: number; status: number }[]>(url, token, "/models");
  const modelIds = models
    .filter((model) => model.venue_type === 1 && model.status === 2)
    .map((model) => model.model_id)
    .slice(0, RACE_MODELS);
  while (modelIds.length < RACE_MODELS) modelIds.push(await makeModel(url, token, `はやさ${modelIds.length + 1}`));
  const [modelId] = modelIds;
  const races = await callApi<{ race_id: string; venue_type: number }[]>(url, token, "/races");
  const raceId = races.find((race) => race.venue_type === 1)?.race_id;
  if (raceId !== undefined) {
    for (const model of modelIds) {
      const asked = { model_id: model, race_id: raceId };
      const made = await callApi<{ analysis_result_id: number }>(url, token, "/analyze", asked);
      const path = `/analysis_result?analysis_result_id=${made.analysis_result_id}`;
      await until(ANALYSIS_TIMEOUT_MS, async () => {
        const { status } = await callApi<{ status: number }>(url, token, path);
        return status === AnalysisStatus.complete;
      });
    }
  }
  const analysisId = await linkOn("/analyses", /href="\/analyses\/(\d+)/);
  const race = `/races/${raceId}`;
  const horse = raceId === undefined ? undefined : await linkOn(race, /href="(\/horses\/[^"]+)"/);
  const day = raceId === undefined ? undefined : await linkOn("/home", /href="(\/days\/[\d-]+)/);
  const columns = modelIds.map((model) => `m=${model}`).join("&");
  return [
    ...["/home", "/models", `/models?detail=${modelId}`, `/models?delete=${modelId}`, `/models/${modelId}`],
    ...["/models/create", "/models/create?venue_type=2", `/models/copy/${modelId}`, "/races"],
    ...(raceId === undefined ? [] : [`/races?race=${encodeURIComponent(raceId)}`]),
    ...(raceId === undefined ? [] : [race, `${race}/models?${columns}`, `${race}/bets`, `${race}/result`]),
    ...(day === undefined ? [] : [day, `${day}/analyze`]),
    ...(horse === undefined ? [] : [horse]),
    ...["/search", "/races/search", "/analyses", ...(analysisId === undefined ? [] : [`/analyses/${analysisId}`])],
    ...["/rankings", "/rankings/weekly", "/settings", "/settings/delete", "/subscriptions", "/signup/welcome"],
  ];
}

async function makeModel(url: string, token: string, name: string): Promise<number> {
  const { model_id: modelId } = await callApi<{ model_id: number }>(url, token, "/models", {
    name,
    venue_type: 1,
    feature: SMALL_FEATURES,
  });
  await untilReady(url, token, modelId);
  return modelId;
}
