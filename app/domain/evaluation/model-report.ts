import * as z from "zod";
import { DIMENSIONS, type Dimension } from "#app/domain/racing/conditions.ts";
import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import { BET_TYPES, byBetType } from "#app/domain/racing/race.ts";
import type { ForecastReturns, GroupReturns, ReturnsGroup } from "./forecast-returns.ts";
import type { ForecastSkill, SkillGroup } from "./forecast-skill.ts";
import type { Outlook } from "./outlook.ts";
import type { ReturnsByBet, ReturnsWithHits } from "./returns.ts";
import type { SecondStage } from "./second-stage.ts";
import type { ValueReturns } from "./value-returns.ts";

export interface ModelReport {
  skill: ForecastSkill;
  returns: ForecastReturns;
  /** Null for models trained before it was measured. */
  value: ValueReturns | null;
  /** Null without enough races with odds, and for models trained before it was measured. */
  secondStage: SecondStage | null;
  /** Null without enough race days, and for models trained before it was measured. */
  outlook: Outlook | null;
}

/** Version of the stored form; 1 had no field for it and no outlook. */
const REPORT_VERSION = 2;

const ratio = z.number();
const maybe = ratio.nullable();
const count = z.number().int().nonnegative();
/** Win rate, place rate. */
const pickRates = z.tuple([ratio, ratio]);
/** Return rate and its interval, hit rate and its interval, races. */
const betReturns = z.tuple([maybe, maybe, maybe, maybe, maybe, maybe, count]);
const byBet = z.tuple([betReturns, betReturns, betReturns]);
/** Return rate and its interval, hit rate, races; return and hit rate of the favourite and of the lot. */
const groupBet = z.tuple([maybe, maybe, maybe, maybe, count, maybe, maybe, maybe, maybe]);
/** pseudo-R² and its interval, the market's, win and place rate of the top pick. */
const groupSkill = z.tuple([ratio, ratio, ratio, maybe, ratio, ratio]);
const group = z.tuple([z.string(), count, groupSkill.nullable(), z.tuple([groupBet, groupBet, groupBet]).nullable()]);
const groups = z.array(group);
/** Bets, races, return rate and its interval, return rate of the favourite. */
const valueReturns = z.tuple([count, count, maybe, maybe, maybe, maybe]);
/** Exponents of market and model, and of the market alone; gain and its interval, races. */
const secondStage = z.tuple([ratio, ratio, ratio, ratio, ratio, ratio, count]);
/** Interval of the coming half-year; change a year with its interval, or null; races learnt from. */
const outlook = z.tuple([z.tuple([ratio, ratio]), z.tuple([ratio, ratio, ratio]).nullable(), count]);
export type PackedValueReturns = z.infer<typeof valueReturns>;
export type PackedSecondStage = z.infer<typeof secondStage>;

/** Arrays instead of named fields make a report about a third of the size. */
export const packedReportSchema = z.strictObject({
  version: z.literal(REPORT_VERSION).optional(),
  races: count.positive(),
  days: count.positive(),
  from: z.iso.date(),
  to: z.iso.date(),
  logLoss: ratio,
  uniformLogLoss: ratio,
  pseudoR2: z.tuple([ratio, ratio, ratio]),
  market: z.tuple([maybe, count]),
  top: z.tuple([ratio, ratio, ratio, ratio]),
  favourite: pickRates.nullable(),
  random: pickRates,
  calibrationError: ratio,
  /** Runners, mean probability, winners. */
  reliability: z.array(z.tuple([count, ratio, count])),
  model: byBet,
  favouriteBets: byBet,
  randomBets: byBet,
  /** Absent in reports made before it was measured. */
  value: valueReturns.optional(),
  secondStage: secondStage.optional(),
  outlook: outlook.optional(),
  year: groups,
  surface: groups,
  distance: groups,
  /** Absent in reports made before they were measured. */
  going: groups.optional(),
  field: groups.optional(),
  venue: groups,
});
export type PackedReport = z.infer<typeof packedReportSchema>;

type PackedGroup = z.infer<typeof group>;
type PackedBet = z.infer<typeof betReturns>;

export function packReport({ skill, returns, value, secondStage, outlook }: ModelReport): PackedReport {
  const { pseudoR2Interval, topWinInterval, top, favourite, random } = skill;
  return {
    version: REPORT_VERSION,
    races: skill.races,
    days: skill.days,
    from: skill.from,
    to: skill.to,
    logLoss: fine(skill.logLoss),
    uniformLogLoss: fine(skill.uniformLogLoss),
    pseudoR2: [fine(skill.pseudoR2), fine(pseudoR2Interval.low), fine(pseudoR2Interval.high)],
    market: [fine(skill.marketPseudoR2), skill.marketRaces],
    top: [fine(top.winRate), fine(topWinInterval.low), fine(topWinInterval.high), fine(top.placeRate)],
    favourite: favourite === null ? null : [fine(favourite.winRate), fine(favourite.placeRate)],
    random: [fine(random.winRate), fine(random.placeRate)],
    calibrationError: fine(skill.calibrationError),
    reliability: skill.reliability.map(({ runners, probability, winners }) => [runners, fine(probability), winners]),
    model: packBets(returns.model),
    favouriteBets: packBets(returns.favourite),
    randomBets: packBets(returns.random),
    ...(value === null ? {} : { value: packValueReturns(value) }),
    ...(secondStage === null ? {} : { secondStage: packSecondStage(secondStage) }),
    ...(outlook === null ? {} : { outlook: packOutlook(outlook) }),
    ...byDimension((dimension) => packGroups({ skill, returns }, dimension)),
  };
}

export function unpackReport(packed: PackedReport): ModelReport {
  const [pseudoR2, ...pseudoR2Ends] = packed.pseudoR2;
  const [topWin, topLow, topHigh, topPlace] = packed.top;
  const [marketPseudoR2, marketRaces] = packed.market;
  const rates = ([winRate, placeRate]: z.infer<typeof pickRates>) => ({ winRate, placeRate });
  return {
    skill: {
      races: packed.races,
      days: packed.days,
      from: packed.from,
      to: packed.to,
      logLoss: packed.logLoss,
      uniformLogLoss: packed.uniformLogLoss,
      pseudoR2,
      pseudoR2Interval: { low: pseudoR2Ends[0], high: pseudoR2Ends[1] },
      marketPseudoR2,
      marketRaces,
      top: { winRate: topWin, placeRate: topPlace },
      topWinInterval: { low: topLow, high: topHigh },
      favourite: packed.favourite === null ? null : rates(packed.favourite),
      random: rates(packed.random),
      calibrationError: packed.calibrationError,
      reliability: packed.reliability.map(([runners, probability, winners]) => ({ runners, probability, winners })),
      conditions: byDimension((dimension) => (packed[dimension] ?? []).map(unpackSkillGroup)),
    },
    returns: {
      model: unpackBets(packed.model),
      favourite: unpackBets(packed.favouriteBets),
      random: unpackBets(packed.randomBets),
      conditions: byDimension((dimension) => (packed[dimension] ?? []).map(unpackReturnsGroup)),
    },
    value: packed.value === undefined ? null : unpackValueReturns(packed.value),
    secondStage: packed.secondStage === undefined ? null : unpackSecondStage(packed.secondStage),
    outlook: packed.outlook === undefined ? null : unpackOutlook(packed.outlook),
  };
}

function packOutlook({ nextHalfYear, trend, learntRaces }: Outlook): z.infer<typeof outlook> {
  return [
    [fine(nextHalfYear.low), fine(nextHalfYear.high)],
    trend === null ? null : [fine(trend.perYear), fine(trend.low), fine(trend.high)],
    learntRaces,
  ];
}

function unpackOutlook([[low, high], trend, learntRaces]: z.infer<typeof outlook>): Outlook {
  const nextHalfYear = { low, high };
  if (trend === null) return { nextHalfYear, trend, learntRaces };
  const [perYear, trendLow, trendHigh] = trend;
  return { nextHalfYear, trend: { perYear, low: trendLow, high: trendHigh }, learntRaces };
}

function packSecondStage(stage: SecondStage): PackedSecondStage {
  const { marketExponent, modelExponent, marketAlone, deltaR2, low, high, races } = stage;
  const tiny = (value: number) => roundTo(value, 6);
  return [fine(marketExponent), fine(modelExponent), fine(marketAlone), tiny(deltaR2), tiny(low), tiny(high), races];
}

export function unpackSecondStage(packed: PackedSecondStage): SecondStage {
  const [marketExponent, modelExponent, marketAlone, deltaR2, low, high, races] = packed;
  return { marketExponent, modelExponent, marketAlone, deltaR2, low, high, races };
}

function packValueReturns(value: ValueReturns): PackedValueReturns {
  const { bets, races, returnRate, low, high, favouriteReturnRate } = value;
  return [bets, races, fine(returnRate), fine(low), fine(high), fine(favouriteReturnRate)];
}

export function unpackValueReturns(packed: PackedValueReturns): ValueReturns {
  const [bets, races, returnRate, low, high, favouriteReturnRate] = packed;
  return { bets, races, returnRate, low, high, favouriteReturnRate };
}

function packBets(bets: ReturnsByBet): [PackedBet, PackedBet, PackedBet] {
  const pack = ({ returnRate, low, high, hitRate, hitInterval, races }: ReturnsWithHits): PackedBet => [
    fine(returnRate),
    fine(low),
    fine(high),
    fine(hitRate),
    fine(hitInterval?.low ?? null),
    fine(hitInterval?.high ?? null),
    races,
  ];
  return [pack(bets.win), pack(bets.place), pack(bets.quinella)];
}

export function unpackBets(packed: readonly [PackedBet, PackedBet, PackedBet]): ReturnsByBet {
  return byBetType((betType) => {
    const [returnRate, low, high, hitRate, hitLow, hitHigh, races] = packed[BET_TYPES.indexOf(betType)]!;
    const hitInterval = hitLow === null || hitHigh === null ? null : { low: hitLow, high: hitHigh };
    return { returnRate, low, high, hitRate, races, hitInterval };
  });
}

function packGroups({ skill, returns }: Pick<ModelReport, "skill" | "returns">, dimension: Dimension): PackedGroup[] {
  const returnsOf = new Map(returns.conditions[dimension].map((each) => [each.key, each.returns]));
  return skill.conditions[dimension].map(({ key, races, skill: measured }): PackedGroup => {
    const bets = returnsOf.get(key) ?? null;
    return [
      key,
      races,
      measured === null
        ? null
        : [
            coarse(measured.pseudoR2),
            coarse(measured.pseudoR2Interval.low),
            coarse(measured.pseudoR2Interval.high),
            coarse(measured.marketPseudoR2),
            coarse(measured.top.winRate),
            coarse(measured.top.placeRate),
          ],
      bets === null ? null : [packGroupBet(bets.win), packGroupBet(bets.place), packGroupBet(bets.quinella)],
    ];
  });
}

function packGroupBet({ returnRate, low, high, hitRate, races, favourite, random }: GroupReturns) {
  return [
    coarse(returnRate),
    coarse(low),
    coarse(high),
    coarse(hitRate),
    races,
    coarse(favourite.returnRate),
    coarse(favourite.hitRate),
    coarse(random.returnRate),
    coarse(random.hitRate),
  ] satisfies z.infer<typeof groupBet>;
}

function unpackSkillGroup([key, races, skill]: PackedGroup): SkillGroup {
  if (skill === null) return { key, races, skill: null };
  const [pseudoR2, low, high, marketPseudoR2, winRate, placeRate] = skill;
  const pseudoR2Interval = { low, high };
  return { key, races, skill: { pseudoR2, pseudoR2Interval, marketPseudoR2, top: { winRate, placeRate } } };
}

function unpackReturnsGroup([key, races, , bets]: PackedGroup): ReturnsGroup {
  if (bets === null) return { key, races, returns: null };
  return {
    key,
    races,
    returns: byBetType((betType) => {
      const [returnRate, low, high, hitRate, betRaces, favouriteReturn, favouriteHit, randomReturn, randomHit] =
        bets[BET_TYPES.indexOf(betType)]!;
      return {
        returnRate,
        low,
        high,
        hitRate,
        races: betRaces,
        favourite: { returnRate: favouriteReturn, hitRate: favouriteHit },
        random: { returnRate: randomReturn, hitRate: randomHit },
      };
    }),
  };
}

function byDimension<Value>(build: (dimension: Dimension) => Value): Record<Dimension, Value> {
  return Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, build(dimension)])) as Record<Dimension, Value>;
}

/** As shown; the breakdown has three decimals. */
const fine = <Value extends number | null>(value: Value) => roundTo(value, 4);
const coarse = <Value extends number | null>(value: Value) => roundTo(value, 3);
