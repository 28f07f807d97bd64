import { decimal, quote, whole } from "#app/domain/racing/fields.ts";
import { mayFollow, type TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { type Layout, O1, O2, O3, O4, O5, O6 } from "../layouts.ts";
import type { OddsKind } from "../record-kinds.ts";
import { openRecord, type RecordFindings, type RecordView } from "../record-view.ts";

/** Whether a bet type is sold: 発売なし, 発売前取消, 発売後取消, 発売あり. */
type SaleState = "not_sold" | "cancelled_before_sale" | "cancelled_after_sale" | "sold" | "unknown";

/** States in place of odds: 無投票, 発売前取消, 発売後取消. Regional records use the last for unsold combinations. */
type OddsState = "sold" | "no_votes" | "scratched_before_sale" | "scratched_after_sale";

export interface OddsEntry {
  /** "6", "6-8", "2-6-8", ascending unless the order matters. */
  combination: string;
  state: OddsState;
  /** Null unless sold; the lower end where odds are a range (place, wide). */
  odds: number | null;
  highOdds: number | null;
  popularity: number | null;
  /** The field cannot hold more, so the odds are at least these. */
  isCapped: boolean;
}

export interface OddsPool {
  betType: TicketKind;
  sale: SaleState;
  /** Combinations of horses that were declared, in the record's order. */
  entries: OddsEntry[];
  /** Stakes in yen, refunded ones included; null if not given. */
  stakesYen: number | null;
}

const SALE_STATES: Readonly<Record<string, SaleState>> = {
  "0": "not_sold",
  "1": "cancelled_before_sale",
  "3": "cancelled_after_sale",
  "7": "sold",
};

const LAST_POPULARITY = 4896;
const POPULARITY = whole("popularity", 1, LAST_POPULARITY);
const ODDS = decimal("odds", 0.1, 1_000_000);
const STAKES = decimal("stakes", 0, 1e12);
const YEN_PER_VOTE = 100;
const ZERO = 48;

export interface PoolFields<Name extends string = string> {
  betType: TicketKind;
  flag: Name;
  combination: Name;
  odds: Name;
  highOdds: Name | null;
  popularity: Name;
  total: Name;
}

function named<const Pool extends string, const Info extends string = Pool>(
  betType: TicketKind,
  pool: Pool,
  info: Info | Pool = pool,
) {
  return {
    betType,
    flag: `${pool}Flag`,
    combination: `Odds${info}Info.Kumi`,
    odds: `Odds${info}Info.Odds`,
    highOdds: null,
    popularity: `Odds${info}Info.Ninki`,
    total: `TotalHyosu${pool}`,
  } as const;
}

const WIN = { ...named("win", "Tansyo"), combination: "OddsTansyoInfo.Umaban" } as const;
const PLACE = {
  ...named("place", "Fukusyo"),
  ...{ combination: "OddsFukusyoInfo.Umaban", odds: "OddsFukusyoInfo.OddsLow", highOdds: "OddsFukusyoInfo.OddsHigh" },
} as const;
const WIDE = { ...named("wide", "Wide"), odds: "OddsWideInfo.OddsLow", highOdds: "OddsWideInfo.OddsHigh" } as const;

function poolsIn<Name extends string>(layout: Layout<Name>, ...pools: PoolFields<Name>[]) {
  return { layout: layout as Layout, pools: pools as PoolFields[] };
}

export const ODDS_RECORDS: Readonly<Record<OddsKind, ReturnType<typeof poolsIn>>> = {
  O1: poolsIn(O1, WIN, PLACE, named("bracket", "Wakuren")),
  O2: poolsIn(O2, named("quinella", "Umaren")),
  O3: poolsIn(O3, WIDE),
  O4: poolsIn(O4, named("exacta", "Umatan")),
  O5: poolsIn(O5, named("trio", "Sanrenpuku", "Sanren")),
  O6: poolsIn(O6, named("trifecta", "Sanrentan")),
};

export function readOddsPools(kind: OddsKind, bytes: Uint8Array, findings: RecordFindings): OddsPool[] {
  const { layout, pools } = ODDS_RECORDS[kind];
  const view = openRecord(layout, bytes, findings);
  return pools.map((names): OddsPool => {
    const entries: OddsEntry[] = [];
    for (let index = 0; index < layout.place(names.combination).repeat; index += 1) {
      const entry = readEntry(view, names, index);
      if (entry !== null) entries.push(entry);
    }
    const votes = view.fill(STAKES, names.total, view.whole(names.total));
    return {
      betType: names.betType,
      sale: view.code(names.flag, SALE_STATES) ?? "unknown",
      entries,
      stakesYen: votes === null ? null : votes * YEN_PER_VOTE,
    };
  });
}

/** Null for a combination with a horse that was not declared. */
function readEntry(
  view: RecordView<string>,
  { betType, combination, odds, highOdds, popularity }: PoolFields,
  index: number,
): OddsEntry | null {
  const horses = view.raw(combination, index);
  const raw = view.raw(odds, index);
  const figure = figureOf(raw);
  if (/^[0 ]*$/.test(horses) || (figure === null && /^ *$/.test(raw))) return null;
  const state = figure === null ? stateOf(raw) : "sold";
  const isSold = state === "sold";
  return {
    combination: combinationOf(view, combination, { betType, raw: horses }),
    state,
    odds: isSold ? readTenths(view, odds, index) : null,
    highOdds: isSold && highOdds !== null ? readTenths(view, highOdds, index) : null,
    popularity: readPopularity(view, popularity, index),
    // Old records use six digits up to 9999.9, today's up to 99999.9: only all nines are certain.
    isCapped: figure !== null && /^9+$/.test(raw),
  };
}

/** At most seven digits, so every figure is within the limits of odds. */
function readTenths(view: RecordView<string>, name: string, index: number): number | null {
  const figure = figureOf(view.raw(name, index));
  return figure === null ? view.fill(ODDS, name, view.tenths(name, index)) : figure / 10;
}

function readPopularity(view: RecordView<string>, name: string, index: number): number | null {
  const raw = view.raw(name, index);
  const figure = figureOf(raw);
  if (figure !== null && figure <= LAST_POPULARITY) return figure;
  return /^[-*]+$/.test(raw) ? null : view.fill(POPULARITY, name, view.whole(name, index));
}

/** A whole number above 0 that fills its field, as nearly all do; null takes the path that is ten times slower. */
function figureOf(raw: string): number | null {
  let figure = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const digit = raw.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9) return null;
    figure = figure * 10 + digit;
  }
  return figure > 0 ? figure : null;
}

function stateOf(raw: string): OddsState {
  if (/^0+$/.test(raw)) return "no_votes";
  if (/^-+$/.test(raw)) return "scratched_before_sale";
  return /^\*+$/.test(raw) ? "scratched_after_sale" : "sold";
}

/** Texts of the fields' valid digits by bet type, some ten thousand: years of odds repeat them millions of times. */
const known = new Map<string, string>();

function combinationOf(
  view: RecordView<string>,
  name: string,
  { betType, raw }: { betType: TicketKind; raw: string },
): string {
  const key = betType + raw;
  const combination = known.get(key);
  if (combination !== undefined) return combination;
  const isBracket = betType === "bracket";
  const numbers = (/^\d+$/.test(raw) ? (raw.match(isBracket ? /\d/g : /\d\d/g) ?? []) : []).map(Number);
  const isValid = numbers.every(
    (number, place) =>
      number >= 1 && number <= (isBracket ? 8 : 28) && mayFollow(betType, numbers.slice(0, place), number),
  );
  const read = numbers.join("-");
  if (numbers.length === 0 || !isValid) view.refuse(name, `${quote(raw)} is no combination`);
  else known.set(key, read);
  return read;
}
