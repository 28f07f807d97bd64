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
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import type { RecordFinding } from "./record-view.ts";
import { hasResult } from "./stages.ts";

interface DerivedRows {
  race: Race;
  runners: readonly Runner[];
  payouts: readonly Payout[];
  /** Payouts without rows, because the race is cancelled. */
  unpaidRows: number;
  records: readonly IdentifiedRecord[];
  declaredCount: number | null;
  today: string;
}

/** Impossible or implausible facts in a race's rows; the rows are stored unchanged. */
export function contradictionsOf(rows: DerivedRows): RecordFinding[] {
  return [...inTime(rows), ...inStages(rows), ...amongRunners(rows), ...inPayouts(rows)];
}

function told(field: string, reason: string | null): RecordFinding[] {
  return reason === null ? [] : [{ field, reason }];
}

function inTime({ race, today }: DerivedRows): RecordFinding[] {
  return [
    ...told("Year", implausibleYear(race.date, today)),
    ...(race.status === "result" ? told("MonthDay", futureResult(race.date, today)) : []),
  ];
}

function inStages({ race, runners, records, declaredCount, unpaidRows }: DerivedRows): RecordFinding[] {
  const found: RecordFinding[] = [];
  const stages = (kind: string) =>
    records.filter(({ identity }) => identity.kind === kind).map(({ identity }) => identity.stage);
  const [own = ""] = stages("RA");
  const late = stages("SE").filter(hasResult).length;
  if (race.status !== "cancelled" && hasResult(own) !== late > 0 && runners.length > 0) {
    found.push({ field: "DataKubun", reason: `the race is at stage ${own}, and ${late} horses have results` });
  }
  if (race.status === "cancelled") {
    found.push(
      ...told("DataKubun", cancelledWithResults(late)),
      ...told("DataKubun", cancelledWithPayouts(unpaidRows)),
    );
  }
  if (own !== "1" && own !== "A" && declaredCount !== null && runners.length < declaredCount) {
    found.push({
      field: "TorokuTosu",
      reason: `${declaredCount} horses were declared, and ${runners.length} are known`,
    });
  }
  return found;
}

function amongRunners({ runners }: DerivedRows): RecordFinding[] {
  const places = runners.flatMap(({ finishPosition }) => (finishPosition === null ? [] : [finishPosition]));
  const first = places.filter((place) => place === 1).length;
  return told("KakuteiJyuni", onlyWinners({ placed: places.length, first }));
}

function inPayouts({ runners, payouts }: DerivedRows): RecordFinding[] {
  const starters = new Set(runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum));
  const hasRun = (horseNum: number) => runners.length === 0 || starters.has(horseNum);
  const places = new Map(
    runners.flatMap(({ horseNum, finishPosition }) => (finishPosition === null ? [] : [[horseNum, finishPosition]])),
  );
  const wins = payouts.filter(({ betType }) => betType === "win");
  const winners = runners.filter(({ finishPosition }) => finishPosition === 1).length;
  return [
    ...payouts.flatMap((payout) => [
      ...told("Umaban", payoutWithoutHorse(payout, hasRun) ?? payoutOfLosers(payout, places)),
      ...told("Pay", implausiblePayout(payout)),
    ]),
    ...told("PayTansyo", unpaidWinners({ winners, paidWins: wins.every(isRegularPayout) ? wins.length : 0 })),
  ];
}
