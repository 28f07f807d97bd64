import { groupBy } from "#app/domain/racing/group-by.ts";
import { isPaid, isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import { placeHorses, shareOfStarters } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { SharedMark } from "#app/domain/scoring/shared-analysis.ts";
import { type DayRaceBets, type DayReturns, sumDayReturns } from "./day-returns.ts";
import type { ListedPicks, ListedRunner } from "./listed-picks.ts";
import type { PlannedRace, PlannedState } from "./plan-day.ts";

export type BoardRace = Pick<Race, "raceId" | "date" | "startTime" | "status" | "surface">;

export interface BoardAnalysis {
  analysisId: number;
  raceId: string;
  status: number;
  isLearntFrom: boolean;
  /** Best index first. */
  scores: Pick<Score, "horseNum" | "index" | "probability">[] | null;
  completedAt: number | null;
}

/** Remains of a deleted analysis that was fixed before the start. */
export interface BoardTombstone {
  raceId: string;
  picks: readonly number[];
  isLearntFrom: boolean;
}

export type BoardRunner = ListedRunner & Pick<Runner, "raceId" | "winOdds">;

type BoardPayout = Pick<Payout, "raceId" | "betType" | "combination" | "payoutYen">;

/** State of a race on the board that has no finished analysis. */
export type RowGap =
  | "pending"
  | "awaits-weights"
  | "failed"
  | "deleted"
  | Exclude<PlannedState, "analysed" | "pending">;

interface MarkedHorse {
  horseNum: number;
  bracketNum: number | null;
  horseName: string;
  /** ◎○▲ as given; null for a horse that does not start. */
  mark: SharedMark;
  isOut: boolean;
  /** Also if it does not start. */
  isPick: boolean;
}

export interface RowIndex {
  analysisId: number;
  /** Number of ◎; bets are on it whether it starts or not. */
  pick: number | null;
  /** In this order, non-starters last; fewer in a smaller field. */
  marked: MarkedHorse[];
  /** ◎'s chance among the starters; null if it does not start, and if the model was trained on the race. */
  probability: number | null;
  /** 発走後: counts in no record. */
  isAfterStart: boolean;
  isLearntFrom: boolean;
}

interface RowResult {
  /** ◎'s finish. */
  status: RunnerStatus;
  position: number | null;
  /** Official payouts of 100 yen on ◎, null if it does not pay. */
  winYen: number | null;
  placeYen: number | null;
}

export interface BoardRow<Race> {
  race: Race;
  index: RowIndex | null;
  /** Null if there is an index. */
  gap: RowGap | null;
  result: RowResult | null;
  /** Several after a dead heat; empty before the result. */
  winners: ListedRunner[];
  scratched: number[];
}

export interface DayBoard<Race> {
  /** Earliest first. */
  rows: BoardRow<Race>[];
  returns: DayReturns | null;
  /** Races with a result that are not in the sums. */
  leftOut: { afterStart: number; others: number };
  /** Analyses in the sums whose owner has deleted them. */
  deletedInSums: number;
}

export function buildDayBoard<Race extends BoardRace>({
  planned,
  analyses,
  tombstones,
  runners,
  payouts,
}: {
  planned: readonly (Pick<PlannedRace<never>, "state" | "awaitsWeights"> & { race: Race })[];
  analyses: readonly BoardAnalysis[];
  /** Last fixed first. */
  tombstones: readonly BoardTombstone[];
  runners: readonly BoardRunner[];
  payouts: readonly BoardPayout[];
}): DayBoard<Race> {
  const runnersOf = byRace(runners);
  const payoutsOf = byRace(payouts);
  const analysesOf = byRace(analyses);
  const tombstonesOf = byRace(tombstones);
  const counted: DayRaceBets[] = [];
  const leftOut = { afterStart: 0, others: 0 };
  let deletedInSums = 0;
  const rows = planned.map(({ race, state, awaitsWeights }): BoardRow<Race> => {
    const card = runnersOf.get(race.raceId) ?? [];
    const paid = payoutsOf.get(race.raceId) ?? [];
    const own = analysesOf.get(race.raceId) ?? [];
    const analysis = own.find(({ status }) => status !== AnalysisStatus.failed) ?? own[0];
    const tombstone = tombstonesOf.get(race.raceId)?.[0];
    const index = indexOf(analysis, { race, card });
    const isSettled = race.status === "result" && paid.some(isPaid);
    if (isSettled && (index !== null || tombstone !== undefined)) {
      const pick = pickOfRecord(index, tombstone);
      if (pick === null) leftOut.afterStart += 1;
      else if (pick.isLearntFrom || race.surface === "jump") leftOut.others += 1;
      else {
        counted.push({ pick: pick.horseNum, runners: card, payouts: paid });
        if (pick.isDeleted) deletedInSums += 1;
      }
    }
    const pick = index?.pick ?? null;
    return {
      race,
      index,
      gap: index === null ? gapWords({ analysis, tombstone, state, awaitsWeights }) : null,
      result: race.status === "result" && pick !== null ? resultOf(pick, card, paid) : null,
      ...cardFacts(card),
    };
  });
  const returns = sumDayReturns(counted);
  leftOut.others += counted.length - (returns?.races ?? 0);
  return { rows, returns, leftOut, deletedInSums };
}

function byRace<Row extends { raceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ raceId }) => raceId);
}

/** The ◎ fixed before the start, or a tombstone's, as a deletion does not mend a record. Null: after the start. */
function pickOfRecord(
  index: RowIndex | null,
  tombstone: BoardTombstone | undefined,
): { horseNum: number; isLearntFrom: boolean; isDeleted: boolean } | null {
  const pick = index?.pick ?? null;
  if (index !== null && pick !== null && !index.isAfterStart) {
    return { horseNum: pick, isLearntFrom: index.isLearntFrom, isDeleted: false };
  }
  const left = tombstone?.picks[0];
  if (tombstone === undefined || left === undefined) return null;
  return { horseNum: left, isLearntFrom: tombstone.isLearntFrom, isDeleted: true };
}

const MARKED = 3;

function indexOf(
  analysis: BoardAnalysis | undefined,
  { race, card }: { race: BoardRace; card: readonly ListedRunner[] },
): RowIndex | null {
  if (analysis?.status !== AnalysisStatus.complete || analysis.scores === null || analysis.completedAt === null) {
    return null;
  }
  const { scores } = analysis;
  const placed = placeHorses(scores, card);
  const first = placed.find(({ place }) => place === 1);
  const chance = first === undefined || first.isOut ? null : first.score.probability;
  const onCard = new Map(card.map((horse) => [horse.horseNum, horse]));
  return {
    analysisId: analysis.analysisId,
    pick: scores[0]?.horseNum ?? null,
    marked: placed
      .filter(({ score, place }) => place <= MARKED && onCard.has(score.horseNum))
      .map(({ score: { horseNum }, mark, place, isOut }) => ({
        ...{ horseNum, mark, isOut },
        bracketNum: onCard.get(horseNum)?.bracketNum ?? null,
        horseName: onCard.get(horseNum)?.horseName ?? "",
        isPick: place === 1,
      })),
    probability: chance === null ? null : chance * shareOfStarters(placed),
    isAfterStart: fixedAgainstStart(analysis.completedAt, race).kind === "after",
    isLearntFrom: analysis.isLearntFrom,
  };
}

function gapWords({
  analysis,
  tombstone,
  state,
  awaitsWeights,
}: {
  analysis: BoardAnalysis | undefined;
  tombstone: BoardTombstone | undefined;
  state: PlannedState;
  awaitsWeights: boolean;
}): RowGap {
  if (state === "cancelled") return "cancelled";
  if (state === "pending" || analysis?.status === AnalysisStatus.running)
    return awaitsWeights ? "awaits-weights" : "pending";
  if (analysis?.status === AnalysisStatus.failed) return "failed";
  if (tombstone !== undefined) return "deleted";
  return state === "analysed" ? "to-count" : state;
}

function resultOf(pick: number, card: readonly ListedRunner[], payouts: readonly BoardPayout[]): RowResult | null {
  const horse = card.find(({ horseNum }) => horseNum === pick);
  if (horse === undefined) return null;
  const payoutOf = (bet: string) =>
    payouts.find(({ betType, combination }) => betType === bet && combination === String(pick))?.payoutYen ?? null;
  return {
    status: horse.status,
    position: horse.finishPosition,
    winYen: payoutOf("win"),
    placeYen: payoutOf("place"),
  };
}

function cardFacts(card: readonly ListedRunner[]): Pick<BoardRow<unknown>, "winners" | "scratched"> {
  return {
    winners: card.filter(({ finishPosition }) => finishPosition === 1),
    scratched: card.filter(({ status }) => !isStarter(status)).map(({ horseNum }) => horseNum),
  };
}

/** A race of a list by one finished analysis of it. */
export function listedRow<Race extends BoardRace>({
  race,
  own,
  card,
  payouts,
}: {
  race: Race;
  own: ListedPicks | null;
  /** At least the winners and the horses that do not start; all if it was analysed. */
  card: readonly ListedRunner[];
  payouts: readonly BoardPayout[];
}): BoardRow<Race> {
  const analysis = own === null ? undefined : { ...own, raceId: race.raceId, status: AnalysisStatus.complete };
  const index = indexOf(analysis, { race, card });
  const pick = index?.pick ?? null;
  return {
    ...{ race, index, gap: null },
    result: race.status === "result" && pick !== null ? resultOf(pick, card, payouts) : null,
    ...cardFacts(card),
  };
}
