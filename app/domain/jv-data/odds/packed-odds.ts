import { mayFollow, TICKET_SIZES, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import type { OddsEntry, OddsPool } from "./odds-pools.ts";

/**
 * Odds as short texts: the number of horses, then each pool after `;`. Combinations are in ascending order (1-2, 1-3 …
 * 2-3 …) between commas, without their names: tenths in base 36, the upper end of a range after `-`, the popularity to
 * win after `:`. Other popularities follow from the odds, up to ties. 18 horses have 20 KB of trifecta odds.
 */

interface PackedPool {
  betType: TicketKind;
  entries: OddsEntry[];
}

const BRACKETS = 8;
const SIGNS = { no_votes: "0", scratched_before_sale: "!", scratched_after_sale: "*" } as const;
/** Precedes odds that are only a lower bound. */
const CAPPED = "+";

export function packPools(pools: readonly OddsPool[]): string {
  if (pools.length === 0) return "";
  const horses = pools.reduce(
    (most, { entries }) => entries.reduce((last, { combination }) => Math.max(last, highest(combination)), most),
    0,
  );
  const texts = pools.map(({ betType, entries }) => {
    if (entries.length === 0) return "";
    const byCombination = new Map(entries.map((entry) => [entry.combination, entry]));
    return combinations(betType, horses)
      .map((combination) => packEntry(betType, byCombination.get(combination)))
      .join(",");
  });
  return [String(horses), ...texts].join(";");
}

/** @param betTypes of the pools in the text */
export function unpackPools(text: string, betTypes: readonly TicketKind[]): PackedPool[] {
  const [horses = "", ...pools] = text.split(";");
  return betTypes.map((betType, index) => {
    const cells = pools[index]?.split(",") ?? [];
    const entries = combinations(betType, Number(horses)).map((combination, at) => unpackEntry(combination, cells[at]));
    return { betType, entries: entries.filter((entry) => entry !== null) };
  });
}

function packEntry(betType: TicketKind, entry: OddsEntry | undefined): string {
  if (entry === undefined) return "";
  const { state, odds, highOdds, popularity, isCapped } = entry;
  const rank = betType === "win" && popularity !== null ? `:${popularity.toString(36)}` : "";
  if (state !== "sold") return SIGNS[state] + rank;
  const high = highOdds === null ? "" : `-${tenths(highOdds)}`;
  return `${isCapped ? CAPPED : ""}${odds === null ? "" : tenths(odds)}${high}${rank}`;
}

function unpackEntry(combination: string, cell = ""): OddsEntry | null {
  const [value = "", rank = ""] = cell.split(":");
  if (cell === "") return null;
  const popularity = rank === "" ? null : Number.parseInt(rank, 36);
  const unsold = { combination, odds: null, highOdds: null, popularity, isCapped: false };
  for (const state of ["no_votes", "scratched_before_sale", "scratched_after_sale"] as const) {
    if (value === SIGNS[state]) return { ...unsold, state };
  }
  const isCapped = value.startsWith(CAPPED);
  const [low = "", high = ""] = value.slice(isCapped ? 1 : 0).split("-");
  return { combination, state: "sold", odds: odds(low), highOdds: odds(high), popularity, isCapped };
}

const tenths = (odds: number): string => Math.round(odds * 10).toString(36);

const odds = (cell: string): number | null => (cell === "" ? null : Number.parseInt(cell, 36) / 10);

const highest = (combination: string): number => Math.max(...combination.split("-").map(Number));

const known = new Map<string, string[]>();

function combinations(betType: TicketKind, horses: number): string[] {
  const key = `${betType} ${horses}`;
  const most = betType === "bracket" ? BRACKETS : horses;
  const numbers = Array.from({ length: most }, (_, index) => index + 1);
  const found = known.get(key) ?? combinationsOf(betType, numbers).map((each) => each.join("-"));
  known.set(key, found);
  return found;
}

/** All combinations of these numbers, in ascending order. */
export function combinationsOf(
  betType: TicketKind,
  numbers: readonly number[],
  chosen: readonly number[] = [],
): (readonly number[])[] {
  if (chosen.length === TICKET_SIZES[betType]) return [chosen];
  return numbers.flatMap((number) =>
    mayFollow(betType, chosen, number) ? combinationsOf(betType, numbers, [...chosen, number]) : [],
  );
}
