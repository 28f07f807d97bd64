import { spawn, spawnSync } from "node:child_process";
import { median, round2 } from "#scripts/bench/interleave.ts";
import { cpuSeconds } from "./process-cpu.ts";

const CONNECTIONS = 16;
const SLICE_SECONDS = 1;

/** Requests after which the engine has optimised the code; slow machines stop warming up earlier. */
const WARM_UP_REQUESTS = 1500;
const WARM_UP_SLICES = 12;

export interface Target {
  url: string;
  headers?: Record<string, string>;
  pid: number | null;
}

export interface LoadResult {
  requests: number;
  referenceRequests: number;
  /** Median of the rounds' ratios, requests / referenceRequests: larger is faster. */
  ratio: number;
  lowestRatio: number;
  highestRatio: number;
  /**
   * The ratio by the server's processor time per request over all rounds, which also holds on a busy machine. Null if
   * the system does not report it (Linux does).
   */
  cpuRatio: number | null;
  cpuMs: number | null;
  referenceCpuMs: number | null;
}

interface Slice {
  requestsPerSecond: number;
  requests: number;
  cpuSeconds: number | null;
}

/** Whether the load generator, Debian's `wrk`, is installed; its own overhead is small. */
export function hasLoadGenerator(): boolean {
  return spawnSync("wrk", ["--version"]).error === undefined;
}

/** Loads subject and reference in turns, in alternating order, so that other load affects both. */
export async function compareUnderLoad(subject: Target, reference: Target, rounds: number): Promise<LoadResult> {
  const subjects: Slice[] = [];
  const references: Slice[] = [];
  for (const target of [subject, reference]) await warmUp(target);
  for (let round = 0; round < rounds; round++) {
    const isSubjectFirst = round % 2 === 0;
    const first = await load(isSubjectFirst ? subject : reference);
    const second = await load(isSubjectFirst ? reference : subject);
    subjects.push(isSubjectFirst ? first : second);
    references.push(isSubjectFirst ? second : first);
  }
  const rate = (slice: Slice | undefined) => slice?.requestsPerSecond ?? Number.NaN;
  // Ignore slices without a response, when the machine stalled.
  const ratios = subjects
    .map((slice, round) => rate(slice) / rate(references[round]))
    .filter((ratio) => Number.isFinite(ratio) && ratio > 0);
  const [cpu, referenceCpu] = [cpuMilliseconds(subjects), cpuMilliseconds(references)];
  return {
    requests: Math.round(median(subjects.map(rate))),
    referenceRequests: Math.round(median(references.map(rate))),
    ratio: round2(median(ratios)),
    lowestRatio: round2(Math.min(...ratios)),
    highestRatio: round2(Math.max(...ratios)),
    cpuRatio: cpu === null || referenceCpu === null ? null : round2(referenceCpu / cpu),
    cpuMs: cpu,
    referenceCpuMs: referenceCpu,
  };
}

async function warmUp(target: Target): Promise<void> {
  let requests = 0;
  for (let slice = 0; slice < WARM_UP_SLICES && requests < WARM_UP_REQUESTS; slice++)
    requests += (await load(target)).requests;
}

function cpuMilliseconds(slices: readonly Slice[]): number | null {
  let [seconds, requests] = [0, 0];
  for (const slice of slices) {
    if (slice.cpuSeconds === null) return null;
    seconds += slice.cpuSeconds;
    requests += slice.requests;
  }
  return Math.round((seconds / requests) * 1e6) / 1e3;
}

/** Asynchronous, because workerd blocks if its log is not read. @throws without a response, or if one failed */
async function load(target: Target): Promise<Slice> {
  const { url, headers = {}, pid } = target;
  const options = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const before = cpuSeconds(pid);
  const slice = ["-t1", `-c${CONNECTIONS}`, `-d${SLICE_SECONDS}s`, "--timeout", "20s", ...options, url];
  const child = spawn("wrk", slice);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  const perSecond = /Requests\/sec:\s+([\d.]+)/.exec(output)?.[1];
  const requests = /(\d+) requests in/.exec(output)?.[1];
  if (perSecond === undefined || requests === undefined || /Non-2xx|Socket errors/.test(output))
    throw new Error(`${url} under load:\n${output}`);
  // Let the server finish what the generator cut off before the next slice begins.
  await expectPage(target);
  const after = cpuSeconds(pid);
  return {
    requestsPerSecond: Number(perSecond),
    requests: Number(requests) + 1,
    cpuSeconds: before === null || after === null ? null : after - before,
  };
}

export async function expectPage({ url, headers = {} }: Target): Promise<void> {
  const answer = await fetch(url, { headers, redirect: "manual" });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
}
