import { BET_TYPES, isPaid, isRegularPayout, isStarter, type RunnerStatus } from "#app/domain/racing/race.ts";
import type { Payout } from "#app/domain/racing/records.ts";
import { isOrderedKind, type TicketKind } from "#app/domain/racing/ticket-kind.ts";

/** A combination as in payouts ("3-7"), and its stake in steps of 100 yen. */
export type TicketLine = readonly [combination: string, yen: number];

export interface TicketRace {
  isCancelled: boolean;
  runners: readonly { horseNum: number; bracketNum: number | null; status: RunnerStatus }[];
  payouts: readonly Pick<Payout, "betType" | "combination" | "payoutYen">[];
}

export type SettledTicket = NonNullable<ReturnType<typeof settleTicket>>;

/**
 * Settles a bought ticket by the race's official rows. Null before them, and if its kind is in no file.
 *
 * - A cancelled race, a kind without rows (不成立), and a line with a non-starter are refunded.
 * - A bracket pair is refunded if one of its brackets has no starter, a bracket with itself if it has fewer than two.
 * - A row below 100 yen is 特払: every line receives it. After a dead heat each line has its own row.
 */
export function settleTicket(
  { kind, lines }: { kind: TicketKind; lines: readonly TicketLine[] },
  { isCancelled, runners, payouts }: TicketRace,
) {
  if (!isCancelled && !isKnown(kind, payouts)) return null;
  const rows = isCancelled ? [] : payouts.filter((row) => row.betType === kind && isPaid(row));
  const special = rows.find((row) => !isRegularPayout(row));
  const payoutOf = new Map(rows.map(({ combination, payoutYen }) => [combination, payoutYen]));
  const isRefunded = (combination: string) => rows.length === 0 || absentNumbers(kind, combination, runners).length > 0;
  /** Refunded stakes are part of the stake and of the payout. */
  const settled = { stakeYen: 0, payoutYen: 0, refundYen: 0, hits: 0 };
  for (const [combination, yen] of lines) {
    settled.stakeYen += yen;
    if (isRefunded(combination)) {
      settled.refundYen += yen;
      settled.payoutYen += yen;
      continue;
    }
    const paid = payoutOf.get(combination);
    settled.payoutYen += (yen / 100) * (special?.payoutYen ?? paid ?? 0);
    if (special === undefined && paid !== undefined) settled.hits += 1;
  }
  return settled;
}

/** Numbers without a starter; a bracket twice needs two. Without the bracket of every starter no bracket is absent. */
export function absentNumbers(kind: TicketKind, combination: string, runners: TicketRace["runners"]): number[] {
  const numbers = combination.split("-").map(Number);
  const starters = runners.filter(({ status }) => isStarter(status));
  if (kind === "bracket" && starters.some(({ bracketNum }) => bracketNum === null)) return [];
  return numbers.filter((number) => {
    const count = starters.filter((each) => (kind === "bracket" ? each.bracketNum : each.horseNum) === number).length;
    return count < numbers.filter((each) => each === number).length;
  });
}

/** Some files have rows of win, place and quinella only, so the other kinds are unknown there, not void. */
function isKnown(kind: TicketKind, payouts: TicketRace["payouts"]): boolean {
  if (!payouts.some(isPaid)) return false;
  const isUsual = (betType: string) => BET_TYPES.some((usual) => usual === betType);
  return isUsual(kind) || payouts.some(({ betType }) => !isUsual(betType));
}

export type LineFault = "none" | "size" | "repeated" | "too-many";

const NUMBER = /^[1-9]\d?$/;

/** Combinations in their order, each once: "1-2 1-3", "１→２、１→３"; or the fault with the line, counted from 1. */
export function readCombinations(
  kind: TicketKind,
  text: string,
  { size, most }: { size: number; most: number },
): string[] | { fault: LineFault; line: number } {
  const parts = text
    .normalize("NFKC")
    .split(/[\s,\u3001]+/)
    .filter((part) => part !== "");
  if (parts.length === 0) return { fault: "none", line: 1 };
  if (parts.length > most) return { fault: "too-many", line: most + 1 };
  const seen = new Set<string>();
  for (const [index, part] of parts.entries()) {
    const line = index + 1;
    const cells = part.split(/[-\u2192>\u30fc\u2212\u2013]/);
    if (cells.length !== size || !cells.every((cell) => NUMBER.test(cell))) return { fault: "size", line };
    const numbers = cells.map(Number);
    if (!isOrderedKind(kind)) numbers.sort((one, other) => one - other);
    const combination = numbers.join("-");
    const isTwice = kind !== "bracket" && new Set(numbers).size < size;
    if (isTwice || seen.has(combination)) return { fault: "repeated", line };
    seen.add(combination);
  }
  return [...seen];
}
