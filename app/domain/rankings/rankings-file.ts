import type { BetType } from "#app/domain/racing/race.ts";
import { RANKING_PERIODS, type RankingKey } from "./periods.ts";
import type { TicketReturns, TicketType } from "./pick-returns.ts";
import type { RankedEntry } from "./rank-entries.ts";
import { listPublic } from "./ranking-lists.ts";

export const WIRE_TICKETS = { total: "total", win: "tan", place: "fuku", quinella: "umaren" } as const satisfies Record<
  TicketType,
  string
>;
type WireTicket<T extends TicketType> = (typeof WIRE_TICKETS)[T];

/** Fields of an entry for one ticket type. */
export type WireTicketFields<T extends TicketType> = Record<
  `${WireTicket<T>}_${"rank" | "return_rate" | "hit_rate" | "low" | "high"}`,
  number | null
> &
  Record<`${WireTicket<T>}_races`, number>;

/**
 * Rates in per cent (83.4), null without a bet of the type; with each rate the races bet, the hit rate and the 95 %
 * interval. No user id, no mail address.
 */
export type WireEntry = { id: number; model_name: string; user_name: string } & WireTicketFields<"total"> &
  WireTicketFields<BetType>;

export interface WireRanking {
  /** First and last race day that count. */
  period: { from: string; to: string };
  /** counting: due, but not all data has arrived. */
  status: "ready" | "counting";
  rank: WireEntry[];
  baselines: WireEntry[];
}

/** Contains all seven rankings from the first start on, so that no key is ever missing. */
export type RankingsFile = { version: string; generated_at: number } & Record<RankingKey, WireRanking>;

export function wireEntry(entry: RankedEntry): WireEntry {
  return {
    id: entry.modelId,
    model_name: entry.modelName,
    user_name: entry.userName,
    ...wireTicket("total", entry),
    ...wireTicket("win", entry),
    ...wireTicket("place", entry),
    ...wireTicket("quinella", entry),
  };
}

function wireTicket<T extends TicketType>(ticket: T, { ranks, returns }: RankedEntry): WireTicketFields<T> {
  const name = WIRE_TICKETS[ticket];
  const of: TicketReturns | null = returns[ticket as TicketType];
  return {
    [`${name}_rank`]: ranks[ticket],
    [`${name}_return_rate`]: perCent(of?.returnPerMille),
    [`${name}_hit_rate`]: perCent(of?.hitPerMille),
    [`${name}_races`]: of?.races ?? 0,
    [`${name}_low`]: perCent(of?.lowPerMille),
    [`${name}_high`]: perCent(of?.highPerMille),
  } as WireTicketFields<T>;
}

/** 834 → 83.4, as the nearest double. */
function perCent(perMille: number | null | undefined): number | null {
  return perMille === null || perMille === undefined ? null : perMille / 10;
}

/** A ranking as just built, or still counting. */
export interface CountedRanking {
  period: { from: string; to: string };
  status: "ready" | "counting";
  /** All participants; only the top 10 of any ticket type are written to the file. */
  entries: readonly RankedEntry[];
  baselines: readonly RankedEntry[];
}

interface FileParts<Ranking> {
  version: string;
  /** Unix seconds. */
  generatedAt: number;
  rankings: Record<RankingKey, Ranking>;
}

/** From newly built rankings. */
export function buildRankingsFile({ rankings, ...parts }: FileParts<CountedRanking>): RankingsFile {
  const wire = RANKING_PERIODS.map(({ key }) => [key, wireRanking(rankings[key])]);
  return joinRankings({ ...parts, rankings: Object.fromEntries(wire) as FileParts<WireRanking>["rankings"] });
}

/** From stored rankings, without fields that are only stored. */
export function joinRankings({ version, generatedAt, rankings }: FileParts<WireRanking>): RankingsFile {
  const wire = RANKING_PERIODS.map(({ key }): [RankingKey, WireRanking] => {
    const { period, status, rank, baselines } = rankings[key];
    return [key, { period, status, rank, baselines }];
  });
  return { version, generated_at: generatedAt, ...(Object.fromEntries(wire) as Record<RankingKey, WireRanking>) };
}

/** Without entries while counting, as they would still change. */
export function wireRanking({ period, status, entries, baselines }: CountedRanking): WireRanking {
  const isReady = status === "ready";
  return {
    period: { from: period.from, to: period.to },
    status,
    rank: isReady ? listPublic(entries).map(wireEntry) : [],
    baselines: isReady ? baselines.map(wireEntry) : [],
  };
}

/** Replaces names in entries of deleted accounts; their figures stay. */
export function withoutOwners(
  ranking: WireRanking,
  { modelIds, ...names }: { modelIds: ReadonlySet<number>; modelName: string; userName: string },
): WireRanking {
  const left = { model_name: names.modelName, user_name: names.userName };
  return { ...ranking, rank: ranking.rank.map((entry) => (modelIds.has(entry.id) ? { ...entry, ...left } : entry)) };
}
