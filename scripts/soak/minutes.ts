import { existsSync, readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { ADMIN_ACCOUNT, logIn } from "#scripts/bench/pages/demo-account.ts";
import { groupOf } from "#scripts/bench/pages/ready.ts";
import { followChecks } from "#scripts/check/follow-checks.ts";
import { adminToken, newStateDir, startTestSite } from "#test/e2e/support/site.ts";
import { openSiteBindings } from "#test/e2e/support/site-database.ts";
import { readPages, startLoad } from "./site-load.ts";

const NOW = "2026-11-21T10:00:00+09:00";
const SAMPLE_MS = 5000;
const USERS = 6;
/** Of a bare Worker with one statement of D1 workerd takes 30 KiB more for each of the first requests, and no more after so many. */
const WARM_UP_REQUESTS = 100_000;
/** As many as an account may hold: with more models than at its start the site would need more memory for their lists. */
const MODELS_KEPT = 10;
const MIB = 2 ** 20;

export interface SoakFigures {
  minutes: number;
  answered: number;
  failed: number;
  /** Resident memory of workerd, in MiB: at the start of the last half, at the end, and the slope by least squares over it. */
  halfMib: number;
  endMib: number;
  slopeMibPerMinute: number;
  broken: string[];
}

/** Users load a site, warmed up before, for some minutes while its memory is sampled; the slope is that of the second half. */
export async function soakFor(minutes: number, say: (line: string) => void): Promise<SoakFigures> {
  const stateDir = newStateDir();
  const site = await startTestSite({ appNow: NOW, sample: "small", stateDir, env: { DEMO_MODELS: "none" } });
  try {
    const { results } = await openSiteBindings(stateDir)
      .DB.prepare("select race_id id from races where venue_type = 1 and status = 'result' limit 200")
      .all<{ id: string }>();
    const raceIds = results.map(({ id }) => id);
    const token = await logIn(site.url, ADMIN_ACCOUNT);
    await readPages(site.url, { token, requests: WARM_UP_REQUESTS });
    say(`warmed up by ${WARM_UP_REQUESTS} pages: ${residentMib(groupOf(stateDir))} MiB`);
    const load = startLoad(site.url, { token, raceIds, users: USERS, kept: MODELS_KEPT });
    const samples: { minute: number; mib: number }[] = [];
    const startedAt = performance.now();
    for (let minute = 0; minute < minutes; minute = (performance.now() - startedAt) / 60_000) {
      await sleep(SAMPLE_MS);
      samples.push({ minute, mib: residentMib(groupOf(stateDir)) });
      if (samples.length % 12 === 0)
        say(`${Math.round(minute)} min: ${samples.at(-1)?.mib} MiB, ${load.answered} answers`);
    }
    await load.stop();
    const settled = samples.filter(({ minute }) => minute >= minutes / 2);
    const checked = await followChecks({ url: site.url, token: adminToken() });
    return {
      ...{ minutes, answered: load.answered, failed: load.failed },
      halfMib: settled[0]?.mib ?? Number.NaN,
      endMib: settled.at(-1)?.mib ?? Number.NaN,
      slopeMibPerMinute: Math.round(slopeOf(settled) * 100) / 100,
      broken: checked.flatMap(({ broken }) => broken),
    };
  } finally {
    await site.stop();
  }
}

/** Resident memory of the workerds of a process group. */
function residentMib(group: number): number {
  if (!existsSync("/proc/self/stat")) return Number.NaN;
  let bytes = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (stat.includes("(workerd)") && Number(fields[2]) === group) bytes += Number(fields[21]) * 4096;
    } catch {
      // It ended meanwhile.
    }
  }
  return Math.round(bytes / MIB);
}

function slopeOf(samples: readonly { minute: number; mib: number }[]): number {
  const mean = (pick: (sample: { minute: number; mib: number }) => number) =>
    samples.reduce((sum, sample) => sum + pick(sample), 0) / samples.length;
  const [minute, mib] = [mean((sample) => sample.minute), mean((sample) => sample.mib)];
  const along = samples.reduce((sum, sample) => sum + (sample.minute - minute) * (sample.mib - mib), 0);
  return along / samples.reduce((sum, sample) => sum + (sample.minute - minute) ** 2, 0);
}
