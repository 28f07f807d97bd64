/** A measurement and its reference in the same run; only their ratio is meaningful. */
export interface Benchmark {
  name: string;
  reference: string;
  subject(): Promise<void> | void;
  baseline(): Promise<void> | void;
}

export interface BenchmarkResult {
  name: string;
  reference: string;
  /** Median processor time in milliseconds; unlike the clock, hardly affected by a busy machine. */
  subjectMs: number;
  baselineMs: number;
  ratio: number;
}

/** Runs subject and reference in turns, so that other load affects both, and takes medians. */
export async function measure(benchmark: Benchmark, rounds: number): Promise<BenchmarkResult> {
  const subject: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const subjectMs = await time(benchmark.subject);
    const baselineMs = await time(benchmark.baseline);
    if (round === 0) continue;
    subject.push(subjectMs);
    baseline.push(baselineMs);
  }
  const subjectMs = median(subject);
  const baselineMs = median(baseline);
  return {
    name: benchmark.name,
    reference: benchmark.reference,
    subjectMs: round2(subjectMs),
    baselineMs: round2(baselineMs),
    ratio: round2(subjectMs / baselineMs),
  };
}

async function time(work: () => Promise<void> | void): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
