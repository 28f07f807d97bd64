import { normalQuantile } from "#app/domain/comparing/paired-difference.ts";
import { countOutcomes, type DuelOutcome } from "#app/domain/days/favourite-duel.ts";
import { addDays, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { studentQuantile } from "#app/domain/racing/normal-quantile.ts";
import { createSeasonTally, fieldSkill, type LossRow, type LossSums } from "#app/domain/season/season-tally.ts";
import { shrink } from "#app/domain/season/shrinkage.ts";

export const LEAGUES_MAX = 10;
export const LEAGUE_MEMBERS = { min: 3, max: 20 };
export const LEAGUE_WEEKS = { min: 4, max: 26 };
export const LEAGUE_NAME_MAX = 20;

/** Weight of the members' common spread, in days. */
const PRIOR_DAYS = 8;
/** Share of seasons in which equal models do not draw; less than the 5 % that the pages promise. */
const ERROR = 0.03;

/** Weeks begin on Saturday, so that none splits a race weekend. */
export function weekOf(day: string): string {
  return addDays(day, -((weekdayOf(day) + 1) % 7));
}

export interface LeagueMember {
  userId: number;
  /** First week. */
  from: string;
  leftOn: string | null;
}

/** Figures of a member's model of the week. */
export interface LeagueRow extends Omit<LossRow, "modelId"> {
  userId: number;
  stakeYen: number;
  payoutYen: number;
}

/** The first member's skill above the second's, on their common race days. */
export interface SkillDifference {
  value: number;
  low: number;
  high: number;
  races: number;
  /** Both members' own. */
  skills: readonly [number, number];
  /** The first member's. Drawn unless the difference is larger than its uncertainty. */
  outcome: DuelOutcome;
}

export interface LeagueDuel {
  members: readonly [number, number];
  /** Null without a common race. */
  difference: SkillDifference | null;
}

export interface LeagueWeek {
  number: number;
  from: string;
  state: "over" | "running" | "next";
  duels: LeagueDuel[];
}

interface LeagueStanding {
  userId: number;
  races: number;
  /** Pseudo-R²; null without a race. */
  value: number | null;
  /** Half of the 95 % interval; null on the first race day. */
  half: number | null;
  /** Without the running week. */
  counts: Record<DuelOutcome, number>;
  stakeYen: number;
  payoutYen: number;
}

interface League {
  members: readonly LeagueMember[];
  rows: readonly LeagueRow[];
  firstDay: string;
  weeks: number;
  today: string;
}

export interface LeagueSeason {
  /** Up to the next one. */
  weeks: LeagueWeek[];
  /** Best first, members without a race last. */
  standings: LeagueStanding[];
  /** The first above the second over the season; null without both. */
  lead: SkillDifference | null;
}

type Days = ReadonlyMap<string, LeagueRow>;
type Pair = readonly [number, number];

/** Round robin by the circle method. The second of a pair is null if the first has no opponent. */
export function pairUp(userIds: readonly number[], round: number): [number, number | null][] {
  const [fixed, ...others] = userIds.length % 2 === 0 ? userIds : [...userIds, null];
  const turn = others.length === 0 ? 0 : round % others.length;
  const ring = [fixed ?? null, ...others.slice(turn), ...others.slice(0, turn)];
  return Array.from({ length: ring.length / 2 }, (_, at) => {
    const [one, other] = [ring[at]!, ring.at(-1 - at)!];
    return one === null ? [other, one] : [one, other];
  });
}

/** A duel's interval is widened for the times a pair meets, so equal models draw all. Later weeks change no duel. */
export function measureLeague({ members, rows, firstDay, weeks, today }: League): LeagueSeason {
  const days = new Map(members.map((member) => [member.userId, daysOf(member, rows)]));
  const pairs = members.flatMap(({ userId }, at) =>
    members.slice(at + 1).map((other) => commonDays(days.get(userId)!, days.get(other.userId)!)),
  );
  const compareUntil = (end: string, meetings: number) => {
    const until = (own: readonly PairDay[]) => own.filter(({ date }) => date < end);
    const all = pairs.map((own) => scatterOf(until(own)));
    const pooled = sumOf(all, "squares") / Math.max(1, sumOf(all, "degrees"));
    const longest = Math.max(0, ...all.map(({ degrees }) => degrees));
    const players = [...days.values()].filter((own) => [...own.keys()].some((date) => date < end)).length;
    const z = normalQuantile(1 - ERROR / 2 / meetings);
    const stretch = studentQuantile(Math.max(2, longest * (players - 1)), z);
    return ([one, other]: Pair, from: string) => {
      const own = until(commonDays(days.get(one)!, days.get(other)!));
      const { squares, degrees } = scatterOf(own);
      const spread = (squares + PRIOR_DAYS * pooled) / (degrees + PRIOR_DAYS);
      return differenceOf(
        own.filter(({ date }) => date >= from),
        { spread, stretch },
      );
    };
  };
  const season: LeagueWeek[] = [];
  for (let number = 1; number <= weeks; number++) {
    const from = addDays(firstDay, (number - 1) * 7);
    if (from > addDays(today, 7)) break;
    const present = members.filter((member) => member.from <= from && (member.leftOn ?? from) >= from);
    const ids = present.map(({ userId }) => userId);
    const drawn = present.length < LEAGUE_MEMBERS.min ? [] : pairUp(ids, number - 1);
    const compare = compareUntil(addDays(from, 7), Math.ceil(weeks / Math.max(1, 2 * drawn.length - 1)));
    season.push({
      ...{ number, from },
      state: from > today ? "next" : addDays(from, 2) >= today ? "running" : "over",
      duels: drawn.flatMap(([one, other]): LeagueDuel[] =>
        other === null ? [] : [{ members: [one, other], difference: compare([one, other], from) }],
      ),
    });
  }
  const standings = rank(members, days, season);
  const [first, second] = standings.filter(({ value }) => value !== null);
  const isPair = first !== undefined && second !== undefined;
  const compare = compareUntil(addDays(firstDay, weeks * 7), 1);
  return {
    ...{ weeks: season, standings },
    lead: isPair ? compare([first.userId, second.userId], firstDay) : null,
  };
}

/** The week of the leaving counts. */
function daysOf({ userId, leftOn }: LeagueMember, rows: readonly LeagueRow[]): Days {
  const end = leftOn === null ? null : addDays(weekOf(leftOn), 7);
  return new Map(
    rows.filter((row) => row.userId === userId && (end === null || row.date < end)).map((row) => [row.date, row]),
  );
}

interface PairDay extends Omit<LossRow, "modelId"> {
  otherLoss: number;
  gain: number;
}

/** Days on which both models forecast the same races. */
function commonDays(one: Days, other: Days): PairDay[] {
  return [...one.values()].flatMap(({ date, races, loss, uniformLoss }) => {
    const against = other.get(date);
    if (races === 0 || against?.races !== races) return [];
    return [{ date, races, loss, uniformLoss, otherLoss: against.loss, gain: against.loss - loss }];
  });
}

/** Around the pair's own difference. Squares are per race, so that their mean is the variance of one race's difference. */
function scatterOf(days: readonly PairDay[]): { squares: number; degrees: number } {
  const mean = sumOf(days, "gain") / sumOf(days, "uniformLoss");
  const squares = days.map(({ gain, races, uniformLoss }) => (gain - mean * uniformLoss) ** 2 / races);
  return { squares: squares.reduce((sum, square) => sum + square, 0), degrees: Math.max(0, days.length - 1) };
}

/** @param spread variance of one race's difference: a pair's own days and, with the weight of eight days, all pairs' days */
function differenceOf(
  days: readonly PairDay[],
  { spread, stretch }: { spread: number; stretch: number },
): SkillDifference | null {
  const [races, uniformLoss] = [sumOf(days, "races"), sumOf(days, "uniformLoss")];
  if (uniformLoss === 0) return null;
  const value = sumOf(days, "gain") / uniformLoss;
  const half = (stretch * Math.sqrt(spread * races)) / uniformLoss;
  const outcome = Math.abs(value) <= half ? "drawn" : value > 0 ? "won" : "lost";
  const skills = [1 - sumOf(days, "loss") / uniformLoss, 1 - sumOf(days, "otherLoss") / uniformLoss] as const;
  return { value, low: value - half, high: value + half, races, skills, outcome };
}

function sumOf<Key extends string>(rows: readonly Readonly<Record<Key, number>>[], key: Key): number {
  return rows.reduce((sum, row) => sum + row[key], 0);
}

/** Skill as on the season board, with the members as the field. */
function rank(
  members: readonly LeagueMember[],
  days: ReadonlyMap<number, Days>,
  weeks: readonly LeagueWeek[],
): LeagueStanding[] {
  const rows = [...days.values()].flatMap((own) => [...own.values()]);
  const field = new Map<string, LossSums>();
  for (const { date, loss, uniformLoss } of rows) {
    const sums = field.get(date) ?? { loss: 0, uniformLoss: 0 };
    field.set(date, { loss: sums.loss + loss, uniformLoss: sums.uniformLoss + uniformLoss });
  }
  const tally = createSeasonTally(field, [...days.keys()]);
  for (const { userId, ...row } of rows) tally.add({ ...row, modelId: userId });
  const measured = tally.close();
  const skills = new Map(shrink(measured).skills.map((skill, at) => [skill.modelId, { ...skill, ...measured[at]! }]));
  const base = fieldSkill(field);
  const over = weeks.filter(({ state }) => state === "over");
  return members
    .map(({ userId }): LeagueStanding => {
      const skill = skills.get(userId);
      const own = [...(days.get(userId)?.values() ?? [])];
      const half = skill === undefined ? 0 : skill.rawHigh - skill.raw;
      return {
        ...{ userId, races: skill?.races ?? 0 },
        ...{ value: skill === undefined ? null : base + skill.raw, half: half === 0 ? null : half },
        counts: countOutcomes(over.map((week) => duelOf(week, userId)?.difference?.outcome)),
        stakeYen: sumOf(own, "stakeYen"),
        payoutYen: sumOf(own, "payoutYen"),
      };
    })
    .sort(
      (a, b) => (b.value ?? Number.NEGATIVE_INFINITY) - (a.value ?? Number.NEGATIVE_INFINITY) || a.userId - b.userId,
    );
}

const REVERSED: Record<DuelOutcome, DuelOutcome> = { won: "lost", lost: "won", drawn: "drawn" };

/** A member's duel with the member first; null: none. */
export function duelOf({ duels }: Pick<LeagueWeek, "duels">, userId: number): LeagueDuel | null {
  const duel = duels.find(({ members }) => members.includes(userId));
  if (duel === undefined || duel.members[0] === userId) return duel ?? null;
  const { members, difference } = duel;
  return { members: [members[1], members[0]], difference: difference && reverse(difference) };
}

function reverse({ value, low, high, races, skills, outcome }: SkillDifference): SkillDifference {
  return { value: -value, low: -high, high: -low, races, skills: [skills[1], skills[0]], outcome: REVERSED[outcome] };
}
