import { ODDS_RECORDS, type PoolFields } from "#app/domain/jv-data/odds/odds-pools.ts";
import { ODDS_KINDS } from "#app/domain/jv-data/record-kinds.ts";
import { groupBy } from "#app/domain/racing/group-by.ts";
import type { TicketKind } from "#app/domain/racing/ticket-kind.ts";
import { FEWEST_FOR_BRACKETS } from "../market/long-odds.ts";
import { announcedAt } from "./announcements.ts";
import { type Board, combinations, type Quote } from "./odds-board.ts";
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
  const horses = runners.map(({ horseNum }) => horseNum);
  const others = (...chosen: readonly number[]) => horses.filter((horse) => !chosen.includes(horse));
  const exactas = () => horses.flatMap((one) => others(one).map((other) => [one, other]));
  const { win, place, quinella } = board.stakesYen;
  const long = (kind: Exclude<TicketKind, "win" | "place" | "quinella">, declared: Quoted["declared"]): Quoted => ({
    declared,
    quotes: board.long(kind, declared),
    stakesYen: declared.length > 0 ? quinella : 0,
  });
  switch (betType) {
    case "win":
      return { declared: combinations(horses, 1), quotes: board.win, stakesYen: win };
    case "place":
      return { declared: board.placesSold > 0 ? combinations(horses, 1) : [], quotes: board.place, stakesYen: place };
    case "bracket":
      return long(betType, horses.length < FEWEST_FOR_BRACKETS ? [] : bracketPairs(runners));
    case "quinella":
      return { declared: combinations(horses, 2), quotes: board.quinella, stakesYen: quinella };
    case "wide":
      return long(betType, combinations(horses, 2));
    case "exacta":
      return long(betType, exactas());
    case "trio":
      return long(betType, combinations(horses, 3));
    case "trifecta":
      return long(
        betType,
        exactas().flatMap((pair) => others(...pair).map((horse) => [...pair, horse])),
      );
  }
}

/** A bracket of two horses or more also makes a pair with itself. */
function bracketPairs(runners: RaceRows["runners"]): number[][] {
  const sizes = groupBy(runners, ({ bracketNum }) => bracketNum ?? 0);
  const doubles = [...sizes].flatMap(([bracket, { length }]) => (length > 1 ? [[bracket, bracket]] : []));
  return [...combinations([...sizes.keys()], 2), ...doubles].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
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
