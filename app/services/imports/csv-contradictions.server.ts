import type { Database } from "#app/db/database.server.ts";
import { type JudgedRace, listJudgedRaces } from "#app/db/racing/race-outcomes.server.ts";
import { createPlaceLog, type RunnerPlace } from "#app/domain/open-csv/place-log.ts";
import {
  cancelledWithPayouts,
  cancelledWithResults,
  futureResult,
  implausiblePayout,
  implausibleYear,
  onlyWinners,
  payoutOfLosers,
  payoutWithoutHorse,
  unpaidWinners,
} from "#app/domain/racing/contradictions.ts";
import { isRegularPayout, isStarter } from "#app/domain/racing/race.ts";
import type { ParsedRace, Payout, Runner } from "#app/domain/racing/records.ts";
import type { Findings } from "./import-findings.server.ts";
import type { RaceNumbers } from "./race-numbers.server.ts";

export interface RowAt<T> {
  file: string;
  line: number;
  /** The number in the import (`race-numbers`). */
  number: number;
  row: T;
}

type PayoutRow = JudgedRace["payouts"][number];

/** Small, as an import may have 200,000 races. Line 0: no such row. */
const NO_FACTS = {
  ...{ runnerFile: "", runnerLine: 0, placedFile: "", placedLine: 0 },
  ...{ payoutFile: "", payoutLine: 0, payoutCount: 0, winFile: "", winLine: 0, paidWins: 0 },
};
type RaceFacts = typeof NO_FACTS;

/** In place of a count: a win row is no winner's payout. */
const IRREGULAR = -1;
const RACES_PER_QUERY = 500;

/** Import warnings: within a row at once, across rows in `end()`; stored rows count. today: YYYY-MM-DD in Japan */
export function createCsvContradictions(
  { db, findings, raceNumbers }: { db: Database; findings: Findings; raceNumbers: RaceNumbers },
  today: string,
) {
  /** By race number, as the two below. */
  const races: (RaceFacts | undefined)[] = [];
  /** Undefined: neither in the import nor stored. */
  const isCancelled: (boolean | undefined)[] = [];
  const places = createPlaceLog();
  /** Future races, and lines that cancel them. */
  const coming = new Map<number, string>();
  const cancelledAt = new Map<number, { file: string; line: number }>();
  const isRead = new Set<number>();

  const factsOf = (number: number): RaceFacts => {
    races[number] ??= { ...NO_FACTS };
    return races[number];
  };
  const tell = (file: string, line: number, column: string, reason: string | null): void => {
    if (reason !== null) findings.notice(`${file}:${line}: ${column}: ${reason}`);
  };

  /** @returns stored payouts by number */
  async function readStored(numbers: readonly number[]): Promise<Map<number, PayoutRow[]>> {
    const stored = new Map<number, PayoutRow[]>();
    for (let start = 0; start < numbers.length; start += RACES_PER_QUERY) {
      const byId = new Map(
        numbers.slice(start, start + RACES_PER_QUERY).map((number) => [raceNumbers.idOf(number) ?? "", number]),
      );
      for (const race of await listJudgedRaces(db, [...byId.keys()])) {
        const number = byId.get(race.raceId) as number;
        stored.set(number, race.payouts);
        isCancelled[number] ??= race.isCancelled;
        // The import's own runner counts.
        if (!isRead.has(number)) for (const runner of race.runners) addRunner(number, runner);
        isRead.add(number);
      }
    }
    return stored;
  }

  const addRunner = (number: number, { horseNum, status, finishPosition }: JudgedRace["runners"][number]): void =>
    places.add(number, { horseNum, isStarter: isStarter(status), finishPosition });

  /** The import lacks the race's runners. */
  const isOpen = ({ number, row }: RowAt<Payout>): boolean =>
    raceNumbers.isStored(number) &&
    !isRead.has(number) &&
    (isCancelled[number] === undefined || places.of(number).length === 0 || judge(places.of(number), row) !== null);

  function endOfRace(number: number, facts: RaceFacts, storedPayouts: readonly PayoutRow[]): void {
    const runners = places.of(number);
    const placed = runners.filter(({ finishPosition }) => finishPosition !== null).length;
    const first = runners.filter(({ finishPosition }) => finishPosition === 1).length;
    const { runnerFile, runnerLine, placedFile, placedLine, payoutFile, payoutLine, winFile, winLine, paidWins } =
      facts;
    for (const row of storedPayouts) {
      const found = judge(runners, row);
      if (runnerLine > 0 && found !== null)
        tell(runnerFile, runnerLine, found.column, `stored payout: ${found.reason}`);
    }
    const date = coming.get(number);
    if (placedLine > 0) {
      if (date !== undefined) tell(placedFile, placedLine, "finish_position", futureResult(date, today));
      tell(placedFile, placedLine, "finish_position", onlyWinners({ placed, first }));
    }
    tell(winFile, winLine, "bet_type", unpaidWinners({ winners: first, paidWins }));
    if (isCancelled[number] !== true) return;
    const [at] = [
      cancelledAt.get(number),
      { file: runnerFile, line: runnerLine },
      { file: payoutFile, line: payoutLine },
    ].filter((place) => place !== undefined && place.line > 0);
    if (at === undefined) return;
    tell(at.file, at.line, "status", cancelledWithResults(placed));
    tell(at.file, at.line, "status", cancelledWithPayouts(facts.payoutCount || storedPayouts.length));
  }

  return {
    race({ number, row: { date, status }, file, line }: RowAt<ParsedRace>): void {
      tell(file, line, "date", implausibleYear(date, today));
      if (date > today) coming.set(number, date);
      isCancelled[number] = status === "cancelled";
      if (status === "cancelled") cancelledAt.set(number, { file, line });
    },
    runner({ number, row, file, line }: RowAt<Runner>): void {
      const facts = factsOf(number);
      addRunner(number, row);
      if (facts.runnerLine === 0) [facts.runnerFile, facts.runnerLine] = [file, line];
      if (row.finishPosition !== null && facts.placedLine === 0) [facts.placedFile, facts.placedLine] = [file, line];
    },
    /** After all runners. */
    async payouts(rows: readonly RowAt<Payout>[]): Promise<void> {
      await readStored([...new Set(rows.filter(isOpen).map(({ number }) => number))]);
      for (const { number, row, file, line } of rows) {
        const facts = factsOf(number);
        const found = judge(places.of(number), row);
        if (found !== null) tell(file, line, "combination", found.reason);
        tell(file, line, "payout_yen", implausiblePayout(row));
        facts.payoutCount += 1;
        if (facts.payoutLine === 0) [facts.payoutFile, facts.payoutLine] = [file, line];
        if (row.betType !== "win" || facts.paidWins === IRREGULAR) continue;
        facts.paidWins = isRegularPayout(row) ? facts.paidWins + 1 : IRREGULAR;
        if (facts.winLine === 0) [facts.winFile, facts.winLine] = [file, line];
      }
    },
    /** @param racesWithoutPayouts payouts deleted by the import */
    async end(racesWithoutPayouts: ReadonlySet<number>): Promise<void> {
      // Corrections beside payouts that stay.
      for (const number of cancelledAt.keys()) factsOf(number);
      const corrected = [...races.keys()].filter(
        (number) =>
          races[number]?.payoutCount === 0 && raceNumbers.isStored(number) && !racesWithoutPayouts.has(number),
      );
      const stored = await readStored(corrected);
      // Undefined: neither runners nor payouts in the import.
      for (const [number, facts] of races.entries())
        if (facts !== undefined) endOfRace(number, facts, stored.get(number) ?? []);
    },
  };
}

/** And the column of runners concerned. */
function judge(
  runners: readonly RunnerPlace[],
  row: PayoutRow,
): { column: "status" | "finish_position"; reason: string } | null {
  if (runners.length === 0) return null;
  const starters = new Set(runners.filter((runner) => runner.isStarter).map(({ horseNum }) => horseNum));
  const withoutHorse = payoutWithoutHorse(row, (horseNum) => starters.has(horseNum));
  if (withoutHorse !== null) return { column: "status", reason: withoutHorse };
  const places = new Map(
    runners.flatMap(({ horseNum, finishPosition }) => (finishPosition === null ? [] : [[horseNum, finishPosition]])),
  );
  const ofLosers = payoutOfLosers(row, places);
  return ofLosers === null ? null : { column: "finish_position", reason: ofLosers };
}
