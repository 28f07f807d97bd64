import type { UnseenResult } from "#app/domain/evaluation/unseen-races.ts";
import { commonRaces } from "./common-races.ts";
import { type PairedDay, type PairedDifference, pairDays, pairedDifference } from "./paired-difference.ts";

/** An inherited model beside its parent, on the races that neither had seen; computed once, when both were trained. */
interface MeasuredBesideParent extends PairedDifference {
  kind: "measured";
  /** Which try of its family it is: models that descend from the same first one, deleted ones too, in order. */
  tries: number;
  /** Pseudo-R² of both on these races. */
  parentPseudoR2: number;
  pseudoR2: number;
}

const REASONS = ["parent-untrained", "parent-without-races", "no-common-races", "too-few-days"] as const;

/** parent-without-races: it was trained before these were kept. */
export type NotMeasured = (typeof REASONS)[number];

export type BesideParent =
  | MeasuredBesideParent
  | {
      kind: "not-measured";
      reason: NotMeasured;
      tries: number;
    };

/** What a family may spend on being called better by luck, over all its tries together. */
const FAMILY_ERROR = 0.05;

/**
 * A child beside its parent on the same unseen races, with an interval by race days that is widened for the tries.
 *
 * The j-th try of a family may be called better by luck with a chance of 0.05 × 6 / (π² j²): these add up to 0.05 however
 * many tries follow, so a verdict never has to be taken back when another child is made.
 *
 * @param tries which try of its family the child is, from 1 on: no two of a family share a number
 * @returns null with fewer than eight race days
 */
export function compareWithParent(days: readonly PairedDay[], tries: number): PairedDifference | null {
  return pairedDifference(days, (FAMILY_ERROR * 6) / (Math.PI * Math.max(1, tries)) ** 2);
}

/**
 * @param parent its unseen races; null if none were kept
 * @param tries as in {@link compareWithParent}
 */
export function besideParent(
  child: readonly UnseenResult[],
  parent: readonly UnseenResult[] | null,
  tries: number,
): BesideParent {
  const without = (reason: NotMeasured): BesideParent => ({ kind: "not-measured", reason, tries });
  if (parent === null) return without("parent-without-races");
  const common = commonRaces([child, parent]);
  if (common.length === 0) return without("no-common-races");
  const days = pairDays(common.map(([own, base]) => ({ ...own!, loss: own!.loss, baseLoss: base!.loss })));
  const measured = compareWithParent(days, tries);
  if (measured === null) return without("too-few-days");
  const sum = (of: (day: PairedDay) => number) => days.reduce((total, day) => total + of(day), 0);
  const uniform = sum(({ uniformLoss }) => uniformLoss);
  return {
    ...{ kind: "measured", tries },
    ...measured,
    parentPseudoR2: 1 - sum(({ baseLoss }) => baseLoss) / uniform,
    pseudoR2: 1 - sum(({ loss }) => loss) / uniform,
  };
}

/** Stored form: tries, races, days, the difference with its interval, the parent's pseudo-R² and the child's; or tries and why not. */
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
    ]
  | [tries: number, reason: string];

/** Rounds to six decimals. */
export function packBesideParent(beside: BesideParent): PackedBesideParent {
  if (beside.kind === "not-measured") return [beside.tries, beside.reason];
  const { tries, races, days, difference, low, high, parentPseudoR2, pseudoR2 } = beside;
  return [
    ...([tries, races, days] as const),
    ...([round(difference), round(low), round(high), round(parentPseudoR2), round(pseudoR2)] as const),
  ];
}

export function unpackBesideParent(packed: PackedBesideParent): BesideParent {
  if (packed.length === 2) {
    const [tries, stored] = packed;
    return { kind: "not-measured", tries, reason: REASONS.find((reason) => reason === stored) ?? "parent-untrained" };
  }
  const [tries, races, days, difference, low, high, parentPseudoR2, pseudoR2] = packed;
  return { kind: "measured", tries, races, days, difference, low, high, parentPseudoR2, pseudoR2 };
}

/** + 0 turns −0 into 0, which JSON would not preserve. */
function round(value: number): number {
  return Math.round(value * 1_000_000) / 1_000_000 + 0;
}
