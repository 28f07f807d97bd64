import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";
import { type Candidate, type CandidatePlace, listBets, listCandidates } from "#app/db/rankings/rankings.server.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { BASELINE_USER_NAME, BASELINES, pickBaseline } from "#app/domain/rankings/baselines.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import { findCategory } from "#app/domain/rankings/categories.ts";
import { type Participant, selectParticipants } from "#app/domain/rankings/participation.ts";
import { RANKING_PERIODS, type RankingPeriod } from "#app/domain/rankings/periods.ts";
import type { TicketType } from "#app/domain/rankings/pick-returns.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type RankedEntry, type ReturnsEntry, rankEntries, withoutRanks } from "#app/domain/rankings/rank-entries.ts";
import { isRankedRace, settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { createTally, type LedgerRow, type TalliedModel, type Tally } from "#app/domain/rankings/tally.ts";
import { collectOutcomes, drawLuckEnvelope } from "#app/domain/season/luck-envelope.ts";
import type { Deps } from "#app/services/deps.server.ts";

/** One ranking of a period. */
interface CountedEntries {
  ranking: RankingPeriod;
  /** All participants with a bet, sorted by the total. */
  entries: RankedEntry[];
  baselines: RankedEntry[];
  luck: Record<TicketType, LuckEnvelope | null> | null;
}

export interface CountedRankings {
  rankings: CountedEntries[];
  /** Models that took part, with or without a bet. */
  participants: number;
  racers: readonly Racer[];
  /** Users who left; their entries are not stored for look-ups. */
  leavers: Set<number>;
}

const CANDIDATES_PER_READ = 1_000;
/** About fifteen milliseconds of work, and less than a megabyte. */
const BETS_PER_READ = 6_000;

type Owner = Pick<Candidate, "userId" | "modelName" | "userName" | "isLeaver">;
type Racer = Participant & Owner;
interface Count {
  races: readonly RankedRace[];
  entries: ReturnsEntry[];
  outcomes: ReturnType<typeof collectOutcomes>;
}
type RankedRace = Pick<LedgerRace, "raceId" | "date" | "surface" | "distanceM">;

/**
 * Computes all rankings of a period from the ledger, which is streamed in chunks of models, so memory does not grow
 * with models × races. Participation and plans are as of the period's own instants; names are current.
 *
 * @param breathe called after every chunk
 * @param isStopped called after every chunk; if true, the result is null
 */
export async function countPeriod(
  deps: Pick<Deps, "db">,
  period: CountedPeriod,
  { breathe, isStopped }: { breathe: () => Promise<void>; isStopped: () => Promise<boolean> },
): Promise<CountedRankings | null> {
  const racers = await listRacers(deps, period, breathe);
  const { races, baselineBets } = await readRaces(deps, period, breathe);
  const counts = RANKING_PERIODS.filter(({ cadence }) => cadence === period.cadence).map((ranking) => {
    const own = ranking.category === null ? races : races.filter((race) => findCategory(race) === ranking.category);
    const [entries, baselines]: ReturnsEntry[][] = [[], []];
    return { ranking, races: own, entries: entries!, baselines: baselines!, outcomes: collectOutcomes(own) };
  });

  const baselineModels = BASELINES.map(({ modelId }) => ({ modelId, raceDays: period.raceDays }));
  for (const count of counts) {
    const tally = addUp(createTally(count.races, baselineModels), baselineBets);
    for (const { modelId, modelName } of BASELINES) {
      const returns = tally.returnsOf(modelId);
      if (returns === null) continue;
      count.baselines.push({ modelId, modelName, userName: BASELINE_USER_NAME, userId: null, createdAt: 0, returns });
    }
  }

  const size = Math.max(1, Math.floor(BETS_PER_READ / Math.max(1, races.length)));
  for (let at = 0; at < racers.length; at += size) {
    const chunk = racers.slice(at, at + size);
    const range = { fromModelId: chunk[0]!.modelId, toModelId: chunk.at(-1)!.modelId };
    const bets = await listBets(deps.db, { dates: period.raceDays, ...range });
    for (const count of counts) addEntries(count, chunk, bets);
    await breathe();
    if (await isStopped()) return null;
  }

  const rankings: CountedEntries[] = [];
  const pace = createPace(breathe);
  for (const { ranking, entries, baselines, outcomes } of counts) {
    const luck = await drawLuckEnvelope(outcomes.close(), pace);
    rankings.push({ ranking, entries: rankEntries(entries), baselines: withoutRanks(baselines), luck });
    await breathe();
  }
  const leavers = new Set(racers.filter(({ isLeaver }) => isLeaver).map(({ userId }) => userId));
  return { rankings, participants: racers.length, racers, leavers };
}

/** All participants, by model. */
async function listRacers(
  { db }: Pick<Deps, "db">,
  period: CountedPeriod,
  breathe: () => Promise<void>,
): Promise<Racer[]> {
  const racers: Racer[] = [];
  let models: Candidate[] = [];
  const endUser = () => {
    const plan = models[0]?.plan ?? 0;
    const owners = new Map(models.map((model) => [model.modelId, model]));
    for (const participant of selectParticipants({ plan, models }, period)) {
      const { userId, modelName, userName, isLeaver } = owners.get(participant.modelId)!;
      racers.push({ ...participant, userId, modelName: maskName(modelName), userName: maskName(userName), isLeaver });
    }
    models = [];
  };
  let after: CandidatePlace | null = null;
  for (;;) {
    const page: Candidate[] = await listCandidates(db, {
      plansAt: period.participantsAt,
      heldAt: period.dueAt,
      after,
      limit: CANDIDATES_PER_READ,
    });
    for (const candidate of page) {
      // A user's models may span two pages.
      if (models[0] !== undefined && models[0].userId !== candidate.userId) endUser();
      models.push(candidate);
    }
    if (page.length < CANDIDATES_PER_READ) break;
    after = page.at(-1)!;
    await breathe();
  }
  endUser();
  return racers.sort((a, b) => a.modelId - b.modelId);
}

/** The period's ranked races and the baselines' bets on them; read day by day. */
async function readRaces(
  { db }: Pick<Deps, "db">,
  { raceDays }: CountedPeriod,
  breathe: () => Promise<void>,
): Promise<{ races: RankedRace[]; baselineBets: LedgerRow[] }> {
  const races: RankedRace[] = [];
  const baselineBets: LedgerRow[] = [];
  for (const date of raceDays) {
    for (const race of await readLedgerRaces(db, [date])) {
      if (!isRankedRace(race, SPECIAL_MEETINGS)) continue;
      const { raceId, surface, distanceM } = race;
      races.push({ raceId, date, surface, distanceM });
      baselineBets.push(...betBaselines(race));
    }
    await breathe();
  }
  return { races, baselineBets };
}

function betBaselines(race: LedgerRace): LedgerRow[] {
  const { raceId, runners, payouts } = race;
  return BASELINES.flatMap(({ baseline, modelId }): LedgerRow[] => {
    const picks = pickBaseline(baseline, race);
    if (picks === null) return [];
    const task = { race, specialMeetings: SPECIAL_MEETINGS, picks, isLearntFrom: false, runners, payouts };
    const bets = settleRankedRace(task);
    return bets === null ? [] : [{ modelId, raceId, bets }];
  });
}

function addEntries(
  { races, entries, outcomes }: Pick<Count, "races" | "entries" | "outcomes">,
  racers: readonly Racer[],
  bets: readonly LedgerRow[],
): void {
  const models: readonly TalliedModel[] = racers;
  const tally = addUp(createTally(races, models), bets);
  const taking = new Map<number, string>();
  for (const { modelId, modelName, userName, userId, createdAt, raceDays } of racers) {
    const returns = tally.returnsOf(modelId);
    if (returns === null) continue;
    entries.push({ modelId, modelName, userName, userId, createdAt, returns });
    taking.set(modelId, raceDays[0]!);
    outcomes.addParticipant(raceDays[0]!);
  }
  const days = new Map(races.map(({ raceId, date }) => [raceId, date]));
  for (const { modelId, raceId, bets: settled } of bets) {
    const [firstDay, date] = [taking.get(modelId), days.get(raceId)];
    if (firstDay !== undefined && date !== undefined && date >= firstDay) outcomes.addBets(raceId, settled);
  }
}

function addUp(tally: Tally, rows: readonly LedgerRow[]): Tally {
  for (const row of rows) tally.add(row);
  return tally;
}
