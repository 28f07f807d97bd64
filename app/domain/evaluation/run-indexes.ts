import { dayNumber } from "#app/domain/racing/japan-time.ts";
import type { ForecastRace } from "./forecast-race.ts";

/** A horse's last five starts are rarely older. */
const KEPT_DAYS = 3 * 365;

/** Index of a runner in a race that the model had not seen; null if not kept. */
export type RunIndex = (raceId: string, horseNum: number) => number | null;

export function createRunIndexTally(newest: string) {
  const from = dayNumber(newest) - KEPT_DAYS;
  const lines: string[] = [];
  return {
    /** In the order of days. */
    add({ raceId, date, runners }: Pick<ForecastRace, "raceId" | "date" | "runners">): void {
      if (dayNumber(date) < from) return;
      const indexes = runners.map(({ horseNum, index }) => `${horseNum} ${Math.round(index * 100)}`);
      lines.push([raceId, ...indexes].join("\t"));
    },
    /** Stored form: a race per line, its id and then number and hundredths of each runner. */
    pack: () => lines.join("\n"),
  };
}

/** Parses only the lines that are read. */
export function openRunIndexes(packed: string): RunIndex {
  const lines = new Map(packed.split("\n").map((line) => [line.slice(0, line.indexOf("\t")), line]));
  return (raceId, horseNum) => {
    const start = `${horseNum} `;
    const own = lines
      .get(raceId)
      ?.split("\t")
      .find((runner, at) => at > 0 && runner.startsWith(start));
    return own === undefined ? null : Number(own.slice(start.length)) / 100;
  };
}
