/** One thing measured against its reference in the same run; figures are only meant as ratios. */
export interface Benchmark {
  name: string;
  /** What the ratio's denominator does. */
  reference: string;
  subject(): Promise<void> | void;
  baseline(): Promise<void> | void;
}

export interface BenchmarkResult {
  name: string;
  reference: string;
  /** Median milliseconds of processor time: a busy machine stretches the clock, hardly this. */
  subjectMs: number;
  baselineMs: number;
  /** subjectMs / baselineMs: smaller is faster. */
  ratio: number;
}

/** Runs subject and reference in turns, so that whatever else the machine does falls on both, and takes medians. */
export async function measure(benchmark: Benchmark, rounds: number): Promise<BenchmarkResult> {
  const subject: number[] = [];
  const baseline: number[] = [];
  // The first round warms both up and does not count.
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

/** The middle value, the upper one of two. */
export function median(values: number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** To two decimals. */
export function round2(value: number): number {
  return Math.round(value * 100) / 100;
}
