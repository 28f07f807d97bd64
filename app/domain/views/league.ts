import type { LeagueSeason } from "#app/domain/leagues/league.ts";

export interface LeagueSummary {
  id: string;
  name: string;
  hostName: string;
  members: number;
  firstDay: string;
  lastDay: string;
  weeks: number;
}

export interface LeagueView {
  league: LeagueSummary;
  ownId: number;
  isHost: boolean;
  /** End of the invitation; null: none. */
  invitedUntil: number | null;
  names: ReadonlyMap<number, { name: string; modelName: string | null }>;
  season: LeagueSeason;
  eligible: { modelId: number; name: string }[];
  /** First day of the next week; null: the season is over by then. */
  nextWeek: string | null;
  nextModelId: number | null;
  /** It was chosen for that week, so it cannot be changed any more. */
  isChosen: boolean;
}
