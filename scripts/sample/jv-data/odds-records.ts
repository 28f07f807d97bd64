import { isStarter } from "#app/domain/racing/race.ts";
import { FEWEST_FOR_BRACKETS } from "../market/long-odds.ts";
import { announcedAt } from "./announcements.ts";
import { O1, O2, O3, O4, O5, O6 } from "./live-forms.ts";
import { type Board, combinations, type Quote } from "./odds-board.ts";
import { type Made, type RaceRows, startRaceRecord, tenths } from "./race-record.ts";
import type { Form, RecordWriter } from "./record-writer.ts";

/** Stage 1 are odds in between, which alone have a time; 4 and 5 the final ones. */
export interface OddsMoment extends Made {
  at: number | null;
}

const SOLD = "7";
const NOT_SOLD = "0";
const YEN_PER_VOTE = 100;
const NO_TIME = "00000000";
const SCRATCHED_BEFORE_SALES = "-";
const SCRATCHED_AFTER_SALES = "*";

type OddsHead = Exclude<keyof typeof O1.places & keyof typeof O2.places, "SaleFlag" | "TotalHyo">;

function startOdds<Name extends string>(
  form: Form<Name | OddsHead>,
  { race, runners }: RaceRows,
  { at, ...made }: OddsMoment,
): RecordWriter<Name | OddsHead> {
  return startRaceRecord<Name | OddsHead>(form, { race, ...made })
    .code("HappyoTime", at === null ? NO_TIME : announcedAt(at))
    .number("TorokuTosu", runners.length)
    .number("SyussoTosu", runners.filter(({ status }) => isStarter(status)).length);
}

interface Columns<Name extends string> {
  combination: Name;
  odds: readonly [low: Name, high?: Name];
  rank: Name;
}

const WIN: Columns<keyof typeof O1.places> = {
  combination: "Win.Umaban",
  odds: ["Win.Odds"],
  rank: "Win.Ninki",
};
const PLACE: Columns<keyof typeof O1.places> = {
  combination: "Place.Umaban",
  odds: ["Place.OddsLow", "Place.OddsHigh"],
  rank: "Place.Ninki",
};
const BRACKET: Columns<keyof typeof O1.places> = {
  combination: "Bracket.Kumi",
  odds: ["Bracket.Odds"],
  rank: "Bracket.Ninki",
};
const COMBINATION: Columns<"Kumi" | "Odds" | "Ninki"> = { combination: "Kumi", odds: ["Odds"], rank: "Ninki" };
const WIDE: Columns<"Kumi" | "OddsLow" | "OddsHigh" | "Ninki"> = {
  combination: "Kumi",
  odds: ["OddsLow", "OddsHigh"],
  rank: "Ninki",
};

/**
 * Writes all combinations of the declared horses, in ascending order.
 * @param horsesOf a bracket combination
 */
function writeQuotes<Name extends string>(
  record: RecordWriter<Name>,
  { combination, odds: [low, high = low], rank }: Columns<Name>,
  board: Board,
  quotes: readonly Quote[],
  declared: readonly (readonly number[])[],
  horsesOf: ((brackets: readonly number[]) => number[]) | null = null,
): void {
  const byHorses = new Map(quotes.map((quote) => [quote.horses.join("-"), quote]));
  declared.forEach((horses, index) => {
    const digits = horsesOf === null ? 2 : 1;
    record.code(combination, horses.map((horse) => String(horse).padStart(digits, "0")).join(""), index);
    const quote = byHorses.get(horses.join("-"));
    if (quote === undefined) {
      const withdrawn = (horsesOf?.(horses) ?? horses).flatMap((horse) => board.withdrawn.get(horse) ?? []);
      const isEarly = withdrawn.some(({ isAfterSales }) => !isAfterSales);
      const sign = withdrawn.length === 0 ? "0" : isEarly ? SCRATCHED_BEFORE_SALES : SCRATCHED_AFTER_SALES;
      for (const name of [low, high, rank]) record.code(name, sign.repeat(record.sizeOf(name)), index);
      return;
    }
    // A field of nines stands for these odds or more.
    const show = (name: Name, value: number) =>
      record.number(name, Math.min(10 ** record.sizeOf(name) - 1, tenths(value) ?? 0), index);
    show(low, quote.low);
    show(high, quote.high);
    record.number(rank, quote.rank, index);
  });
}

/** Records of a board: O1 (win, place, bracket), O2 (quinella), and where asked for O3 to O6 (wide to trifecta). */
export function oddsRecords(rows: RaceRows, board: Board, moment: OddsMoment, { isWhole = true } = {}): Uint8Array[] {
  const horses = rows.runners.map(({ horseNum }) => horseNum);
  const singles = combinations(horses, 1);
  const pairs = combinations(horses, 2);
  const hasBrackets = horses.length >= FEWEST_FOR_BRACKETS;
  const votes = (yen: number): number => Math.round(yen / YEN_PER_VOTE);
  const first = startOdds(O1, rows, moment)
    .code("SaleFlag", SOLD, 0)
    .code("SaleFlag", board.placesSold === 0 ? NOT_SOLD : SOLD, 1)
    .code("SaleFlag", hasBrackets ? SOLD : NOT_SOLD, 2)
    .number("FukuChakuBaraiKey", board.placesSold)
    .number("TotalHyo", votes(board.stakesYen.win), 0)
    .number("TotalHyo", votes(board.stakesYen.place), 1)
    .number("TotalHyo", hasBrackets ? votes(board.stakesYen.quinella) : 0, 2);
  writeQuotes(first, WIN, board, board.win, singles);
  if (board.placesSold > 0) writeQuotes(first, PLACE, board, board.place, singles);
  if (hasBrackets) {
    const within = (brackets: readonly (number | null)[]) =>
      rows.runners.flatMap(({ horseNum, bracketNum }) => (brackets.includes(bracketNum) ? horseNum : []));
    const brackets = [...new Set(rows.runners.flatMap(({ bracketNum }) => bracketNum ?? []))];
    const doubles = brackets.filter((bracket) => within([bracket]).length > 1).map((bracket) => [bracket, bracket]);
    const declared = [...combinations(brackets, 2), ...doubles].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
    writeQuotes(first, BRACKET, board, board.long("bracket", declared), declared, within);
  }
  const write = <Name extends string>(
    form: Form<Name | OddsHead | "SaleFlag" | "TotalHyo">,
    columns: Columns<Name>,
    declared: readonly (readonly number[])[],
    quotes: readonly Quote[],
  ): Uint8Array => {
    const record = startOdds<Name | "SaleFlag" | "TotalHyo">(form, rows, moment)
      .code("SaleFlag", SOLD)
      .number("TotalHyo", votes(board.stakesYen.quinella));
    writeQuotes<Name>(record, columns, board, quotes, declared);
    return record.end();
  };
  const short = [first.end(), write(O2, COMBINATION, pairs, board.quinella)];
  if (!isWhole) return short;
  const exactas = horses.flatMap((one) => others(horses, one).map((other) => [one, other]));
  const trios = combinations(horses, 3);
  const trifectas = exactas.flatMap((pair) => others(horses, ...pair).map((horse) => [...pair, horse]));
  return [
    ...short,
    write(O3, WIDE, pairs, board.long("wide", pairs)),
    write(O4, COMBINATION, exactas, board.long("exacta", exactas)),
    write(O5, COMBINATION, trios, board.long("trio", trios)),
    write(O6, COMBINATION, trifectas, board.long("trifecta", trifectas)),
  ];
}

const others = (horses: readonly number[], ...chosen: readonly number[]): number[] =>
  horses.filter((horse) => !chosen.includes(horse));
