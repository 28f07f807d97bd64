import { readAnsweredRaces } from "#app/db/own-records/answers.server.ts";
import { readDuel as readDuelRaces } from "#app/db/own-records/duel.server.ts";
import {
  type ListedEntry,
  type RecordFilter,
  type RecordModel,
  readRecord,
  readRecordEntries,
  saveFigures,
} from "#app/db/own-records/record-reads.server.ts";
import { duelWeeks, type FavouriteDuel, favouriteDuel } from "#app/domain/days/favourite-duel.ts";
import { answerByMonth, type MonthAnswers } from "#app/domain/own-records/answers.ts";
import { measureRecord, type RecordFigures } from "#app/domain/own-records/measure-record.ts";
import { type Standing, standingOf } from "#app/domain/own-records/record-entry.ts";
import { writeRecordCsv, writeRecordJson } from "#app/domain/own-records/record-file.ts";
import { reviewYear, type YearReview } from "#app/domain/own-records/year-review.ts";
import type { OwnModel, PlanHolder } from "#app/domain/plans/plan-holder.ts";
import { japanDay } from "#app/domain/racing/japan-time.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { summarizeModels } from "#app/services/models/models.server.ts";

export interface RecordView {
  figures: RecordFigures;
  listed: (Omit<ListedEntry, "isReplaced"> & { standing: Standing })[];
  pages: number;
  /** Also deleted ones. */
  models: RecordModel[];
}

/** One model's, or all models'. One more round trip to store new figures. Null: not the user's model. */
export async function readView(
  deps: Deps,
  { user, modelId, filter }: { user: PlanHolder; modelId: number | null; filter: RecordFilter },
): Promise<RecordView | null> {
  const scope = { userId: user.id, modelId };
  const stored = await readRecord(deps.db, scope, filter);
  if (modelId !== null && stored.models.length === 0) return null;
  let { figures } = stored;
  if (figures === null) {
    figures = measureRecord(stored.entries);
    await saveFigures(deps.db, scope, { version: stored.version, figures });
  }
  return {
    figures,
    listed: stored.listed.map(({ entry, isReplaced, ...row }) => ({
      ...{ entry, ...row },
      standing: standingOf(entry, { isReplaced }),
    })),
    pages: stored.pages,
    models: stored.models,
  };
}

/** Null: not the user's model. */
export async function exportRecord(
  deps: Deps,
  { user, modelId, format }: { user: PlanHolder; modelId: number | null; format: "csv" | "json" },
): Promise<string | null> {
  const { entries, models } = await readRecordEntries(deps.db, { userId: user.id, modelId });
  if (modelId !== null && models.length === 0) return null;
  return format === "csv" ? writeRecordCsv(entries) : writeRecordJson(entries);
}

/** All models, deleted ones included. */
export async function readYear(deps: Deps, { user, year }: { user: PlanHolder; year: number }): Promise<YearReview> {
  const { entries } = await readRecordEntries(deps.db, { userId: user.id, modelId: null });
  return reviewYear(entries, year);
}

/** Null: not the user's model. */
export async function readAnswers(
  deps: Deps,
  { user, modelId }: OwnModel,
): Promise<{ name: string; months: MonthAnswers[] } | null> {
  const found = await readAnsweredRaces(deps.db, { userId: user.id, modelId });
  return found && { name: found.name, months: answerByMonth(found.races) };
}

/** Weeks of the main model against the favourite. Null: no race of theirs counts. */
export async function readDuel(
  deps: Deps,
  { user }: { user: PlanHolder & { defaultModelId: number | null } },
): Promise<FavouriteDuel | null> {
  const today = japanDay(deps.now());
  const weeks = duelWeeks(today);
  const days = { from: weeks[0]?.from ?? today, to: weeks.at(-1)?.to ?? today };
  const { models, races } = await readDuelRaces(deps.db, { userId: user.id, ...days });
  const { defaultModelId } = user;
  return favouriteDuel(races, summarizeModels(models, user), { defaultModelId, today });
}
