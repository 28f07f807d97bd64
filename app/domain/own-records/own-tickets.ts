import { type Interval, resampleRatios, sumByDay } from "#app/domain/evaluation/resample-days.ts";
import { FEWEST_DAYS } from "#app/domain/racing/conditions.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { Race } from "#app/domain/racing/records.ts";
import { TICKET_KINDS, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import {
  type SettledTicket,
  settleTicket,
  type TicketLine,
  type TicketRace,
} from "#app/domain/settlement/settle-ticket.ts";
import type { Bets } from "./record-entry.ts";

export const MOST_TICKETS_OF_DAY = 200;
/** A month's. */
export const MOST_TICKETS_OF_FILE = 31 * MOST_TICKETS_OF_DAY;
const LARGEST_LINE_YEN = 1_000_000;

export function isLineYen(yen: number): boolean {
  return Number.isInteger(yen) && yen % 100 === 0 && yen >= 100 && yen <= LARGEST_LINE_YEN;
}

export interface OwnTicket {
  id: number;
  raceId: string;
  date: string;
  kind: TicketKind;
  lines: readonly TicketLine[];
  yen: number;
  modelId: number | null;
  /** Null without a model, or if it is deleted. */
  modelName: string | null;
  /** Null: not stored any more. */
  race: { venue: string; raceNum: number; name: string; startTime: string | null } | null;
}

/** Null: no payouts yet. */
export type SettledOwnTicket<Ticket extends OwnTicket = OwnTicket> = Ticket & { settled: SettledTicket | null };

export function settleOwnTickets<Ticket extends OwnTicket>(
  tickets: readonly Ticket[],
  races: ReadonlyMap<string, TicketRace>,
): SettledOwnTicket<Ticket>[] {
  return tickets.map((ticket) => {
    const race = races.get(ticket.raceId);
    return { ...ticket, settled: race === undefined ? null : settleTicket(ticket, race) };
  });
}

export interface TicketSum {
  /** Lines. */
  points: number;
  stakeYen: number;
  payoutYen: number;
}

const NOTHING: TicketSum = { points: 0, stakeYen: 0, payoutYen: 0 };

/** Sums settled tickets only. */
export function sumTickets(tickets: readonly SettledOwnTicket[]): TicketSum {
  return tickets.reduce(
    (sum, { lines, settled }) =>
      settled === null
        ? sum
        : {
            points: sum.points + lines.length,
            stakeYen: sum.stakeYen + settled.stakeYen,
            payoutYen: sum.payoutYen + settled.payoutYen,
          },
    NOTHING,
  );
}

export interface TicketGroup extends TicketSum {
  name: string;
  /** Bought, without a result yet. */
  awaitedYen: number;
}

/** Sums by a name, in the order of the names' first tickets. */
function groupTickets(
  tickets: readonly SettledOwnTicket[],
  nameOf: (ticket: SettledOwnTicket) => string,
): TicketGroup[] {
  return [...groupBy(tickets, nameOf)].map(([name, own]) => ({
    name,
    ...sumTickets(own),
    awaitedYen: awaitedYen(own),
  }));
}

function awaitedYen(tickets: readonly SettledOwnTicket[]): number {
  return tickets.reduce((sum, { yen, settled }) => sum + (settled === null ? yen : 0), 0);
}

const BY_HAND = "手で記録";

/** `days` are ascending, `kinds` in their usual order. */
export function breakDownTickets(tickets: readonly SettledOwnTicket[]) {
  const modelOf = ({ modelId, modelName }: OwnTicket) => (modelId === null ? BY_HAND : (modelName ?? "削除したモデル"));
  const kinds = groupTickets(tickets, ({ kind }) => kind);
  return {
    days: groupTickets(tickets, ({ date }) => date).sort((one, other) => (one.name < other.name ? -1 : 1)),
    kinds: TICKET_KINDS.flatMap((kind) => kinds.find(({ name }) => name === kind) ?? []),
    courses: groupTickets(tickets, ({ race }) => race?.venue ?? "不明"),
    models: groupTickets(tickets, modelOf),
  };
}

export interface ModelBets {
  modelId: number;
  raceId: string;
  bets: Bets;
  favourite: Bets | null;
}

/**
 * The fixed bets of the models whose tickets were bought, and the same on the favourites, on the races of settled
 * tickets; null without any. Entries are newest first: a race counts once per model. `luck` is 95 % of the models'
 * return rate, by bootstrap over race days; null with few days.
 */
export function sumModelBets(
  tickets: readonly SettledOwnTicket[],
  entries: readonly ModelBets[],
): { model: TicketSum; favourite: TicketSum; luck: Interval | null } | null {
  const keyOf = ({ modelId, raceId }: { modelId: number | null; raceId: string }) => `${modelId} ${raceId}`;
  const followed = new Map(
    tickets.flatMap((ticket) => (ticket.settled === null ? [] : [[keyOf(ticket), ticket.date]])),
  );
  const counted = new Map(entries.toReversed().map((entry) => [keyOf(entry), entry]));
  const found = [...counted].flatMap(([key, entry]) => (followed.has(key) ? entry : []));
  if (found.length === 0) return null;
  const dated = found
    .map((entry) => ({ date: followed.get(keyOf(entry)) ?? "", sum: addBets([entry.bets]) }))
    .sort((one, other) => (one.date < other.date ? -1 : 1));
  const days = sumByDay(dated, ({ sum }) => [sum.payoutYen, sum.stakeYen]);
  return {
    luck: days.length < FEWEST_DAYS ? null : (resampleRatios(days)[0] ?? null),
    model: addBets(found.map(({ bets }) => bets)),
    favourite: addBets(found.flatMap(({ favourite }) => favourite ?? [])),
  };
}

function addBets(bets: readonly Bets[]): TicketSum {
  const settlements = bets.flatMap((each) => Object.values(each));
  return settlements.reduce(
    (sum, { stakeYen, payoutYen }) => ({
      points: sum.points + stakeYen / 100,
      stakeYen: sum.stakeYen + stakeYen,
      payoutYen: sum.payoutYen + payoutYen,
    }),
    NOTHING,
  );
}

export interface TicketsView {
  /** YYYY-MM. */
  month: string;
  isPresent: boolean;
  /** Newest race first; open ones can still be changed. */
  tickets: (SettledOwnTicket & { isOpen: boolean })[];
  sum: TicketSum;
  groups: ReturnType<typeof breakDownTickets>;
  beside: ReturnType<typeof sumModelBets>;
  /** This month's; null: no limit. */
  limit: { yen: number; usedYen: number } | null;
  openRaces: Pick<Race, "raceId" | "date" | "venue" | "raceNum" | "startTime">[];
}
