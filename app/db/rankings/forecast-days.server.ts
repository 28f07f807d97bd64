import { and, asc, between, getTableColumns, gte, lte, sql, sum } from "drizzle-orm";
import type { Database } from "#app/db/database.server.ts";
import { allExcluded, CHANGED_SOME, excluded, isAmong, jsonFields, jsonRows } from "#app/db/fragments.server.ts";
import { insertWhere } from "#app/db/row-selection.server.ts";
import { ledgerDays } from "#app/db/schema/models.server.ts";
import { forecastDays } from "#app/db/schema/seasons.server.ts";
import type { DayLosses } from "#app/domain/season/day-losses.ts";
import type { FieldDays, LossRow } from "#app/domain/season/season-tally.ts";

export interface ForecastDay extends DayLosses {
  modelId: number;
  date: string;
  raceDataVersion: number;
}

/** Key: `${modelId} ${date}`. */
export async function listForecastVersions(
  db: Database,
  { dates, fromModelId, toModelId }: { dates: readonly string[]; fromModelId: number; toModelId: number },
): Promise<Map<string, number>> {
  const { modelId, date, raceDataVersion } = forecastDays;
  const rows = await db
    .select({ modelId, date, raceDataVersion })
    .from(forecastDays)
    .where(and(isAmong(date, dates), between(modelId, fromModelId, toModelId)));
  return new Map(rows.map((row) => [`${row.modelId} ${row.date}`, row.raceDataVersion]));
}

/** Keeps rows of the same or newer data. Changed days get another revision. */
export function writeForecastDays(db: Database, days: readonly ForecastDay[]) {
  const { modelId, date, ...measured } = getTableColumns(forecastDays);
  const row = jsonFields("modelId", "date", "races", "loss", "uniformLoss", "sketch", "raceDataVersion");
  return [
    insertWhere(db, forecastDays, row, { from: jsonRows(days) }).onConflictDoUpdate({
      target: [modelId, date],
      set: allExcluded(measured),
      setWhere: sql`${excluded(forecastDays.raceDataVersion)} > ${forecastDays.raceDataVersion}`,
    }),
    db
      .update(ledgerDays)
      .set({ revision: sql`${ledgerDays.revision} + 1` })
      .where(and(CHANGED_SOME, isAmong(ledgerDays.date, [...new Set(days.map(({ date }) => date))]))),
  ] as const;
}

interface Season {
  from: string;
  to: string;
}

/** Deleted models included. */
export async function readFieldDays(db: Database, { from, to }: Season): Promise<FieldDays> {
  const rows = await db
    .select({
      date: forecastDays.date,
      loss: sum(forecastDays.loss).mapWith(Number),
      uniformLoss: sum(forecastDays.uniformLoss).mapWith(Number),
    })
    .from(forecastDays)
    .where(and(gte(forecastDays.date, from), lte(forecastDays.date, to)))
    .groupBy(forecastDays.date)
    .orderBy(asc(forecastDays.date));
  return new Map(rows.map(({ date, ...sums }) => [date, sums]));
}

export async function listLossRows(
  db: Database,
  { from, to, fromModelId, toModelId }: Season & { fromModelId: number; toModelId: number },
): Promise<LossRow[]> {
  const { modelId, date, races, loss, uniformLoss } = forecastDays;
  return await db
    .select({ modelId, date, races, loss, uniformLoss })
    .from(forecastDays)
    .where(and(between(modelId, fromModelId, toModelId), gte(date, from), lte(date, to)))
    .orderBy(asc(modelId), asc(date));
}
