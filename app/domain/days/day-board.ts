import { groupBy } from "#app/domain/racing/group-by.ts";
import type { RaceStatus, RunnerStatus, Surface } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { amongStarters } from "#app/domain/scoring/among-starters.ts";
import { AnalysisStatus } from "#app/domain/scoring/analysis-status.ts";
import { fixedAgainstStart } from "#app/domain/scoring/fixed-before-start.ts";
import { placeHorses } from "#app/domain/scoring/place-horses.ts";
import type { Score } from "#app/domain/scoring/score.ts";
import type { SharedMark } from "#app/domain/scoring/shared-analysis.ts";
import { isPaid } from "#app/domain/settlement/settle-race.ts";
import { type DayRaceBets, type DayReturns, sumDayReturns } from "./day-returns.ts";
import { type Clearness, clearnessOf, gapOf } from "./day-row.ts";
import type { PlannedRace, PlannedState } from "./plan-day.ts";

export interface BoardRace {
  raceId: string;
  date: string;
  startTime: string | null;
  status: RaceStatus;
  surface: Surface | null;
}

export interface BoardAnalysis {
  analysisId: number;
  raceId: string;
  status: number;
  isLearntFrom: boolean;
  scores: Score[] | null;
  completedAt: number | null;
}

/** Remains of a deleted analysis that was fixed before the start. */
export interface BoardTombstone {
  raceId: string;
  picks: readonly number[];
  isLearntFrom: boolean;
}

export interface BoardRunner {
  raceId: string;
  horseNum: number;
  bracketNum: number | null;
  status: RunnerStatus;
  finishPosition: number | null;
  winOdds: number | null;
}

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

/** A finished analysis in one line. */
export interface RowIndex {
  analysisId: number;
  /** Number of ◎; bets are on it whether it starts or not. */
  pick: number | null;
  /** In this order, non-starters last; fewer in a smaller field. */
  marked: MarkedHorse[];
  gap: number | null;
  /** Null without chances, and if ◎ does not start. */
  clearness: Clearness | null;
  /** 発走後: counts in no record. */
  isAfterStart: boolean;
  isLearntFrom: boolean;
}

export interface RowResult {
  /** ◎'s finish. */
  status: RunnerStatus;
  position: number | null;
  /** Official payouts of 100 yen on ◎, null if it does not pay. */
  winYen: number | null;
  placeYen: number | null;
  /** Null if ◎ won. */
  winner: { horseNum: number; bracketNum: number | null } | null;
}

export interface BoardRow<Race> {
  race: Race;
  index: RowIndex | null;
  /** Null if there is an index. */
  gap: RowGap | null;
  result: RowResult | null;
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

/** Combines a day: each race's analysis with its result, and the sums of those that count. */
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
    };
  });
  const returns = sumDayReturns(counted);
  leftOut.others += counted.length - (returns?.races ?? 0);
  return { rows, returns, leftOut, deletedInSums };
}

function byRace<Row extends { raceId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return groupBy(rows, ({ raceId }) => raceId);
}

/**
 * The ◎ that counts: fixed before the start. A deletion does not mend a record, so the tombstone of a deleted analysis
 * counts. Null: analysed after the start only.
 */
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
  { race, card }: { race: BoardRace; card: readonly BoardRunner[] },
): RowIndex | null {
  if (analysis?.status !== AnalysisStatus.complete || analysis.scores === null || analysis.completedAt === null) {
    return null;
  }
  const { scores } = amongStarters(analysis.scores, { quinella: [] }, card);
  const placed = placeHorses(scores, card);
  const [first, second] = placed.toSorted((one, other) => one.place - other.place);
  return {
    analysisId: analysis.analysisId,
    pick: scores[0]?.horseNum ?? null,
    marked: placed
      .filter(({ place }) => place <= MARKED)
      .map(({ score: { horseNum, bracketNum, horseName }, mark, place, isOut }) => ({
        ...{ horseNum, bracketNum, horseName, mark, isOut },
        isPick: place === 1,
      })),
    gap: first?.isOut === true || second?.isOut === true ? null : gapOf(scores),
    clearness: first?.isOut === true ? null : clearnessOf(scores[0]?.probability ?? null),
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

function resultOf(pick: number, card: readonly BoardRunner[], payouts: readonly BoardPayout[]): RowResult | null {
  const horse = card.find(({ horseNum }) => horseNum === pick);
  if (horse === undefined) return null;
  const payoutOf = (bet: string) =>
    payouts.find(({ betType, combination }) => betType === bet && combination === String(pick))?.payoutYen ?? null;
  const winner = card.find(({ finishPosition }) => finishPosition === 1);
  return {
    status: horse.status,
    position: horse.finishPosition,
    winYen: payoutOf("win"),
    placeYen: payoutOf("place"),
    winner:
      horse.finishPosition === 1 || winner === undefined
        ? null
        : { horseNum: winner.horseNum, bracketNum: winner.bracketNum },
  };
}
