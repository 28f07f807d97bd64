import { measureRecord, type RecordFigures } from "./measure-record.ts";
import { type RecordEntry, standEntries } from "./record-entry.ts";

/** The year's slices are shown without intervals. */
const RESAMPLES = { sums: 1000, slice: 1 };

export const YEAR_IS_LUCK = "1年の成績にも、運の幅が残ります。";

export interface YearReview {
  year: number;
  /** Years with entries, newest first. */
  years: number[];
  figures: RecordFigures;
  /** The win of ◎ at the highest odds; null: none. */
  best: (Pick<RecordEntry, "date" | "venue" | "raceNum" | "raceName"> & { odds: number }) | null;
}

/** The part of a record in one year, by the record's own rules: the years sum to it. */
export function reviewYear(entries: readonly RecordEntry[], year: number): YearReview {
  const yearOf = ({ date }: RecordEntry) => Number(date.slice(0, 4));
  const ofYear = entries.filter((entry) => yearOf(entry) === year);
  const wins = standEntries(ofYear).flatMap(({ standing, entry }) => {
    const odds = entry.result?.odds ?? null;
    return standing === "counted" && entry.result?.finish === 1 && odds !== null ? [{ entry, odds }] : [];
  });
  const [best] = wins.toSorted((one, other) => other.odds - one.odds);
  return {
    year,
    years: [...new Set(entries.map(yearOf))].sort((one, other) => other - one),
    figures: measureRecord(ofYear, RESAMPLES),
    best: best === undefined ? null : { ...pickRace(best.entry), odds: best.odds },
  };
}

function pickRace({ date, venue, raceNum, raceName }: RecordEntry) {
  return { date, venue, raceNum, raceName };
}
