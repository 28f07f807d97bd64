import {
  futureResult,
  implausiblePayout,
  implausibleYear,
  isRegularPayout,
  onlyWinners,
  payoutWithoutHorse,
  unpaidWinners,
} from "#app/domain/racing/contradictions.ts";
import { isStarter } from "#app/domain/racing/race.ts";
import type { ParsedRace, Payout, Runner } from "#app/domain/racing/records.ts";
import type { Findings } from "./import-findings.server.ts";

/** A row and where it stands. */
interface RowAt<T> {
  file: string;
  line: number;
  /** The race's number in the import (`race-numbers`). */
  number: number;
  row: T;
}

/** Tells what in the rows of an import contradicts itself: what one row says at once, what several say by `end`. */
export interface CsvContradictions {
  race(at: RowAt<ParsedRace>): void;
  runner(at: RowAt<Runner>): void;
  /** After all runners. */
  payout(at: RowAt<Payout>): void;
  end(): void;
}

/** What is kept of a race's rows: little, as an import may have 200,000 races. */
interface RaceFacts {
  /** Bits of the starters' numbers. */
  starters: number;
  placed: number;
  first: number;
  paidWins: number;
  /** Where the first row with a place, and the first win, stand. */
  placedFile: string;
  placedLine: number;
  paidFile: string;
  paidLine: number;
}

/** No field has more horses; a number beyond is not judged. */
const HIGHEST_NUMBER = 30;
/** In place of a count: a win row among them is no payout of a winner. */
const IRREGULAR = -1;

/** @param today YYYY-MM-DD in Japan */
export function createCsvContradictions(findings: Findings, today: string): CsvContradictions {
  /** By number of the race. */
  const races: (RaceFacts | undefined)[] = [];
  /** Days of the races that are yet to come, by number. */
  const coming = new Map<number, string>();
  const factsOf = (number: number): RaceFacts => {
    races[number] ??= {
      starters: 0,
      placed: 0,
      first: 0,
      paidWins: 0,
      placedFile: "",
      placedLine: 0,
      paidFile: "",
      paidLine: 0,
    };
    return races[number];
  };
  const tell = (file: string, line: number, column: string, reason: string | null): void => {
    if (reason !== null) findings.notice(`${file}:${line}: ${column}: ${reason}`);
  };
  return {
    race({ number, row: { date }, file, line }) {
      tell(file, line, "date", implausibleYear(date, today));
      if (date > today) coming.set(number, date);
    },
    runner({ number, row: { horseNum, finishPosition, status }, file, line }) {
      const facts = factsOf(number);
      if (isStarter(status) && horseNum <= HIGHEST_NUMBER) facts.starters |= 1 << horseNum;
      if (finishPosition === null) return;
      facts.placed += 1;
      if (finishPosition === 1) facts.first += 1;
      if (facts.placed > 1) return;
      facts.placedFile = file;
      facts.placedLine = line;
    },
    payout({ number, row, file, line }) {
      const facts = factsOf(number);
      const hasRun = (horseNum: number) =>
        facts.starters === 0 || horseNum > HIGHEST_NUMBER || (facts.starters & (1 << horseNum)) !== 0;
      tell(file, line, "combination", payoutWithoutHorse(row, hasRun));
      tell(file, line, "payout_yen", implausiblePayout(row));
      if (row.betType !== "win" || facts.paidWins === IRREGULAR) return;
      facts.paidWins = isRegularPayout(row) ? facts.paidWins + 1 : IRREGULAR;
      if (facts.paidLine > 0) return;
      facts.paidFile = file;
      facts.paidLine = line;
    },
    end() {
      for (const [number, facts] of races.entries()) {
        // A race of which the import has no runners or payouts.
        if (facts === undefined) continue;
        const { placed, first, placedFile, placedLine, paidFile, paidLine, paidWins } = facts;
        const date = coming.get(number);
        if (placed > 0 && date !== undefined)
          tell(placedFile, placedLine, "finish_position", futureResult(date, today));
        tell(placedFile, placedLine, "finish_position", onlyWinners({ placed, first }));
        tell(paidFile, paidLine, "bet_type", unpaidWinners({ winners: first, paidWins }));
      }
    },
  };
}
