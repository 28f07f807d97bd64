import * as z from "zod";
import { getArtifact } from "#app/adapters/artifact-store.server.ts";
import { errorText } from "#app/adapters/error-text.server.ts";
import { type ForecastDay, listForecastVersions } from "#app/db/rankings/forecast-days.server.ts";
import {
  type LedgerModelRow,
  type LedgerRace,
  listLedgerModels,
  listSettledPicks,
  readLedgerRaces,
  reopenLedgerDays,
  type SettledBets,
  type SettledPicks,
  saveSettledBets,
} from "#app/db/rankings/ledger.server.ts";
import { createDayReader, type DayReader } from "#app/domain/features/day-reader.ts";
import type { FeatureStore } from "#app/domain/features/matrix.ts";
import { openFor } from "#app/domain/learning/artifact.ts";
import { hasLedgerBets, PICKS_KEPT, plansCountFrom } from "#app/domain/rankings/ledger.ts";
import { settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import { scoreRace } from "#app/domain/scoring/score-race.ts";
import { type ForecastOfRace, sumDay } from "#app/domain/season/day-losses.ts";
import { settleRace } from "#app/domain/settlement/settle-race.ts";
import type { Deps } from "#app/services/deps.server.ts";
import type { ClaimedJob, JobContext, JobOutcome } from "#app/services/jobs/job-context.server.ts";
import { countYields, waitForData } from "#app/services/models/wait-for-data.server.ts";

const batchSchema = z.strictObject({
  dates: z.array(z.string()).min(1),
  fromModelId: z.int(),
  toModelId: z.int(),
});

/** An inclusive id range, and ascending days. */
export type LedgerBatch = z.infer<typeof batchSchema>;

/** Up to an hour: rankings are due days later. */
const MAX_YIELDS = 720;
/** 150 bytes of JSON a row; D1 accepts 2 MB. */
const ROWS_PER_WRITE = 2_000;

/** Old rows from stored picks, others from the model; forecasts by day. One write per model shows where to resume. */
export async function settleBets(context: JobContext, features: FeatureStore): Promise<JobOutcome> {
  const { deps, job } = context;
  const { dates, fromModelId, toModelId } = batchSchema.parse(job.payload);
  const aside = countYields(context, MAX_YIELDS);
  if (await aside.isDue()) return aside.step();
  const manifest = await features.readManifest();
  const races = await readLedgerRaces(deps.db, dates);
  if (manifest === null || races.some(({ dataVersion }) => dataVersion > manifest.importId)) {
    return waitForData(context, "the features do not hold the days' data");
  }

  const settled = new Set<string>();
  for (const date of dates) {
    const rows = await listSettledPicks(deps.db, { date, fromModelId, toModelId });
    for (const { modelId, raceId } of rows) settled.add(`${modelId} ${raceId}`);
    await settleAgain(context, races, rows);
  }

  const payable = races.filter((race) => settle(race, []) !== null);
  const newest = newestVersions(races);
  const measured = await listForecastVersions(deps.db, { dates, fromModelId, toModelId });
  const daysFeatures = createDayReader(features, manifest);
  const since = plansCountFrom(dates[0]!);
  for (const model of await listLedgerModels(deps.db, { now: deps.now(), since, fromModelId, toModelId })) {
    const missing = payable.filter(
      ({ raceId, date }) => hasLedgerBets(model, date) && !settled.has(`${model.modelId} ${raceId}`),
    );
    const outdated = [...newest].filter(
      ([date, version]) => hasLedgerBets(model, date) && (measured.get(`${model.modelId} ${date}`) ?? -1) < version,
    );
    if (missing.length === 0 && outdated.length === 0) continue;
    await context.yieldAndRenewLease();
    if (await aside.isDue()) return aside.step();
    const isMeasured = ({ date }: LedgerRace) => outdated.some(([day]) => day === date);
    const scored = await scoreRaces(
      context,
      model,
      payable.filter((race) => missing.includes(race) || isMeasured(race)),
      daysFeatures,
    );
    if (scored === null) return waitForData(context, "a race is not among the features");
    if (scored === "unreadable") continue;
    const rows = scored.flatMap(({ race, scores }) => (missing.includes(race) ? betOn(model, race, scores) : []));
    const forecasts = outdated.map(([date, raceDataVersion]): ForecastDay => {
      const ofDay = scored.filter(({ race }) => race.date === date).map(toForecast);
      return { modelId: model.modelId, date, raceDataVersion, ...sumDay(ofDay) };
    });
    await saveSettledBets(deps.db, { rows, forecasts, now: deps.now() });
  }
  return { kind: "done" };
}

/** The hourly message creates new jobs. */
export async function endFailedSettlement(deps: Deps, job: ClaimedJob): Promise<void> {
  await reopenLedgerDays(deps.db, batchSchema.parse(job.payload).dates);
}

/** The same picks, with the official rows as they are. */
async function settleAgain(
  context: JobContext,
  races: readonly LedgerRace[],
  rows: readonly SettledPicks[],
): Promise<void> {
  const byId = new Map(races.map((race) => [race.raceId, race]));
  const corrected = rows.flatMap(({ modelId, raceId, raceDataVersion, picks }): SettledBets[] => {
    const race = byId.get(raceId);
    if (race === undefined || raceDataVersion >= race.dataVersion) return [];
    // Cancelled, or without payouts: a row without a bet.
    return [toRow(race, { modelId, picks, bets: settle(race, picks) ?? settleRace([], []) })];
  });
  for (let at = 0; at < corrected.length; at += ROWS_PER_WRITE) {
    await context.yieldAndRenewLease();
    const { db, now } = context.deps;
    await saveSettledBets(db, { rows: corrected.slice(at, at + ROWS_PER_WRITE), now: now() });
  }
}

function newestVersions(races: readonly LedgerRace[]): Map<string, number> {
  const versions = new Map<string, number>();
  for (const { date, dataVersion } of races) versions.set(date, Math.max(versions.get(date) ?? 0, dataVersion));
  return versions;
}

interface ScoredRace {
  race: LedgerRace;
  scores: Score[];
}

/** Null: not among the features. "unreadable" must not stop other models: the hourly message tries again. */
async function scoreRaces(
  context: JobContext,
  { modelId, artifactKey }: LedgerModelRow,
  races: readonly LedgerRace[],
  readDay: DayReader,
): Promise<ScoredRace[] | "unreadable" | null> {
  if (races.length === 0) return [];
  const load = async () => {
    const artifact = await getArtifact(context.deps.store, artifactKey);
    return { artifact, ...openFor(artifact, artifact.cutoffDay) };
  };
  const loaded = await load().catch((error: unknown) => {
    console.error(JSON.stringify({ event: "ledger.artifact-unreadable", modelId, error: errorText(error) }));
    return null;
  });
  if (loaded === null) return "unreadable";
  const { artifact, predictor, isLearntFrom } = loaded;
  const scored: ScoredRace[] = [];
  for (const race of races) {
    const features = (await readDay(race.date, artifact.scope))?.findRace(race.raceId, predictor.columnIds) ?? null;
    if (features === null) return null;
    // No races before the cut-off, although refits could score them.
    if (features.horseNums.length === 0 || race.date < artifact.cutoffDay) continue;
    scored.push({ race, scores: scoreRace({ artifact, predictor, isLearntFrom, race: features, runners: [] }) });
  }
  return scored;
}

function betOn({ modelId }: LedgerModelRow, race: LedgerRace, scores: readonly Score[]): SettledBets[] {
  const picks = scores.slice(0, PICKS_KEPT).map(({ horseNum }) => horseNum);
  const bets = settle(race, picks);
  return bets === null ? [] : [toRow(race, { modelId, picks, bets })];
}

function toForecast({ race, scores }: ScoredRace): ForecastOfRace {
  const places = new Map(race.runners.map(({ horseNum, finishPosition }) => [horseNum, finishPosition]));
  const starters = scores.flatMap(({ horseNum, probability }) =>
    probability === null || probability === 0
      ? []
      : [{ horseNum, probability, finishPosition: places.get(horseNum) ?? null }],
  );
  return { raceId: race.raceId, starters };
}

/** Null: not ranked, or no official payout. */
function settle(race: LedgerRace, picks: readonly number[]): SettledBets["bets"] | null {
  const { runners, payouts } = race;
  const isFromModel = { picks, isLearntFrom: false };
  return settleRankedRace({ race, specialMeetings: SPECIAL_MEETINGS, runners, payouts, ...isFromModel });
}

function toRow(
  { raceId, date, dataVersion }: LedgerRace,
  row: Pick<SettledBets, "modelId" | "picks" | "bets">,
): SettledBets {
  return { raceId, date, raceDataVersion: dataVersion, ...row };
}
