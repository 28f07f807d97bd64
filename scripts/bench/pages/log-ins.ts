import { DEMO_PASSWORD, DEMO_USERS } from "#app/demo/demo-users.server.ts";
import { round2 } from "#scripts/bench/interleave.ts";
import { startTestSite } from "#test/e2e/support/site.ts";
import { logIn } from "./demo-account.ts";
import { type PageTimes, visitPages } from "./ready.ts";

/** A Saturday morning. */
const NOW = "2026-11-21T10:00:00+09:00";
const LOG_INS_PER_SECOND = 20;
const FLOOD_SECONDS = 20;
const IDLE_VISITS = 60;
const START_TIMEOUT_MS = 600_000;

const PAGE_GOAL_MS = 200;
const LOG_IN_GOAL_MS = 3_000;

/**
 * Strangers who guess passwords, each from an address of their own, or one user who logs in correctly again and again.
 */
type Flood = "strangers" | "one user";

interface LogInsResult {
  /** Page times of one visitor, at rest and during each flood. */
  idle: PageTimes;
  floods: FloodResult[];
}

interface FloodResult {
  flood: Flood;
  pages: PageTimes;
  /** Number of the flood's log-ins by status. */
  answers: Record<number, number>;
  /** Correct log-ins of other users meanwhile, retried once after Retry-After: milliseconds including the wait. */
  users: { ms: number[]; cameAgain: number; keptOut: number };
}

/** Measures pages and log-ins of a site of its own, started like `npm start`, while it is flooded with log-ins. */
export async function measureLogIns(): Promise<LogInsResult> {
  const site = await startTestSite({ appNow: NOW, sample: "none", startTimeoutMs: START_TIMEOUT_MS });
  try {
    const token = await logIn(site.url);
    let visits = IDLE_VISITS;
    const idle = await visitPages(site.url, token, () => visits-- === 0);
    const floods: FloodResult[] = [];
    for (const flood of ["strangers", "one user"] as const) floods.push(await measureFlood(site.url, token, flood));
    return { idle, floods };
  } finally {
    await site.stop();
  }
}

/** Prints the result. */
export function sayLogIns({ idle, floods }: LogInsResult): void {
  console.log(`pages at rest: median ${idle.medianMs}, p95 ${idle.p95Ms} ms`);
  for (const { flood, pages, answers, users } of floods) {
    const slowest = round2(Math.max(...users.ms));
    console.log(
      `${LOG_INS_PER_SECOND} log-ins a second by ${flood} (${JSON.stringify(answers)}): pages median ${pages.medianMs}, ` +
        `p95 ${pages.p95Ms} ms (goal ${PAGE_GOAL_MS}); ${users.ms.length} right log-ins of others took ` +
        `${users.ms.map((ms) => Math.round(ms)).join(", ")} ms, at most ${slowest} (goal ${LOG_IN_GOAL_MS}), ` +
        `${users.cameAgain} came again, ${users.keptOut} were kept out`,
    );
  }
}

async function measureFlood(url: string, token: string, flood: Flood): Promise<FloodResult> {
  let isOver = false;
  const pages = visitPages(url, token, () => isOver);
  const users: FloodResult["users"] = { ms: [], cameAgain: 0, keptOut: 0 };
  const tries: Promise<number>[] = [];
  const visitors: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let index = 0; index < LOG_INS_PER_SECOND * FLOOD_SECONDS; index++) {
    await sleep(Math.max(0, startedAt + (index * 1000) / LOG_INS_PER_SECOND - performance.now()));
    tries.push(floodOnce(url, flood, index));
    if (index % LOG_INS_PER_SECOND === LOG_INS_PER_SECOND / 2) visitors.push(comeIn(url, index, users));
  }
  const answers: Record<number, number> = {};
  for (const status of await Promise.all(tries)) answers[status] = (answers[status] ?? 0) + 1;
  await Promise.all(visitors);
  isOver = true;
  return { flood, pages: await pages, answers, users };
}

async function floodOnce(url: string, flood: Flood, index: number): Promise<number> {
  const answer =
    flood === "strangers"
      ? await askToken(url, { email: `nobody${index}@example.com`, address: `198.18.${index >> 8}.${index & 255}` })
      : await askToken(url, { email: "restricted@demo.example", address: "192.0.2.1" });
  return answer.status;
}

/** A user's own log-in from an address of their own, retried once after Retry-After. */
async function comeIn(url: string, index: number, users: FloodResult["users"]): Promise<void> {
  const { email } = DEMO_USERS[index % (DEMO_USERS.length - 2)] ?? DEMO_USERS[0];
  const user = { email, address: `203.0.113.${index % 250}` };
  const startedAt = performance.now();
  let answer = await askToken(url, user);
  if (answer.status === 429) {
    users.cameAgain += 1;
    await sleep(Number(answer.headers.get("Retry-After")) * 1000);
    answer = await askToken(url, user);
  }
  if (answer.status === 200) users.ms.push(performance.now() - startedAt);
  else users.keptOut += 1;
}

/** All demo accounts have the same password, so for other addresses it is a wrong guess. */
async function askToken(url: string, { email, address }: { email: string; address: string }): Promise<Response> {
  const answer = await fetch(new URL("/api/token", url), {
    method: "POST",
    body: new URLSearchParams({ username: email, password: DEMO_PASSWORD }),
    headers: { "CF-Connecting-IP": address },
  });
  await answer.text();
  return answer;
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
