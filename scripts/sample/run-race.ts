/** Runs a race: a Plackett–Luce draw with consistent times, margins, corners, prizes, odds and payouts. */

import { groupBy } from "#app/domain/racing/group-by.ts";
import { VenueType } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import { cornersPassed } from "./courses.ts";
import type { Entry, PlannedRace } from "./entries.ts";
import { chancesOf } from "./market/chances.ts";
import { settlePools } from "./market/long-odds.ts";
import { openPools, type Pools, placesSoldFor, popularityOf, takeoutOf, winOddsOf } from "./market/market.ts";
import { type TicketTruth, ticketTruths } from "./market/truth.ts";
import { type Strength, strengthOf } from "./market/utility.ts";
import { apprenticeOf, lapsOf, lengthsOf, PRIZE_SHARES, prizeYen, raceDetails } from "./race-details.ts";
import { createStream, type Stream, StreamPurpose } from "./random.ts";
import { timesOf } from "./times.ts";

export interface SampleRace {
  race: Race;
  runners: Runner[];
  payouts: Payout[];
  /** Stakes when betting closed; null without a result. */
  pools: Pools | null;
  refunded: number[];
  /** True values of the tickets; empty unless requested, and for races without a result. */
  tickets: TicketTruth[];
}

export interface RunResult extends Omit<SampleRace, "tickets"> {
  judgeTickets: () => TicketTruth[];
  outcomes: { entry: Entry; started: boolean; finishPosition: number | null; starters: number }[];
}

type Fate = "finished" | "did_not_finish" | "disqualified";

interface Performance {
  entry: Entry;
  strength: Strength;
  fate: Fate;
  performance: number;
  position: number | null;
  /** Position before disqualifications; decides times and corners. */
  rawRank: number;
}

const DNF_RATE = { flat: 0.0022, jump: 0.05 } as const;
const DISQUALIFIED_RATE = 0.00025;
/** Performances this close share a position: about 1 race in 400 has a dead heat for first place. */
const DEAD_HEAT_GAP = 0.0025;
const BLINKERS_EVERY = 9;

export function raceRow(planned: PlannedRace, status: Race["status"], published: boolean): Race {
  const { spec, meeting } = planned;
  const clock = `${String(Math.floor(spec.startMinute / 60)).padStart(2, "0")}:${String(spec.startMinute % 60).padStart(2, "0")}`;
  return {
    raceId: planned.raceId,
    date: planned.date,
    venue: meeting.course.name,
    venueType: meeting.course.venueType,
    raceNum: spec.raceNum,
    name: spec.name,
    startTime: clock,
    surface: spec.surface,
    distanceM: spec.distanceM,
    weather: published ? planned.weather : null,
    going: published ? planned.going : null,
    status,
    meetingNum: meeting.meetingNum,
    meetingDay: meeting.meetingDay,
    grade: spec.grade,
    raceClass: spec.raceClass,
    ...raceDetails(planned),
    lapsS: null,
  };
}

/** A declared runner; `weighed` = its body weight has been announced. */
export function runnerRow(planned: PlannedRace, entry: Entry, status: Runner["status"], weighed: boolean): Runner {
  const { horse, jockey, trainer } = entry;
  return {
    raceId: planned.raceId,
    horseNum: entry.horseNum,
    bracketNum: entry.bracketNum,
    horseId: horse.id,
    horseName: horse.name,
    sex: entry.sex,
    age: entry.age,
    carriedWeightKg: entry.carriedWeightKg,
    jockeyId: jockey.id,
    jockeyName: jockey.name,
    trainerId: trainer.id,
    trainerName: trainer.name,
    status,
    finishPosition: null,
    timeS: null,
    marginS: null,
    cornerPositions: null,
    last600mS: null,
    winOdds: null,
    popularity: null,
    bodyWeightKg: weighed ? entry.bodyWeightKg : null,
    bodyWeightChangeKg: weighed ? entry.bodyWeightChangeKg : null,
    prizeYen: null,
    sireName: horse.sire.name,
    damSireName: horse.damSire.name,
    trouble: null,
    damName: horse.damName,
    trainerBase: trainer.venueType === VenueType.central ? (["miho", "ritto"] as const)[trainer.region] : null,
    apprentice: apprenticeOf(entry, planned.spec),
    blinkers: Number(horse.id.slice(-6)) % BLINKERS_EVERY === 0 ? true : null,
    lengths: null,
  };
}

export function runRace(seed: number, planned: PlannedRace): RunResult {
  if (planned.cancelled) return cancelledRace(planned);
  const courseCode = Number(planned.meeting.course.code);
  const stream = createStream(seed, StreamPurpose.run, planned.day, courseCode, planned.spec.raceNum);
  const performances = rank(draw(planned, stream));
  const pools = sellBets(planned, performances, stream);
  const contestants = performances.map(({ entry, strength }) => ({
    horseNum: entry.horseNum,
    strength: strength.known,
  }));
  const odds = winOddsOf(pools);
  const popularity = popularityOf(pools);
  const prizes = prizesOf(planned, performances);
  const times = timesOf(
    {
      course: planned.meeting.course,
      spec: planned.spec,
      going: planned.going,
      corners: cornersPassed(planned.meeting.course, planned.spec.surface, planned.spec.distanceM),
    },
    performances.map(({ entry, performance, fate, rawRank }) => ({
      horseNum: entry.horseNum,
      style: entry.horse.style,
      performance,
      rawRank,
      finished: fate !== "did_not_finish",
    })),
    stream,
  );
  const winner = performances.find(({ position }) => position === 1);
  const winnerTimes = winner && times.get(winner.entry.horseNum);
  const winnerTimeS = winnerTimes?.timeS ?? null;
  const byNumber = new Map(performances.map((item) => [item.entry.horseNum, item]));
  const placed = performances.filter(({ position }) => position !== null);
  const lengths = new Map(
    placed.map(({ entry: { horseNum }, position }, index) => {
      const before = placed[index - 1];
      const timeS = times.get(horseNum)?.timeS ?? 0;
      const gapS = timeS - (times.get(before?.entry.horseNum ?? 0)?.timeS ?? timeS);
      const isDeadHeat = before?.position === position;
      return [horseNum, before === undefined ? null : lengthsOf(gapS, { isDeadHeat, horseNum })];
    }),
  );
  const { surface, distanceM } = planned.spec;
  const central = planned.meeting.course.venueType === VenueType.central;
  const runners = planned.entries.map((entry): Runner => {
    const ran = byNumber.get(entry.horseNum);
    if (ran === undefined) {
      return runnerRow(
        planned,
        entry,
        entry.withdrawal === "excluded" ? "excluded" : "scratched",
        entry.withdrawal === "excluded",
      );
    }
    const time = times.get(entry.horseNum);
    const timeS = time?.timeS ?? null;
    return {
      ...runnerRow(planned, entry, ran.fate, true),
      finishPosition: ran.position,
      timeS,
      marginS: ran.position === null || timeS === null || winnerTimeS === null ? null : round(timeS - winnerTimeS, 1),
      cornerPositions: time?.corners ?? null,
      last600mS: time?.last600mS ?? null,
      winOdds: odds.get(entry.horseNum) ?? null,
      popularity: popularity.get(entry.horseNum) ?? null,
      prizeYen: prizes.get(entry.horseNum) ?? 0,
      // Only the central circuit reports trouble in running.
      trouble: central ? ran.strength.hampered : null,
      lengths: lengths.get(entry.horseNum) ?? null,
    };
  });
  const finishers = performances.flatMap(({ entry, position }) =>
    position === null ? [] : [[entry.horseNum, position] as const],
  );
  return {
    race: {
      ...raceRow(planned, "result", true),
      lapsS:
        surface === "jump" || winnerTimeS === null || winnerTimes?.last600mS == null
          ? null
          : lapsOf(distanceM, { timeS: winnerTimeS, last600mS: winnerTimes.last600mS }),
    },
    runners,
    payouts: settlePools(
      planned.raceId,
      pools,
      finishers,
      new Map(planned.entries.map(({ horseNum, bracketNum }) => [horseNum, bracketNum])),
    ),
    pools,
    refunded: refundedOf(planned),
    judgeTickets: () => ticketTruths(contestants, noFinishRateOf(planned), pools),
    outcomes: planned.entries.map((entry) => ({
      entry,
      started: byNumber.has(entry.horseNum),
      finishPosition: byNumber.get(entry.horseNum)?.position ?? null,
      starters: performances.length,
    })),
  };
}

export function refundedOf({ entries }: PlannedRace): number[] {
  return entries.flatMap(({ horseNum, withdrawal }) =>
    withdrawal === "afterSales" || withdrawal === "excluded" ? [horseNum] : [],
  );
}

function cancelledRace(planned: PlannedRace): RunResult {
  return {
    race: raceRow(planned, "cancelled", true),
    runners: planned.entries.map((entry) => runnerRow(planned, entry, "no_result", false)),
    payouts: [],
    pools: null,
    refunded: [],
    judgeTickets: () => [],
    outcomes: planned.entries.map((entry) => ({ entry, started: false, finishPosition: null, starters: 0 })),
  };
}

const dnfRateOf = ({ spec }: PlannedRace): number => (spec.surface === "jump" ? DNF_RATE.jump : DNF_RATE.flat);
const noFinishRateOf = (planned: PlannedRace): number => dnfRateOf(planned) + DISQUALIFIED_RATE;

function draw(planned: PlannedRace, stream: Stream): Performance[] {
  const starters = planned.entries.filter(({ withdrawal }) => withdrawal === "none");
  const dnfRate = dnfRateOf(planned);
  // At least three horses always finish.
  let mayFail = starters.length - 3;
  return starters.map((entry) => {
    const strength = strengthOf(planned, entry, stream);
    const luck = stream.uniform();
    const fate: Fate =
      mayFail <= 0
        ? "finished"
        : luck < dnfRate
          ? "did_not_finish"
          : luck < dnfRate + DISQUALIFIED_RATE
            ? "disqualified"
            : "finished";
    if (fate !== "finished") mayFail -= 1;
    return { entry, strength, fate, performance: strength.utility, position: null, rawRank: 0 };
  });
}

/** Sorts by performance, horses that did not finish last, and assigns official positions with dead heats. */
function rank(performances: Performance[]): Performance[] {
  const order = [...performances].sort(
    (a, b) =>
      Number(a.fate === "did_not_finish") - Number(b.fate === "did_not_finish") || b.performance - a.performance,
  );
  let placed = 0;
  let previous: { performance: number; position: number } | null = null;
  return order.map((item, index) => {
    const rawRank = index + 1;
    if (item.fate !== "finished") return { ...item, rawRank };
    placed += 1;
    const level = previous !== null && previous.performance - item.performance < DEAD_HEAT_GAP;
    // Horses in a dead heat share one performance, so that their times agree.
    const performance = level ? (previous?.performance ?? item.performance) : item.performance;
    const position = level ? (previous?.position ?? placed) : placed;
    previous = { performance, position };
    return { ...item, rawRank, performance, position };
  });
}

function sellBets(planned: PlannedRace, performances: readonly Performance[], stream: Stream) {
  const central = planned.meeting.course.venueType === VenueType.central;
  const starters = performances.toSorted((a, b) => a.entry.horseNum - b.entry.horseNum);
  const atOpening = planned.entries.filter(({ withdrawal }) => withdrawal !== "beforeSales").length;
  // Bets on horses withdrawn later were refunded, so the pools contain only the starters' stakes.
  return openPools(
    starters.map(({ entry }) => entry.horseNum),
    chancesOf(
      starters.map(({ strength }) => strength.opinion),
      noFinishRateOf(planned),
    ),
    {
      poolYen: (central ? 30_000_000 : 9_000_000) * Math.exp(0.35 * stream.normal()),
      placesSold: placesSoldFor(atOpening),
      takeout: takeoutOf(planned.meeting.course.venueType),
      stream,
    },
  );
}

function prizesOf(planned: PlannedRace, performances: readonly Performance[]): Map<number, number> {
  const prizes = new Map<number, number>();
  const placed = performances.flatMap(({ entry, position }) =>
    position === null ? [] : [{ horseNum: entry.horseNum, position }],
  );
  for (const [position, horses] of groupBy(placed, (horse) => horse.position)) {
    const shares = horses.map((_, index) => PRIZE_SHARES[position - 1 + index] ?? 0);
    const each = shares.reduce((sum, share) => sum + share, 0) / horses.length;
    for (const { horseNum } of horses) prizes.set(horseNum, prizeYen(planned.spec, each));
  }
  return prizes;
}

const round = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
