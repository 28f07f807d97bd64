import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";
import {
  type Candidate,
  type CandidatePlace,
  listBetGroups,
  listCandidates,
} from "#app/db/rankings/rankings.server.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { BASELINE_USER_NAME, BASELINES, pickBaseline } from "#app/domain/rankings/baselines.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import { type Participant, selectParticipants } from "#app/domain/rankings/participation.ts";
import type { Cadence, RankingPeriod } from "#app/domain/rankings/periods.ts";
import type { TicketType } from "#app/domain/rankings/pick-returns.ts";
import { maskName } from "#app/domain/rankings/public-name.ts";
import { type RankedEntry, type ReturnsEntry, rankEntries, withoutRanks } from "#app/domain/rankings/rank-entries.ts";
import { isRankedRace, type RankedRace, rankingsOf, settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { type BetGroup, createTally, type Tally } from "#app/domain/rankings/tally.ts";
import { collectOutcomes, drawLuckEnvelope } from "#app/domain/season/luck-envelope.ts";
import type { Deps } from "#app/services/deps.server.ts";

export interface CountedRanking {
  /** With a bet, sorted by the total. */
  entries: RankedEntry[];
  baselines: RankedEntry[];
  luck: Record<TicketType, LuckEnvelope | null> | null;
}

/** About 50,000 rows, grouped by D1. */
const MODELS_PER_READ = 2_500;

type YieldAndRenewLease = () => Promise<void>;

export async function readRaces(
  { db }: Pick<Deps, "db">,
  { raceDays }: Pick<CountedPeriod, "raceDays">,
  yieldAndRenewLease: YieldAndRenewLease,
): Promise<{ races: RankedRace[]; baselineBets: BetGroup[] }> {
  const races: RankedRace[] = [];
  const baselineBets: BetGroup[] = [];
  for (const date of raceDays) {
    for (const race of await readLedgerRaces(db, [date])) {
      if (!isRankedRace(race, SPECIAL_MEETINGS)) continue;
      const { raceId, surface, distanceM } = race;
      races.push({ raceId, date, surface, distanceM });
      baselineBets.push(...betBaselines(race));
    }
    await yieldAndRenewLease();
  }
  return { races, baselineBets };
}

function betBaselines(race: LedgerRace): BetGroup[] {
  const { raceId, runners, payouts } = race;
  return BASELINES.flatMap(({ baseline, modelId }): BetGroup[] => {
    const picks = pickBaseline(baseline, race);
    if (picks === null) return [];
    const task = { race, specialMeetings: SPECIAL_MEETINGS, picks, isLearntFrom: false, runners, payouts };
    const bets = settleRankedRace(task);
    return bets === null ? [] : [{ raceId, bets, modelIds: [modelId] }];
  });
}

interface TalliedRanking {
  ranking: RankingPeriod;
  races: readonly RankedRace[];
  tally: Tally;
}

/** D1 groups rows by result. rankedModels: by id. isStopped: called after every read; true ends with null */
export async function tallyRankings(
  { db }: Pick<Deps, "db">,
  {
    cadence,
    races,
    rankedModels,
  }: { cadence: Cadence; races: readonly RankedRace[]; rankedModels: readonly RankedModel[] },
  { yieldAndRenewLease, isStopped }: { yieldAndRenewLease: YieldAndRenewLease; isStopped: () => Promise<boolean> },
): Promise<TalliedRanking[] | null> {
  const tallied = rankingsOf(cadence, races).map((each) => ({ ...each, tally: createTally(each.races, rankedModels) }));
  for (const date of new Set(races.map((race) => race.date))) {
    for (let at = 0; at < rankedModels.length; at += MODELS_PER_READ) {
      const read = rankedModels.slice(at, at + MODELS_PER_READ);
      const range = { fromModelId: read[0]!.modelId, toModelId: read.at(-1)!.modelId };
      for (const group of await listBetGroups(db, { date, ...range }))
        for (const { tally } of tallied) tally.add(group);
      await yieldAndRenewLease();
      if (await isStopped()) return null;
    }
  }
  return tallied;
}

export async function countRanking(
  { races, tally }: TalliedRanking,
  { rankedModels, baselineBets }: { rankedModels: readonly RankedModel[]; baselineBets: readonly BetGroup[] },
  yieldAndRenewLease: YieldAndRenewLease,
): Promise<CountedRanking> {
  const entries: ReturnsEntry[] = [];
  const outcomes = collectOutcomes(races);
  for (const { modelId, modelName, userName, userId, createdAt, raceDays } of rankedModels) {
    const returns = tally.returnsOf(modelId);
    if (returns === null) continue;
    entries.push({ modelId, modelName, userName, userId, createdAt, returns });
    outcomes.addParticipant(raceDays[0]!);
  }
  for (const { raceId, money, count } of tally.outcomes()) outcomes.addBets(raceId, money, count);
  await yieldAndRenewLease();
  const luck = await drawLuckEnvelope(outcomes.close(), createPace(yieldAndRenewLease));
  return { entries: rankEntries(entries), baselines: countBaselines(races, baselineBets), luck };
}

function countBaselines(races: readonly RankedRace[], bets: readonly BetGroup[]): RankedEntry[] {
  const raceDays = races.map(({ date }) => date).sort();
  const tally = createTally(
    races,
    BASELINES.map(({ modelId }) => ({ modelId, raceDays })),
  );
  for (const group of bets) tally.add(group);
  return withoutRanks(
    BASELINES.flatMap(({ modelId, modelName }): ReturnsEntry[] => {
      const returns = tally.returnsOf(modelId);
      if (returns === null) return [];
      return [{ modelId, modelName, userName: BASELINE_USER_NAME, userId: null, createdAt: 0, returns }];
    }),
  );
}

const CANDIDATES_PER_READ = 1_000;

/** Names are masked. */
export type RankedModel = Participant & Pick<Candidate, "userId" | "modelName" | "userName" | "isOfDeletedUser">;

/** Plans as of the period's own instants, current names. */
export async function listRankedModels(
  { db }: Pick<Deps, "db">,
  period: CountedPeriod,
  yieldAndRenewLease: () => Promise<void>,
): Promise<RankedModel[]> {
  const rankedModels: RankedModel[] = [];
  let models: Candidate[] = [];
  const endUser = () => {
    const plan = models[0]?.plan ?? 0;
    const owners = new Map(models.map((model) => [model.modelId, model]));
    for (const participant of selectParticipants({ plan, models }, period)) {
      const { userId, modelName, userName, isOfDeletedUser } = owners.get(participant.modelId)!;
      rankedModels.push({
        ...participant,
        userId,
        modelName: maskName(modelName),
        userName: maskName(userName),
        isOfDeletedUser,
      });
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
    await yieldAndRenewLease();
  }
  endUser();
  return rankedModels.sort((a, b) => a.modelId - b.modelId);
}
