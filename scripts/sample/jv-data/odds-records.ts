import { ODDS_RECORDS, type PoolFields } from "#app/domain/jv-data/odds/odds-pools.ts";
import { combinationsOf } from "#app/domain/jv-data/odds/packed-odds.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { FEWEST_FOR_BRACKETS } from "../market/long-odds.ts";
import { announcedAt } from "./announcements.ts";
import type { Board, Quote } from "./odds-board.ts";
import { countStarters, type Made, type RaceRows, raceHead, tenths, twoDigits } from "./race-record.ts";
import { RecordWriter } from "./record-writer.ts";

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

/** What is quoted in a pool: every combination of the declared horses in ascending order; none if it is not sold. */
interface Quoted {
  declared: readonly (readonly number[])[];
  quotes: readonly Quote[];
  stakesYen: number;
}

/** Records of a board: O1 (win, place, bracket), O2 (quinella), and where asked for O3 to O6 (wide to trifecta). */
export function oddsRecords(
  { race, runners }: RaceRows,
  board: Board,
  { at, ...made }: OddsMoment,
  { isWhole = true } = {},
): Uint8Array[] {
  const time = at === null ? NO_TIME : announcedAt(at);
  const head = raceHead(race, made) + time + twoDigits(runners.length) + twoDigits(countStarters(runners));
  const horsesIn = (brackets: readonly (number | null)[]) =>
    runners.flatMap(({ horseNum, bracketNum }) => (brackets.includes(bracketNum) ? horseNum : []));
  return ODDS_KINDS.slice(0, isWhole ? undefined : 2).map((kind) => {
    const { layout, pools } = ODDS_RECORDS[kind];
    const record = new RecordWriter(kind, layout, head);
    if (kind === "O1") record.put(43, String(board.placesSold));
    for (const fields of pools) {
      const { betType, flag, total } = fields;
      const quoted = quotedIn(betType, board, runners);
      record.code(flag, quoted.declared.length > 0 ? SOLD : NOT_SOLD);
      record.number(total, Math.round(quoted.stakesYen / YEN_PER_VOTE));
      writeQuotes(record, fields, quoted, {
        board,
        horsesOf: betType === "bracket" ? horsesIn : (horses) => horses,
      });
    }
    return record.end();
  });
}

function quotedIn(betType: TicketKind, board: Board, runners: RaceRows["runners"]): Quoted {
  const isBracket = betType === "bracket";
  const isSold = betType === "place" ? board.placesSold > 0 : !isBracket || runners.length >= FEWEST_FOR_BRACKETS;
  const sizes = groupBy(runners, ({ horseNum, bracketNum }) => (isBracket ? (bracketNum ?? 0) : horseNum));
  // Only a bracket of two horses or more makes a pair with itself.
  const declared = combinationsOf(betType, [...sizes.keys()]).filter(
    ([one = 0, other]) => one !== other || (sizes.get(one)?.length ?? 0) > 1,
  );
  if (!isSold) return { declared: [], quotes: [], stakesYen: 0 };
  if (betType === "win" || betType === "place" || betType === "quinella")
    return { declared, quotes: board[betType], stakesYen: board.stakesYen[betType] };
  return { declared, quotes: board.long(betType, declared), stakesYen: board.stakesYen.quinella };
}

function writeQuotes(
  record: RecordWriter<string>,
  { betType, combination, odds, highOdds, popularity }: PoolFields,
  { declared, quotes }: Quoted,
  { board, horsesOf }: { board: Board; horsesOf: (numbers: readonly number[]) => readonly number[] },
): void {
  const byNumbers = new Map(quotes.map((quote) => [quote.horses.join("-"), quote]));
  for (const [index, numbers] of declared.entries()) {
    record.code(combination, betType === "bracket" ? numbers.join("") : numbers.map(twoDigits).join(""), index);
    const quote = byNumbers.get(numbers.join("-"));
    if (quote === undefined) {
      const withdrawn = horsesOf(numbers).flatMap((horse) => board.withdrawn.get(horse) ?? []);
      const isEarly = withdrawn.some(({ isAfterSales }) => !isAfterSales);
      const sign = withdrawn.length === 0 ? "0" : isEarly ? SCRATCHED_BEFORE_SALES : SCRATCHED_AFTER_SALES;
      for (const name of [odds, highOdds ?? odds, popularity])
        record.code(name, sign.repeat(record.sizeOf(name)), index);
      continue;
    }
    // A field of nines stands for these odds or more.
    const show = (name: string, value: number) =>
      record.number(name, Math.min(10 ** record.sizeOf(name) - 1, tenths(value) ?? 0), index);
    show(odds, quote.low);
    if (highOdds !== null) show(highOdds, quote.high);
    record.number(popularity, quote.rank, index);
  }
}
