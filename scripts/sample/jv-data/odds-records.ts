import { isStarter } from "#app/domain/racing/race.ts";
import { announcedAt } from "./announcements.ts";
import { O1, O2, O3, O5 } from "./live-forms.ts";
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
  odds: readonly [name: Name, digits: number][];
  rank: readonly [name: Name, digits: number];
}

const WIN: Columns<keyof typeof O1.places> = {
  combination: "Win.Umaban",
  odds: [["Win.Odds", 4]],
  rank: ["Win.Ninki", 2],
};
const PLACE: Columns<keyof typeof O1.places> = {
  combination: "Place.Umaban",
  odds: [
    ["Place.OddsLow", 4],
    ["Place.OddsHigh", 4],
  ],
  rank: ["Place.Ninki", 2],
};
const COMBINATION: Columns<"Kumi" | "Odds" | "Ninki"> = {
  combination: "Kumi",
  odds: [["Odds", 6]],
  rank: ["Ninki", 3],
};
const WIDE: Columns<keyof typeof O3.places> = {
  combination: "Kumi",
  odds: [
    ["OddsLow", 5],
    ["OddsHigh", 5],
  ],
  rank: ["Ninki", 3],
};

/** Writes all combinations of the declared horses, in ascending order. */
function writeQuotes<Name extends string>(
  record: RecordWriter<Name>,
  { combination, odds, rank }: Columns<Name>,
  board: Board,
  quotes: readonly Quote[],
  declared: readonly (readonly number[])[],
): void {
  const byHorses = new Map(quotes.map((quote) => [quote.horses.join("-"), quote]));
  declared.forEach((horses, index) => {
    record.code(combination, horses.map((horse) => String(horse).padStart(2, "0")).join(""), index);
    const withdrawn = horses.flatMap((horse) => board.withdrawn.get(horse) ?? []);
    const quote = byHorses.get(horses.join("-"));
    if (withdrawn.length > 0 || quote === undefined) {
      const isEarly = withdrawn.some(({ isAfterSales }) => !isAfterSales);
      const sign = withdrawn.length === 0 ? "0" : isEarly ? SCRATCHED_BEFORE_SALES : SCRATCHED_AFTER_SALES;
      for (const [name, digits] of odds) record.code(name, sign.repeat(digits), index);
      record.code(rank[0], sign.repeat(rank[1]), index);
      return;
    }
    const [low, high = low] = odds;
    if (low === undefined || high === undefined) return;
    // A field of nines stands for these odds or more.
    const shown = (value: number, digits: number): number => Math.min(10 ** digits - 1, tenths(value) ?? 0);
    record.number(low[0], shown(quote.low, low[1]), index).number(high[0], shown(quote.high, high[1]), index);
    record.number(rank[0], quote.rank, index);
  });
}

/** Records of a board: O1 (win, place), O2 (quinella), and where asked for O3 (wide) and O5 (trio). */
export function oddsRecords(rows: RaceRows, board: Board, moment: OddsMoment, { isWhole = true } = {}): Uint8Array[] {
  const horses = rows.runners.map(({ horseNum }) => horseNum);
  const singles = combinations(horses, 1);
  const pairs = combinations(horses, 2);
  const votes = (yen: number): number => Math.round(yen / YEN_PER_VOTE);
  const first = startOdds<keyof typeof O1.places>(O1, rows, moment)
    .code("SaleFlag", SOLD, 0)
    .code("SaleFlag", board.placesSold === 0 ? NOT_SOLD : SOLD, 1)
    .code("SaleFlag", NOT_SOLD, 2)
    .number("FukuChakuBaraiKey", board.placesSold)
    .number("TotalHyo", votes(board.stakesYen.win), 0)
    .number("TotalHyo", votes(board.stakesYen.place), 1)
    .number("TotalHyo", 0, 2);
  writeQuotes(first, WIN, board, board.win, singles);
  if (board.placesSold > 0) writeQuotes(first, PLACE, board, board.place, singles);
  const long = <Name extends string>(form: Form<Name | OddsHead | "SaleFlag" | "TotalHyo">) =>
    startOdds<Name | "SaleFlag" | "TotalHyo">(form, rows, moment)
      .code("SaleFlag", SOLD)
      .number("TotalHyo", votes(board.stakesYen.quinella));
  const second = long<keyof typeof O2.places>(O2);
  writeQuotes(second, COMBINATION, board, board.quinella, pairs);
  if (!isWhole) return [first.end(), second.end()];
  const third = long<keyof typeof O3.places>(O3);
  writeQuotes(third, WIDE, board, board.wide(), pairs);
  const fifth = long<keyof typeof O5.places>(O5);
  writeQuotes(fifth, COMBINATION, board, board.trio(), combinations(horses, 3));
  return [first.end(), second.end(), third.end(), fifth.end()];
}
