import {
  listDayTickets,
  listTicketRunners,
  readTicketMonth,
  readTickets,
  type TicketMonth,
} from "#app/db/own-records/own-ticket-reads.server.ts";
import { changeTicket, deleteTicket, importTickets, recordTicket } from "#app/db/own-records/own-tickets.server.ts";
import { venueCodes } from "#app/domain/jv-data/race-slot.ts";
import {
  breakDownTickets,
  MOST_TICKETS_OF_DAY,
  MOST_TICKETS_OF_FILE,
  settleOwnTickets,
  sumModelBets,
  sumTickets,
  type TicketsView,
} from "#app/domain/own-records/own-tickets.ts";
import { targetBetsCsv } from "#app/domain/own-records/target-bets.ts";
import type { FileTicket } from "#app/domain/own-records/tickets-csv.ts";
import type { PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { addDays, japanDay, japanMonth } from "#app/domain/racing/japan-time.ts";
import { isBeforeStart } from "#app/domain/racing/race-start.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Refused, refused } from "#app/domain/refused.ts";
import { absentNumbers, type TicketLine } from "#app/domain/settlement/settle-ticket.ts";
import type { TooMany } from "#app/domain/too-many.ts";
import { consumeCall } from "#app/services/accounts/limits.server.ts";
import type { Deps } from "#app/services/deps.server.ts";

function instantOf(deps: Deps) {
  const now = deps.now();
  return { now, today: japanDay(now), month: japanMonth(now) };
}

/** Refused with the first line whose numbers do not start, counted from 1. Idempotent by the form key. */
export async function record(
  deps: Deps,
  {
    user,
    ...ticket
  }: {
    user: PlanHolder;
    raceId: string;
    kind: TicketKind;
    lines: readonly TicketLine[];
    modelId: number | null;
    formKey: string;
  },
): Promise<
  | { kind: "recorded" }
  | Refused<"not-open" | "paused" | "too-many-tickets">
  | (Refused<"absent"> & { line: number; numbers: number[] })
  | (Refused<"own-budget"> & { limitYen: number; leftYen: number })
  | TooMany
> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const runners = await listTicketRunners(deps.db, ticket.raceId);
  for (const [index, [combination]] of ticket.lines.entries()) {
    const numbers = absentNumbers(ticket.kind, combination, runners);
    if (runners.length > 0 && numbers.length > 0) return { ...refused("absent"), line: index + 1, numbers };
  }
  const write = { ...instantOf(deps), ...ticket, userId: user.id, mostOfDay: MOST_TICKETS_OF_DAY };
  const { isStored, isOpen, isPausing, limit, leftYen } = await recordTicket(deps.db, write);
  if (isStored) return { kind: "recorded" };
  if (!isOpen) return refused("not-open");
  if (isPausing) return refused("paused");
  const yen = ticket.lines.reduce((sum, [, each]) => sum + each, 0);
  if (limit !== null && yen > leftYen) return { ...refused("own-budget"), limitYen: limit, leftYen };
  return refused("too-many-tickets");
}

/** Only races that have started; known tickets are skipped. `left`: of other races, or beyond the day's limit. */
export async function importFile(
  deps: Deps,
  { user, tickets }: { user: PlanHolder; tickets: readonly FileTicket[] },
): Promise<{ kind: "imported"; added: number; left: number } | Refused<"too-many-tickets"> | TooMany> {
  if (tickets.length > MOST_TICKETS_OF_FILE) return refused("too-many-tickets");
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const seen = new Map<string, number>();
  const rows = tickets.map((ticket) => {
    const key = JSON.stringify([ticket.raceId, ticket.kind, ticket.lines]);
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    return { ...ticket, nth, yen: ticket.lines.reduce((sum, [, yen]) => sum + yen, 0), formKey: deps.newId() };
  });
  const write = { ...instantOf(deps), userId: user.id, tickets: rows, mostOfDay: MOST_TICKETS_OF_DAY };
  return { kind: "imported", ...(await importTickets(deps.db, write)) };
}

/** own-budget: by the own limit or pause. */
export async function change(
  deps: Deps,
  { user, id, yenEach }: { user: PlanHolder; id: number; yenEach: number },
): Promise<{ kind: "changed" } | Refused<"not-found" | "not-open" | "own-budget"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const { isOwn, isOpen, isChanged } = await changeTicket(deps.db, {
    ...instantOf(deps),
    ...{ userId: user.id, id, yenEach },
  });
  if (!isOwn) return refused("not-found");
  if (!isOpen) return refused("not-open");
  return isChanged ? { kind: "changed" } : refused("own-budget");
}

/** Idempotent. After the start a ticket stays. */
export async function remove(
  deps: Deps,
  { user, id }: { user: PlanHolder; id: number },
): Promise<{ kind: "deleted" } | Refused<"not-open"> | TooMany> {
  const taken = await consumeCall(deps, { user, door: "fans" });
  if (taken.kind === "refused") return taken;
  const { isLeft } = await deleteTicket(deps.db, { ...instantOf(deps), userId: user.id, id });
  return isLeft ? refused("not-open") : { kind: "deleted" };
}

const daysOf = (month: string) => ({ from: `${month}-01`, to: `${month}-31` });

/** @param month null, or after the present one: the present one */
export async function readMonth(
  deps: Deps,
  { user, month: asked }: { user: PlanHolder; month: string | null },
): Promise<TicketsView> {
  const instant = instantOf(deps);
  const isPresent = asked === null || asked >= instant.month;
  const month = isPresent ? instant.month : asked;
  // Tomorrow's tickets are next month's on the last day.
  const to = isPresent ? addDays(instant.today, 31) : daysOf(month).to;
  const { openRaces, limits, used, ...found } = await readTicketMonth(deps.db, {
    ...{ userId: user.id, from: daysOf(month).from, to },
    ...{ ...instant, lastDay: addDays(instant.today, 1) },
  });
  const tickets = settleOwnTickets(found.tickets, found.races).map(({ race, ...ticket }) => ({
    ...ticket,
    race,
    isOpen: race !== null && isBeforeStart({ ...race, date: ticket.date }, instant.now),
  }));
  const limit = limits.find(({ kind }) => kind === "budget")?.amount ?? null;
  return {
    ...{ month, isPresent, tickets, openRaces },
    sum: sumTickets(tickets),
    groups: breakDownTickets(tickets),
    beside: sumModelBets(tickets, found.entries),
    limit: limit === null || !isPresent ? null : { yen: limit, usedYen: used.budget },
  };
}

/** All tickets, or those of a month, with the facts that settle them. */
export async function list(
  deps: Deps,
  { user, month }: { user: PlanHolder; month: string | null },
): Promise<Pick<TicketMonth, "tickets" | "races">> {
  const days = month === null ? { from: "0000-00-00", to: "9999-99-99" } : daysOf(month);
  return await readTickets(deps.db, { userId: user.id, ...days });
}

/** A day's tickets for TARGET frontier JV; null without any. */
export async function exportTargetBets(
  deps: Deps,
  { user, date }: { user: PlanHolder; date: string },
): Promise<string | null> {
  const tickets = await listDayTickets(deps.db, { userId: user.id, date });
  if (tickets.length === 0) return null;
  return targetBetsCsv(
    tickets.map((ticket) => ({ ...ticket, venueCode: venueCodes(ticket.race.venue, ticket.race.venueType)[0] })),
  );
}
