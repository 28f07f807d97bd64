import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Of Linux on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/** Process ids of our own workerd children; none where the system has no /proc. */
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

/** Processor seconds that a process has used up to now, in all of its threads; null where that is not known. */
export function cpuSeconds(pid: number | null): number | null {
  return (pid === null ? null : readStat(pid)?.cpuSeconds) ?? null;
}

/** Processor seconds of all living processes of a group up to now; null where that is not known. */
export function groupCpuSeconds(group: number): number | null {
  if (!existsSync("/proc/self/stat")) return null;
  const members = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.group === group);
  return members.reduce((sum, stat) => sum + (stat?.cpuSeconds ?? 0), 0);
}

/** Fields of proc(5)'s stat: the name stands in brackets and may hold anything. */
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
