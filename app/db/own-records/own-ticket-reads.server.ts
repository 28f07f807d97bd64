import { and, asc, between, desc, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { selectOwnLimits, toOwnLimits } from "#app/db/accounts/own-limits.server.ts";
import type { Database, RowsOf } from "#app/db/database.server.ts";
import { isBeforeStart } from "#app/db/fans/horse-marks.server.ts";
import { payoutsOfRace } from "#app/db/racing/race-outcomes.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { ownTickets, recordEntries } from "#app/db/schema/own-records.server.ts";
import { races, runners } from "#app/db/schema/racing.server.ts";
import type { OwnTicket } from "#app/domain/own-records/own-tickets.ts";
import type { RecordResult } from "#app/domain/own-records/record-entry.ts";
import type { RaceStatus } from "#app/domain/racing/race.ts";
import type { TicketRace } from "#app/domain/settlement/settle-ticket.ts";
import type { Instant } from "./own-tickets.server.ts";
import { type PackedBets, unpackBets } from "./packed-bets.ts";

interface ListedTicket extends OwnTicket {
  recordedAt: number;
  race: (NonNullable<OwnTicket["race"]> & { status: RaceStatus }) | null;
}

export interface TicketMonth {
  /** Newest race first. */
  tickets: ListedTicket[];
  races: Map<string, TicketRace>;
  /** Settled bets of the models on these races, newest analysis first. */
  entries: { modelId: number; raceId: string; bets: RecordResult["bets"]; favourite: RecordResult["bets"] | null }[];
}

interface TicketsQuery {
  userId: number;
  /** Both included. */
  from: string;
  to: string;
}

export async function readTickets(db: Database, query: TicketsQuery): Promise<TicketMonth> {
  return toTickets(await db.batch(selectTickets(db, query)));
}

/** One round trip, with the own limits and the races of the days until `lastDay` before their start. */
export async function readTicketMonth(
  db: Database,
  { lastDay, ...query }: TicketsQuery & Instant & { lastDay: string },
) {
  const [tickets, cards, entries, openRaces, ...limits] = await db.batch([
    ...selectTickets(db, query),
    selectOpenRaces(db, { ...query, lastDay }),
    ...selectOwnLimits(db, query),
  ]);
  return { ...toTickets([tickets, cards, entries]), openRaces, ...toOwnLimits(limits, query) };
}

function selectTickets(db: Database, { userId, from, to }: TicketsQuery) {
  const isMeant = and(eq(ownTickets.userId, userId), between(ownTickets.date, from, to));
  const raceIds = db.select({ raceId: ownTickets.raceId }).from(ownTickets).where(isMeant);
  return [
    db
      .select({
        ...{ id: ownTickets.id, raceId: ownTickets.raceId, date: ownTickets.date, kind: ownTickets.kind },
        ...{ lines: ownTickets.lines, yen: ownTickets.yen, modelId: ownTickets.modelId },
        ...{ modelName: models.name, recordedAt: ownTickets.recordedAt, venue: races.venue, raceNum: races.raceNum },
        ...{ raceName: sql<string | null>`${races.name}`.as("race_name"), startTime: races.startTime },
        status: races.status,
      })
      .from(ownTickets)
      .leftJoin(races, eq(races.raceId, ownTickets.raceId))
      .leftJoin(models, and(eq(models.id, ownTickets.modelId), isNull(models.deletedAt)))
      .where(isMeant)
      .orderBy(desc(ownTickets.date), desc(races.startTime), desc(ownTickets.id)),
    db
      .select({
        raceId: races.raceId,
        status: races.status,
        runners: sql<string>`(${db
          .select({
            list: sql`json_group_array(json_object('horseNum', ${runners.horseNum}, 'bracketNum', ${runners.bracketNum},
              'status', ${runners.status}))`,
          })
          .from(runners)
          .where(eq(runners.raceId, races.raceId))})`.as("runner_list"),
        payouts: payoutsOfRace(db),
      })
      .from(races)
      .where(inArray(races.raceId, raceIds)),
    db
      .select({
        ...{ modelId: recordEntries.modelId, raceId: recordEntries.raceId },
        ...{ bets: recordEntries.bets, favourite: recordEntries.favourite },
      })
      .from(recordEntries)
      .where(
        and(
          eq(recordEntries.userId, userId),
          inArray(recordEntries.raceId, raceIds),
          eq(recordEntries.resultKind, "settled"),
          ne(recordEntries.isLearntFrom, true),
        ),
      )
      .orderBy(desc(recordEntries.completedAt)),
  ] as const;
}

function toTickets([tickets, cards, entries]: RowsOf<ReturnType<typeof selectTickets>>): TicketMonth {
  return {
    tickets: tickets.map(({ venue, raceNum, raceName, startTime, status, ...ticket }) => ({
      ...ticket,
      race:
        venue === null || raceNum === null || status === null
          ? null
          : { venue, raceNum, name: raceName ?? "", startTime, status },
    })),
    races: new Map(
      cards.map(({ raceId, status, runners: list, payouts: paid }) => [
        raceId,
        { isCancelled: status === "cancelled", runners: JSON.parse(list), payouts: paid },
      ]),
    ),
    entries: entries.flatMap(({ bets, favourite, ...entry }) =>
      bets === null
        ? []
        : {
            ...entry,
            bets: unpackBets(JSON.parse(bets) as PackedBets),
            favourite: favourite === null ? null : unpackBets((JSON.parse(favourite) as [unknown, PackedBets])[1]),
          },
    ),
  };
}

/** Visible races from today on, before their start. */
function selectOpenRaces(db: Database, { lastDay, ...instant }: Instant & { lastDay: string }) {
  return db
    .select({
      ...{ raceId: races.raceId, date: races.date, venue: races.venue, raceNum: races.raceNum },
      startTime: races.startTime,
    })
    .from(races)
    .where(
      and(
        between(races.date, instant.today, lastDay),
        isVisibleRace,
        isBeforeStart(instant),
        gte(races.runnerCount, 2),
      ),
    )
    .orderBy(asc(races.date), asc(races.venue), asc(races.raceNum));
}

export function listDayTickets(db: Database, { userId, date }: { userId: number; date: string }) {
  return db
    .select({
      ...{ kind: ownTickets.kind, lines: ownTickets.lines },
      race: {
        ...{ date: races.date, venue: races.venue, venueType: races.venueType, raceNum: races.raceNum },
        ...{ meetingNum: races.meetingNum, meetingDay: races.meetingDay },
      },
    })
    .from(ownTickets)
    .innerJoin(races, eq(races.raceId, ownTickets.raceId))
    .where(and(eq(ownTickets.userId, userId), eq(ownTickets.date, date)))
    .orderBy(asc(races.venue), asc(races.raceNum), asc(ownTickets.id));
}

/** Runners of a race, to check typed numbers. */
export async function listTicketRunners(db: Database, raceId: string): Promise<TicketRace["runners"][number][]> {
  return db
    .select({ horseNum: runners.horseNum, bracketNum: runners.bracketNum, status: runners.status })
    .from(runners)
    .where(eq(runners.raceId, raceId));
}
