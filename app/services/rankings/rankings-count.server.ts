import { type LedgerRace, readLedgerRaces } from "#app/db/rankings/ledger.server.ts";
import { createPace } from "#app/domain/learning/pace.ts";
import { BASELINE_USER_NAME, BASELINES, pickBaseline } from "#app/domain/rankings/baselines.ts";
import type { CountedPeriod } from "#app/domain/rankings/calendar.ts";
import type { Cadence, RankingPeriod } from "#app/domain/rankings/periods.ts";
import type { TicketType } from "#app/domain/rankings/pick-returns.ts";
import {
  createRangeCount,
  type RankedRace,
  type RankingPart,
  unpackReturns,
} from "#app/domain/rankings/ranges/range-count.ts";
import { type RankedEntry, type ReturnsEntry, rankEntries, withoutRanks } from "#app/domain/rankings/rank-entries.ts";
import { isRankedRace, settleRankedRace } from "#app/domain/rankings/ranked-races.ts";
import type { LuckEnvelope } from "#app/domain/rankings/ranking-entry.ts";
import { SPECIAL_MEETINGS } from "#app/domain/rankings/special-meetings.ts";
import { type BetGroup, createTally, type TalliedModel } from "#app/domain/rankings/tally.ts";
import { collectOutcomes, drawLuckEnvelope } from "#app/domain/season/luck-envelope.ts";
import type { Deps } from "#app/services/deps.server.ts";
import { readBetGroups } from "./moved-bets.server.ts";
import type { Racer } from "./rankings-participants.server.ts";

/** One ranking of a period. */
export interface CountedRanking {
  /** All participants with a bet, sorted by the total. */
  entries: RankedEntry[];
  baselines: RankedEntry[];
  luck: Record<TicketType, LuckEnvelope | null> | null;
}

/** About 50,000 rows of the ledger, which D1 answers by some hundred groups with the ids of their models. */
const MODELS_PER_READ = 2_500;

type Breathe = () => Promise<void>;

/** The period's ranked races and the baselines' bets on them; read day by day. */
export async function readRaces(
  { db }: Pick<Deps, "db">,
  { raceDays }: Pick<CountedPeriod, "raceDays">,
  breathe: Breathe,
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
    await breathe();
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

/**
 * Adds up the ledger of a range of participants, grouped by what the bets came to: by D1, or as it was moved to R2.
 *
 * @param models the range, by model
 * @param isStopped called after every read; if true, the result is null
 */
export async function countRange(
  deps: Pick<Deps, "db" | "store">,
  { cadence, races, models }: { cadence: Cadence; races: readonly RankedRace[]; models: readonly TalliedModel[] },
  { breathe, isStopped }: { breathe: Breathe; isStopped: () => Promise<boolean> },
): Promise<RankingPart[] | null> {
  const count = createRangeCount(cadence, races, models);
  for (const date of new Set(races.map((race) => race.date))) {
    for (let at = 0; at < models.length; at += MODELS_PER_READ) {
      const read = models.slice(at, at + MODELS_PER_READ);
      const range = { fromModelId: read[0]!.modelId, toModelId: read.at(-1)!.modelId };
      count.add(await readBetGroups(deps, { date, ...range }));
      await breathe();
      if (await isStopped()) return null;
    }
  }
  return count.close();
}

/**
 * Makes a ranking of the counts of all ranges. They are read one after the other, so that memory grows with the entries of
 * this ranking only.
 *
 * @param readPart the parts of a range by its place
 */
export async function mergeRanking(
  { key }: RankingPeriod,
  {
    races,
    ranges,
    baselineBets,
    readPart,
  }: {
    /** Of this ranking. */
    races: readonly RankedRace[];
    ranges: readonly (readonly Racer[])[];
    baselineBets: readonly BetGroup[];
    readPart: (range: number) => Promise<readonly RankingPart[]>;
  },
  breathe: Breathe,
): Promise<CountedRanking> {
  const entries: ReturnsEntry[] = [];
  const outcomes = collectOutcomes(races);
  for (const [range, racers] of ranges.entries()) {
    const part = (await readPart(range)).find((each) => each.key === key)!;
    for (const [place, { modelId, modelName, userName, userId, createdAt, raceDays }] of racers.entries()) {
      const returns = unpackReturns(part, place);
      if (returns === null) continue;
      entries.push({ modelId, modelName, userName, userId, createdAt, returns });
      outcomes.addParticipant(raceDays[0]!);
    }
    for (const { raceId, money, count } of part.outcomes) outcomes.addBets(raceId, money, count);
    await breathe();
  }
  const luck = await drawLuckEnvelope(outcomes.close(), createPace(breathe));
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
