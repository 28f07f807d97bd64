import { Link } from "#app/components/parts/link.tsx";
import type { RaceSummary } from "#app/domain/views/analyses.ts";

/** In the order of the tabs; `path` follows the race's path. */
const RACE_TABS = [
  { tab: "card", word: "出馬表", path: "" },
  { tab: "models", word: "指数", path: "/models" },
  { tab: "bets", word: "買い目", path: "/bets" },
  { tab: "result", word: "結果", path: "/result" },
] as const;

export type RaceTab = (typeof RACE_TABS)[number]["tab"];

export function raceTabPath(raceId: string, tab: RaceTab): string {
  const path = RACE_TABS.find((candidate) => candidate.tab === tab)?.path ?? "";
  return `/races/${encodeURIComponent(raceId)}${path}`;
}

/** The result cannot be opened before there is one. */
export function RaceTabs({ race, current }: { race: Pick<RaceSummary, "raceId" | "status">; current: RaceTab }) {
  return RACE_TABS.map(({ tab, word }) =>
    tab !== "result" || race.status === "result" ? (
      <Link key={tab} to={raceTabPath(race.raceId, tab)} aria-current={tab === current ? "page" : undefined}>
        {word}
      </Link>
    ) : (
      <span key={tab} className="off">
        {word}
        <small>{race.status === "cancelled" ? "中止" : "確定前"}</small>
      </span>
    ),
  );
}
