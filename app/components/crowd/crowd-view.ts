import type { Race } from "#app/domain/racing/records.ts";
import type { CrowdForecast } from "#app/domain/season/crowd.ts";
import type { Benchmark, SeasonBoard } from "#app/domain/season/stored-board.ts";

interface CrowdFound {
  race: Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "name" | "startTime" | "surface" | "distanceM">;
  horses: { horseNum: number; bracketNum: number | null; horseName: string }[];
  forecast: (CrowdForecast & { fixedAt: number }) | null;
  dueAt: number | null;
  ranked: number;
  members: SeasonBoard["members"];
  benchmarks: Benchmark[];
}

/** The page of everybody's forecast. */
export interface CrowdPage extends Omit<CrowdFound, "members" | "benchmarks"> {
  /** The forecast beside what it is compared with; a null value is not measured yet. */
  skill: { name: string; value: number | null; low: number | null; high: number | null }[];
}

const UNKNOWN = { value: null, low: null, high: null };

export function crowdPage({ members, benchmarks, ...found }: CrowdFound): CrowdPage {
  const of = (key: Benchmark["key"]) => benchmarks.find((benchmark) => benchmark.key === key) ?? UNKNOWN;
  if (members === null) return { ...found, skill: [] };
  const rows = [
    { name: "みんなのAI", ...of("crowd") },
    { name: "いちばん良いモデル", ...members.best },
    { name: "真ん中のモデル", ...members.middle },
    { name: "オッズ（締切時）", ...of("market") },
  ];
  return { ...found, skill: rows.map(({ name, value, low, high }) => ({ name, value, low, high })) };
}
