import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The same on Linux for every architecture Node runs on. */
const TICKS_PER_SECOND = 100;

export function listWorkerds(): number[] {
  if (!existsSync("/proc/self/stat")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const process_ = readStat(pid);
      return process_?.name === "workerd" && process_.parent === process.pid;
    });
}

/** Processor seconds used by a process so far, over all threads; null if unknown. */
export function cpuSeconds(pid: number | null): number | null {
  return (pid === null ? null : readStat(pid)?.cpuSeconds) ?? null;
}

/** Processor seconds used so far by the living processes of a group; null if unknown. */
export function groupCpuSeconds(group: number): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  const members = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.group === group);
  return members.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), 0);
}

/** Fields of proc(5)'s stat; the name is in parentheses and may contain anything. */
function readStat(pid: number): { name: string; parent: number; group: number; cpuSeconds: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return {
      name: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
      parent: Number(fields[1]),
      group: Number(fields[2]),
      cpuSeconds: (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND,
    };
  } catch {
    return null; // ended meanwhile
  }
}
