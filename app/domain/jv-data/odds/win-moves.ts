import type { WinMoment } from "#app/domain/racing/win-moment.ts";
import { momentBefore } from "./kept-odds.ts";
import type { StoredOdds } from "./odds-snapshot.ts";
import { readWinOdds, type WinOdds } from "./win-odds.ts";

/**
 * Win odds over time: the newest at some minutes before the start (`before`), then those shown now (`market`). Skips
 * moments in the future and without a change; empty without any change.
 */
export function winMoves({
  race: { date, startTime },
  before,
  market,
}: {
  race: { date: string; startTime: string | null };
  before: readonly (Pick<StoredOdds, "order" | "odds"> & { minutes: number })[];
  market: WinOdds | null;
}): WinMoment[] {
  if (startTime === null || market === null) return [];
  const { isFinal, announcedAt } = market;
  const hasCome = (minutes: number) =>
    isFinal || (announcedAt !== null && momentBefore(date, startTime, minutes) <= announcedAt);
  const moments = before
    .filter(({ minutes }) => hasCome(minutes))
    .toSorted((one, other) => other.minutes - one.minutes)
    .flatMap(({ minutes, ...record }) => {
      const win = readWinOdds(record);
      return win === null ? [] : [{ minutes, win }];
    });
  const moved = [...moments, { minutes: null, win: market }].filter(({ win }, index) => {
    const last = moments[index - 1]?.win;
    return win.isFinal || win.announcedAt !== last?.announcedAt;
  });
  if (moved.length === 1) return [];
  return moved.map(({ minutes, win }) => ({
    minutes,
    isFinal: win.isFinal,
    odds: new Map(win.horses.map(({ horseNum, odds }) => [horseNum, odds])),
  }));
}
