import type { BetType } from "#app/domain/racing/race.ts";
import { RANKING_PERIODS, type RankingKey } from "./periods.ts";
import { TICKET_TYPES, type TicketType } from "./pick-returns.ts";
import type { RankedEntry } from "./rank-entries.ts";
import type { RankingEntry, TicketFigures } from "./ranking-entry.ts";
import { listPublic } from "./ranking-lists.ts";

const WIRE_TICKETS = { total: "total", win: "tan", place: "fuku", quinella: "umaren" } as const satisfies Record<
  TicketType,
  string
>;
type WireTicket<T extends TicketType> = (typeof WIRE_TICKETS)[T];

type WireTicketFields<T extends TicketType> = Record<
  `${WireTicket<T>}_${"rank" | "return_rate" | "hit_rate" | "low" | "high"}`,
  number | null
> &
  Record<`${WireTicket<T>}_races`, number>;

/** Rates in per cent (83.4), null without a bet of the type. No user id, no mail address. */
export type WireEntry = { id: number; model_name: string; user_name: string } & WireTicketFields<"total"> &
  WireTicketFields<BetType>;

export interface WireRanking {
  period: { from: string; to: string };
  /** counting: due, but not all data has arrived. */
  status: "ready" | "counting";
  rank: WireEntry[];
  baselines: WireEntry[];
}

/** Contains all seven rankings from the first start on, so that no key is ever missing. */
export type RankingsFile = { version: string; generated_at: number } & Record<RankingKey, WireRanking>;

export function wireEntry({ ranks, returns, ...entry }: RankedEntry): WireEntry {
  const figures = TICKET_TYPES.map((ticket): [TicketType, TicketFigures | null] => {
    const of = returns[ticket];
    if (of === null) return [ticket, null];
    const { returnPerMille, hitPerMille, lowPerMille: low, highPerMille: high, races } = of;
    const rates = { returnRate: returnPerMille / 10, hitRate: hitPerMille / 10 };
    return [ticket, { rank: ranks[ticket], ...rates, low: low && low / 10, high: high && high / 10, races }];
  });
  return toWireEntry({ ...entry, tickets: Object.fromEntries(figures) as RankingEntry["tickets"] });
}

export function readWireEntry(entry: WireEntry): RankingEntry {
  const tickets = TICKET_TYPES.map((ticket) => [ticket, readTicket(entry, ticket)]);
  return {
    modelId: entry.id,
    modelName: entry.model_name,
    userName: entry.user_name,
    tickets: Object.fromEntries(tickets) as RankingEntry["tickets"],
  };
}

function readTicket(entry: WireEntry, ticket: TicketType): TicketFigures | null {
  const name = WIRE_TICKETS[ticket];
  const returnRate = entry[`${name}_return_rate`];
  if (returnRate === null) return null;
  return {
    rank: entry[`${name}_rank`],
    returnRate,
    low: entry[`${name}_low`],
    high: entry[`${name}_high`],
    hitRate: entry[`${name}_hit_rate`] ?? 0,
    races: entry[`${name}_races`],
  };
}

export function toWireEntry({ modelId, modelName, userName, tickets }: RankingEntry): WireEntry {
  return {
    id: modelId,
    model_name: modelName,
    user_name: userName,
    ...wireTicket("total", tickets.total),
    ...wireTicket("win", tickets.win),
    ...wireTicket("place", tickets.place),
    ...wireTicket("quinella", tickets.quinella),
  };
}

function wireTicket<T extends TicketType>(ticket: T, figures: TicketFigures | null): WireTicketFields<T> {
  const name = WIRE_TICKETS[ticket];
  return {
    [`${name}_rank`]: figures?.rank ?? null,
    [`${name}_return_rate`]: figures?.returnRate ?? null,
    [`${name}_hit_rate`]: figures?.hitRate ?? null,
    [`${name}_races`]: figures?.races ?? 0,
    [`${name}_low`]: figures?.low ?? null,
    [`${name}_high`]: figures?.high ?? null,
  } as WireTicketFields<T>;
}

export interface CountedRanking {
  period: { from: string; to: string };
  status: "ready" | "counting";
  /** All participants; only the top 10 of any ticket type are written to the file. */
  entries: readonly RankedEntry[];
  baselines: readonly RankedEntry[];
}

interface FileParts<Ranking> {
  version: string;
  generatedAt: number;
  rankings: Record<RankingKey, Ranking>;
}

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
