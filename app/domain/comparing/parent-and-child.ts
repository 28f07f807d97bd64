import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { NORMAL_975, studentQuantile } from "#app/domain/racing/normal-quantile.ts";
import { roundTo } from "#app/domain/racing/plain/round-to.ts";
import { BET_TYPES, type BetType } from "#app/domain/racing/race.ts";
import { commonRaces } from "./common-races.ts";
import { type ReturnDifference, returnsBesideBase } from "./compare-returns.ts";
import {
  normalQuantile,
  type PairedDay,
  type PairedDifference,
  pairDays,
  pairedDifference,
} from "./paired-difference.ts";

/** An inherited model beside its parent, on the races that neither had seen. Computed once, when both are trained. */
interface MeasuredBesideParent extends PairedDifference {
  kind: "measured";
  /** Number of the attempt: models of the account on the same races, deleted ones included. */
  tries: number;
  parentPseudoR2: number;
  pseudoR2: number;
  /** Null if the bets of a race are unknown. */
  returns: Record<BetType, ReturnDifference> | null;
}

const REASONS = ["parent-untrained", "parent-without-races", "no-common-races", "too-few-days"] as const;

/** parent-without-races: the parent's unseen races are not stored. */
export type NotMeasured = (typeof REASONS)[number];

export type BesideParent =
  | MeasuredBesideParent
  | {
      kind: "not-measured";
      reason: NotMeasured;
      tries: number;
    };

/** Error that an account may spend on verdicts of "better", over all its tries together. */
const ACCOUNT_ERROR = 0.05;

/**
 * Error of the j-th try of an account: 0.05 × 6 / (π² j²). These add up to 0.05 over any number of tries, so a later
 * child never takes a verdict back.
 *
 * @param tries from 1; unique within an account
 */
export function shareOfTry(tries: number): number {
  return (ACCOUNT_ERROR * 6) / (Math.PI * Math.max(1, tries)) ** 2;
}

export function besideParent(
  child: readonly UnseenResult[],
  parent: readonly UnseenResult[] | null,
  tries: number,
): BesideParent {
  const without = (reason: NotMeasured): BesideParent => ({ kind: "not-measured", reason, tries });
  if (parent === null) return without("parent-without-races");
  const common = commonRaces([child, parent]);
  if (common.length === 0) return without("no-common-races");
  const days = pairDays(common.map(([own, base]) => ({ ...own!, baseLoss: base!.loss })));
  const measured = pairedDifference(days, shareOfTry(tries));
  if (measured === null) return without("too-few-days");
  const sum = (of: (day: PairedDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const uniform = sum(({ uniformLoss }) => uniformLoss);
  return {
    ...{ kind: "measured", tries },
    ...measured,
    parentPseudoR2: 1 - sum(({ baseLoss }) => baseLoss) / uniform,
    pseudoR2: 1 - sum(({ loss }) => loss) / uniform,
    returns: returnsBesideBase(common, shareOfTry(tries)),
  };
}

/**
 * How far above its parent the best of so many tries is expected to seem if none differs. Null for the first.
 * Blom's approximation of the largest normal draw.
 */
export function luckOfTries({ difference, low, days, tries }: Omit<MeasuredBesideParent, "kind" | "returns">) {
  if (tries < 2) return null;
  const wide = (studentQuantile(days - 1) / NORMAL_975) * normalQuantile(1 - shareOfTry(tries));
  return ((difference - low) / wide) * normalQuantile((tries - 0.375) / (tries + 0.25));
}

type PackedReturn = [baseRate: number, rate: number, difference: number, low: number, high: number];

/** Stored form; both pseudo-R² are named `parent` and `own`. */
export type PackedBesideParent =
  | [
      tries: number,
      races: number,
      days: number,
      difference: number,
      low: number,
      high: number,
      parent: number,
      own: number,
      returns?: PackedReturn[],
    ]
  | [tries: number, reason: string];

export function packBesideParent(beside: BesideParent): PackedBesideParent {
  if (beside.kind === "not-measured") return [beside.tries, beside.reason];
  const { tries, races, days, difference, low, high, parentPseudoR2, pseudoR2, returns } = beside;
  return [
    ...([tries, races, days] as const),
    ...([round(difference), round(low), round(high), round(parentPseudoR2), round(pseudoR2)] as const),
    ...(returns === null ? ([] as const) : ([BET_TYPES.map((betType) => packReturn(returns[betType]))] as const)),
  ];
}

export function unpackBesideParent(packed: PackedBesideParent): BesideParent {
  if (packed.length === 2) {
    const [tries, stored] = packed;
    return { kind: "not-measured", tries, reason: REASONS.find((reason) => reason === stored) ?? "parent-untrained" };
  }
  const [tries, races, days, difference, low, high, parentPseudoR2, pseudoR2, returns] = packed;
  return {
    ...{ kind: "measured", tries, races, days, difference, low, high, parentPseudoR2, pseudoR2 },
    returns: unpackReturns(returns),
  };
}

function packReturn({ baseRate, rate, difference, low, high }: ReturnDifference): PackedReturn {
  return [round(baseRate), round(rate), round(difference), round(low), round(high)];
}

function unpackReturns(packed: PackedReturn[] | undefined): Record<BetType, ReturnDifference> | null {
  const [win, place, quinella] = (packed ?? []).map(([baseRate, rate, difference, low, high]) => ({
    ...{ baseRate, rate, difference, low, high },
  }));
  return win === undefined || place === undefined || quinella === undefined ? null : { win, place, quinella };
}

const round = (value: number) => roundTo(value, 6);
