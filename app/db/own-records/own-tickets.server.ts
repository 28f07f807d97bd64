import { and, asc, count, eq, exists, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { countedYen, insertBudget, isPausing, ownLimitAt } from "#app/db/accounts/own-limits.server.ts";
import type { Database } from "#app/db/database.server.ts";
import { isBeforeStart } from "#app/db/fans/horse-marks.server.ts";
import { CHANGED_ONE, existsIn, jsonField, jsonRows, ONE_ROW } from "#app/db/fragments.server.ts";
import { isVisibleRace } from "#app/db/racing/races.server.ts";
import { columnsIn, insertWhere, rowSelection } from "#app/db/row-selection.server.ts";
import { models } from "#app/db/schema/models.server.ts";
import { ownTickets } from "#app/db/schema/own-records.server.ts";
import { races } from "#app/db/schema/racing.server.ts";
import type { FileTicket } from "#app/domain/own-records/tickets-csv.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { TicketLine } from "#app/domain/settlement/settle-ticket.ts";

export interface Instant {
  now: number;
  /** Day of `now` in Japan. */
  today: string;
  month: string;
}

export interface TicketWrite extends Instant {
  userId: number;
  raceId: string;
  kind: TicketKind;
  lines: readonly TicketLine[];
  /** Another user's is left out. */
  modelId: number | null;
  formKey: string;
  mostOfDay: number;
}

const yenOf = (lines: readonly TicketLine[]): number => lines.reduce((sum, [, yen]) => sum + yen, 0);

function selectOpen(db: Database, raceId: SQL | string, instant: Instant) {
  return db
    .select({ raceId: races.raceId })
    .from(races)
    .where(and(sql`${races.raceId} = ${raceId}`, isVisibleRace, isBeforeStart(instant)));
}

function boughtYen(db: Database, { userId, raceId }: { userId: number; raceId: SQL | string }) {
  return sql<number>`coalesce((${db
    .select({ yen: sql`sum(${ownTickets.yen})`.as("yen") })
    .from(ownTickets)
    .where(and(eq(ownTickets.userId, userId), sql`${ownTickets.raceId} = ${raceId}`))}), 0)`;
}

/** After a write: the race's tickets become its budget, if a limit counts them. */
function budgetTickets(db: Database, tickets: { userId: number; raceId: SQL | string } & Instant) {
  const hasLimit = isNotNull(ownLimitAt(db, { ...tickets, kind: "budget" }));
  return insertBudget(db, { ...tickets, yen: boughtYen(db, tickets) }, { where: and(CHANGED_ONE, hasLimit) });
}

/**
 * One guarded statement, idempotent by its form key: open race, no pause, within the own limit.
 * @returns the limits, in the order of refusal; leftYen: what the limit leaves for the race
 */
export async function recordTicket(db: Database, write: TicketWrite) {
  const { userId, raceId, kind, lines, modelId, formKey, mostOfDay, now } = write;
  const yen = yenOf(lines);
  const limit = ownLimitAt(db, { userId, kind: "budget", now });
  const { others, counted } = countedYen(db, write);
  const bought = boughtYen(db, write);
  const model = db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.id, modelId ?? 0), eq(models.userId, userId)));
  const row = {
    ...{ userId, raceId: races.raceId, date: races.date, kind, yen, formKey, recordedAt: now },
    ...{ modelId: sql`(${model})`, lines },
  };
  const ofDay = db.$count(ownTickets, and(eq(ownTickets.userId, userId), eq(ownTickets.date, races.date)));
  const [, , [outcome]] = await db.batch([
    insertWhere(db, ownTickets, row, {
      from: races,
      where: and(
        eq(races.raceId, raceId),
        isVisibleRace,
        isBeforeStart(write),
        sql`not ${isPausing({ userId, now })}`,
        sql`${ofDay} < ${mostOfDay}`,
        or(isNull(limit), sql`${bought} + ${yen} <= ${counted}`, sql`${others} + ${bought} + ${yen} <= ${limit}`),
      ),
    }).onConflictDoNothing(),
    budgetTickets(db, write),
    db
      .select({
        isStored: existsIn(ownTickets, and(eq(ownTickets.userId, userId), eq(ownTickets.formKey, formKey)))
          .mapWith(Boolean)
          .as("is_stored"),
        isOpen: exists(selectOpen(db, raceId, write))
          .mapWith(Boolean)
          .as("is_open"),
        isPausing: isPausing({ userId, now }).mapWith(Boolean).as("is_pausing"),
        limit: limit.as("own_limit"),
        leftYen: sql<number>`max(0, max(${counted}, ${limit} - ${others}) - ${bought})`.as("left_yen"),
      })
      .from(ONE_ROW),
  ]);
  if (outcome === undefined) throw new Error("the batch that records a ticket gave no outcome");
  return outcome;
}

/**
 * One guarded statement: tickets of races that have started. A ticket that is already there is skipped; `nth` counts
 * equal ones of the file from 1. Unknown races and what is beyond a day's limit are `left` out.
 */
export async function importTickets(
  db: Database,
  {
    userId,
    tickets,
    mostOfDay,
    ...instant
  }: Instant & {
    userId: number;
    mostOfDay: number;
    tickets: readonly (FileTicket & { yen: number; nth: number; formKey: string })[];
  },
): Promise<{ added: number; left: number }> {
  const raceId = jsonField<string>("raceId");
  const kind = jsonField<TicketKind>("kind");
  const lines = sql`json(${jsonField<string>("lines")})`;
  // With the date, which the index has.
  const equal = and(
    ...[eq(ownTickets.userId, userId), eq(ownTickets.date, races.date), eq(ownTickets.raceId, races.raceId)],
    eq(ownTickets.kind, kind),
    eq(ownTickets.lines, lines),
  );
  const model = db
    .select({ id: models.id })
    .from(models)
    .where(and(eq(models.userId, userId), eq(models.name, jsonField("modelName")), isNull(models.deletedAt)))
    .orderBy(asc(models.id))
    .limit(1);
  const row = rowSelection(ownTickets, {
    ...{ userId, raceId: races.raceId, date: races.date, kind, lines, recordedAt: instant.now },
    ...{ yen: jsonField<number>("yen"), formKey: jsonField<string>("formKey"), modelId: sql`(${model})` },
  });
  const isStored = sql`${db.$count(ownTickets, equal)} >= ${jsonField("nth")}`;
  const isShown = and(isVisibleRace, sql`not ${isBeforeStart(instant)}`);
  const ofDay = db.$count(ownTickets, and(eq(ownTickets.userId, userId), eq(ownTickets.date, races.date)));
  const place = sql<number>`row_number() over (partition by ${races.date} order by key) + ${ofDay}`;
  const added = db
    .select({ ...row, place: place.as("place") })
    .from(jsonRows(tickets))
    .innerJoin(races, eq(races.raceId, raceId))
    .where(and(isShown, sql`not ${isStored}`))
    .as("added");
  const [{ meta }, [outcome]] = await db.batch([
    db
      .insert(ownTickets)
      .select(db.select(columnsIn(ownTickets, added)).from(added).where(lte(added.place, mostOfDay))),
    db.select({ stored: count() }).from(jsonRows(tickets)).innerJoin(races, eq(races.raceId, raceId)).where(isStored),
  ]);
  return { added: meta.changes, left: tickets.length - (outcome?.stored ?? 0) };
}

interface TicketKey extends Instant {
  userId: number;
  id: number;
}

function raceOf(db: Database, { userId, id }: TicketKey): SQL {
  return sql`(${db
    .select({ raceId: ownTickets.raceId })
    .from(ownTickets)
    .where(and(eq(ownTickets.id, id), eq(ownTickets.userId, userId)))})`;
}

/** Every line gets this amount. Until the start, and within the own limit. */
export async function changeTicket(db: Database, { yenEach, ...key }: TicketKey & { yenEach: number }) {
  const { userId, id, month, now } = key;
  const isOwn = and(eq(ownTickets.id, id), eq(ownTickets.userId, userId));
  const raceId = raceOf(db, key);
  const limit = ownLimitAt(db, { userId, kind: "budget", now });
  const { others, counted } = countedYen(db, { userId, month, raceId });
  const rest = sql`coalesce((select sum(o.yen) from own_tickets o
    where o.user_id = ${userId} and o.race_id = ${raceId} and o.id <> ${id}), 0)`;
  const count = sql`json_array_length(${ownTickets.lines})`;
  const sum = sql`${rest} + ${count} * ${yenEach}`;
  const lines = sql`(select json_group_array(json_array(value ->> 0, cast(${yenEach} as integer)))
    from json_each(${ownTickets.lines}))`;
  const [, , [stored]] = await db.batch([
    db
      .update(ownTickets)
      .set({ yen: sql`cast(${count} * ${yenEach} as integer)`, lines })
      .where(
        and(
          isOwn,
          inArray(ownTickets.raceId, selectOpen(db, raceId, key)),
          or(
            sql`${count} * ${yenEach} <= ${ownTickets.yen}`,
            and(
              sql`not ${isPausing({ userId, now })}`,
              or(isNull(limit), sql`${sum} <= ${counted}`, sql`${others} + ${sum} <= ${limit}`),
            ),
          ),
        ),
      ),
    budgetTickets(db, { ...key, raceId }),
    db
      .select({
        isOpen: exists(selectOpen(db, raceId, key))
          .mapWith(Boolean)
          .as("is_open"),
        isChanged: sql`${ownTickets.yen} = ${count} * ${yenEach}`.mapWith(Boolean).as("is_changed"),
      })
      .from(ownTickets)
      .where(isOwn),
  ]);
  return { isOwn: stored !== undefined, isOpen: stored?.isOpen === true, isChanged: stored?.isChanged === true };
}

/** Until the start. Idempotent. @returns whether it is still there */
export async function deleteTicket(db: Database, key: TicketKey) {
  const isOwn = and(eq(ownTickets.id, key.id), eq(ownTickets.userId, key.userId));
  const [, left] = await db.batch([
    db.delete(ownTickets).where(and(isOwn, inArray(ownTickets.raceId, selectOpen(db, raceOf(db, key), key)))),
    db.select({ id: ownTickets.id }).from(ownTickets).where(isOwn),
  ]);
  return { isLeft: left.length > 0 };
}
