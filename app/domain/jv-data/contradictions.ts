import { isStarter } from "#app/domain/racing/race.ts";
import type { Payout, Race, Runner } from "#app/domain/racing/records.ts";
import type { IdentifiedRecord } from "./record-identity.ts";
import type { RecordFinding } from "./record-view.ts";
import { hasResult } from "./stages.ts";

/** No win, place or quinella has paid more. */
const HIGHEST_PLAUSIBLE_PAYOUT_YEN = 10_000_000;
const LOWEST_REGULAR_PAYOUT_YEN = 100;
const FIRST_PLAUSIBLE_YEAR = 1950;

interface DerivedRows {
  race: Race;
  runners: readonly Runner[];
  payouts: readonly Payout[];
  records: readonly IdentifiedRecord[];
  declaredCount: number | null;
  today: string;
}

/** What in a race's rows cannot all be true, or hardly; the rows are taken as they are. */
export function contradictionsOf(rows: DerivedRows): RecordFinding[] {
  return [...inTime(rows), ...inStages(rows), ...amongRunners(rows), ...inPayouts(rows)];
}

function inTime({ race, today }: DerivedRows): RecordFinding[] {
  const found: RecordFinding[] = [];
  const year = Number(race.date.slice(0, 4));
  if (year < FIRST_PLAUSIBLE_YEAR || year > Number(today.slice(0, 4)) + 1) {
    found.push({ field: "Year", reason: `the race is of ${year}` });
  }
  if (race.status === "result" && race.date > today) {
    found.push({ field: "MonthDay", reason: `the race has a result and is on ${race.date}, in the future` });
  }
  return found;
}

function inStages({ race, runners, records, declaredCount }: DerivedRows): RecordFinding[] {
  const found: RecordFinding[] = [];
  const stages = (kind: string) =>
    records.filter(({ identity }) => identity.kind === kind).map(({ identity }) => identity.stage);
  const [own = ""] = stages("RA");
  const late = stages("SE").filter(hasResult).length;
  if (race.status !== "cancelled" && hasResult(own) !== late > 0 && runners.length > 0) {
    found.push({ field: "DataKubun", reason: `the race is at stage ${own}, and ${late} horses have results` });
  }
  if (race.status === "cancelled" && late > 0) {
    found.push({ field: "DataKubun", reason: `the race is cancelled, and ${late} horses have results` });
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
  if (places.length < 2 || places.some((place) => place !== 1)) return [];
  return [{ field: "KakuteiJyuni", reason: `all ${places.length} horses with a place are first` }];
}

function inPayouts({ runners, payouts }: DerivedRows): RecordFinding[] {
  const found: RecordFinding[] = [];
  const starters = new Set(runners.filter(({ status }) => isStarter(status)).map(({ horseNum }) => horseNum));
  for (const { betType, combination, payoutYen } of payouts) {
    const row = `${betType} ${combination}`;
    const absent = combination.split("-").filter((horse) => horse !== "0" && !starters.has(Number(horse)));
    if (runners.length > 0 && absent.length > 0) {
      found.push({ field: "Umaban", reason: `${row} pays, and ${absent.join(", ")} did not run` });
    }
    if (payoutYen > HIGHEST_PLAUSIBLE_PAYOUT_YEN) found.push({ field: "Pay", reason: `${row} pays ${payoutYen} yen` });
  }
  const wins = payouts.filter(({ betType }) => betType === "win");
  const winners = runners.filter(({ finishPosition }) => finishPosition === 1).length;
  const isRegular = wins.length > 0 && wins.every(({ payoutYen }) => payoutYen >= LOWEST_REGULAR_PAYOUT_YEN);
  if (isRegular && winners > wins.length) {
    found.push({ field: "PayTansyo", reason: `${winners} horses won, and ${wins.length} win bets pay` });
  }
  return found;
}
