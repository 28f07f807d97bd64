import { and, eq, exists, inArray, lt, ne, or, type Placeholder, sql } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { excluded, existsIn, ONE_ROW } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { horseNotes } from "#app/db/schema/fans.server.ts";
import { runners } from "#app/db/schema/racing.server.ts";
import { type ShownHorse, selectShown } from "./shown-horses.server.ts";

interface NoteWrite extends ShownHorse {
  userId: number;
  /** Empty deletes. */
  note: string;
  limit: number;
  now: number;
}

/** One guarded, idempotent statement. */
export async function writeNote(db: Database, write: NoteWrite) {
  const isOwn = and(eq(horseNotes.userId, write.userId), eq(horseNotes.horseId, write.horseId));
  const stored = db
    .select({ note: horseNotes.note, isKnown: sql<number>`${exists(selectShown(db, write))}`.as("is_known") })
    .from(ONE_ROW)
    .leftJoin(horseNotes, isOwn);
  const [, [row]] = await db.batch([
    write.note === "" ? db.delete(horseNotes).where(and(isOwn, exists(selectShown(db, write)))) : insertNote(db, write),
    stored,
  ]);
  return { note: row?.note ?? "", isKnown: row?.isKnown === 1 };
}

function insertNote(db: Database, write: NoteWrite) {
  const { userId, horseId, note, limit, now } = write;
  const isWithin = or(
    existsIn(horseNotes, and(eq(horseNotes.userId, userId), eq(horseNotes.horseId, horseId))),
    lt(db.$count(horseNotes, eq(horseNotes.userId, userId)), limit),
  );
  const where = and(exists(selectShown(db, write)), isWithin);
  return insertWhere(db, horseNotes, { userId, horseId, note, notedAt: now }, { where }).onConflictDoUpdate({
    target: [horseNotes.userId, horseNotes.horseId],
    set: { note: excluded(horseNotes.note), notedAt: excluded(horseNotes.notedAt) },
    setWhere: ne(horseNotes.note, excluded(horseNotes.note)),
  });
}

const noteColumns = { horseId: horseNotes.horseId, text: horseNotes.note, notedAt: horseNotes.notedAt };

export function selectRaceNotes(
  db: Database,
  { userId, raceId }: { userId: number | Placeholder; raceId: string | Placeholder },
) {
  const horses = db.select({ horseId: runners.horseId }).from(runners).where(eq(runners.raceId, raceId));
  return db
    .select(noteColumns)
    .from(horseNotes)
    .where(and(eq(horseNotes.userId, userId), inArray(horseNotes.horseId, horses)));
}
