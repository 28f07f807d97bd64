import { addDays, weekdayOf } from "#app/domain/racing/japan-time.ts";
import { createNormal } from "#app/domain/season/normal.ts";
import { type DayLoss, type JudgedChange, judgeChanges } from "#app/domain/suggestions/judge-changes.ts";

/** A race day: 24 races of 14 runners, and the spread of the difference of two trainings' losses. */
const RACES = 24;
const UNIFORM = RACES * Math.log(14);
const NOISE = 0.9;
const CHANGES = 12;
const CHOOSING_DAYS = 240;
const CONFIRMING_DAYS = 80;
/** Weekends of half a year. */
const LATER_DAYS = 52;
const DAYS = raceDays(CHOOSING_DAYS + CONFIRMING_DAYS);
const PLANTED = 0.01;
/** Spread of true gains where some changes are worth something. */
const TRUE_SPREAD = 0.004;
const SEED = 41;

export interface SuggestionFigures {
  /** Shares. */
  noiseAccounts: number;
  foundAtFirst: number;
  foundAtTenth: number;
  /** Next half-year's gain within the outlook: of changes that the newest races judged; of confirmed ones. */
  judgedWithin: number;
  confirmedWithin: number;
}

/** Accounts without any difference, with a planted change, and with changes of unknown worth. */
export function simulateSuggestions(accounts: number, searches: number): SuggestionFigures {
  const normal = createNormal(SEED);
  let fooled = 0;
  for (let account = 0; account < accounts; account++) if (isEverConfirmed(normal, searches)) fooled += 1;
  const found = (search: number) => {
    let count = 0;
    for (let account = 0; account < accounts; account++) {
      const gains = Array.from({ length: CHANGES }, (_, change) => (change === 0 ? PLANTED : 0));
      if (searchOnce(normal, gains, search)[0]?.verdict === "confirmed") count += 1;
    }
    return count / accounts;
  };
  const within = { judged: 0, judgedIn: 0, confirmed: 0, confirmedIn: 0 };
  for (let account = 0; account < accounts; account++) {
    const gains = Array.from({ length: CHANGES }, () => TRUE_SPREAD * normal());
    for (const [change, { outlook, verdict }] of searchOnce(normal, gains, 1).entries()) {
      if (outlook === null) continue;
      const later = gains[change]! + (NOISE * normal() * Math.sqrt(LATER_DAYS)) / (LATER_DAYS * UNIFORM);
      const isWithin = outlook.low <= later && later <= outlook.high ? 1 : 0;
      within.judged += 1;
      within.judgedIn += isWithin;
      if (verdict !== "confirmed") continue;
      within.confirmed += 1;
      within.confirmedIn += isWithin;
    }
  }
  return {
    noiseAccounts: fooled / accounts,
    foundAtFirst: found(1),
    foundAtTenth: found(10),
    judgedWithin: within.judgedIn / within.judged,
    confirmedWithin: within.confirmedIn / within.confirmed,
  };
}

function isEverConfirmed(normal: () => number, searches: number): boolean {
  const gains = Array<number>(CHANGES).fill(0);
  for (let search = 1; search <= searches; search++)
    if (searchOnce(normal, gains, search).some(({ verdict }) => verdict === "confirmed")) return true;
  return false;
}

function searchOnce(normal: () => number, gains: readonly number[], search: number): JudgedChange[] {
  const base = DAYS.map((date): DayLoss => [date, RACES, 0.87 * UNIFORM, UNIFORM]);
  const changed = gains.map((gain) =>
    DAYS.map((date): DayLoss => [date, RACES, (0.87 - gain) * UNIFORM + NOISE * normal(), UNIFORM]),
  );
  return judgeChanges(base, changed, { confirmFrom: DAYS[CHOOSING_DAYS]!, search })?.changes ?? [];
}

function raceDays(count: number): string[] {
  const days: string[] = [];
  for (let day = "2023-01-07"; days.length < count; day = addDays(day, 1))
    if ([0, 6].includes(weekdayOf(day))) days.push(day);
  return days;
}

export function describeSuggestions(figures: SuggestionFigures): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
  return [
    `accounts without a difference that ever get a confirmed change: ${percent(figures.noiseAccounts)}`,
    `planted change of ${PLANTED} confirmed: ${percent(figures.foundAtFirst)} in the first search, ${percent(figures.foundAtTenth)} in the tenth`,
    `next half-year within the outlook: ${percent(figures.judgedWithin)} of judged changes, ${percent(figures.confirmedWithin)} of confirmed ones`,
  ].join("\n");
}
