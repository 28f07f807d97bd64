const DAY_SECONDS = 86_400;

/**
 * The instant whole months after an anchor. It is counted from the anchor itself, so that a month too short for its day
 * does not shift later ones: from 31 January come 28 February and then 31 March, at the anchor's time (UTC).
 */
export function monthsAfter(anchor: number, months: number): number {
  const start = new Date(anchor * 1000);
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1) / 1000;
  const month = new Date(first * 1000);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  return first + (Math.min(start.getUTCDate(), days) - 1) * DAY_SECONDS + (anchor % DAY_SECONDS);
}

/** The first end of a month, counted from the anchor, that lies after `instant`. */
export function nextPeriodEnd(anchor: number, instant: number): number {
  let months = Math.max(1, Math.floor((instant - anchor) / (31 * DAY_SECONDS)));
  while (monthsAfter(anchor, months) <= instant) months += 1;
  return monthsAfter(anchor, months);
}

/** Nearest whole yen, halves away from zero. */
export function roundYen(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount));
}

/** The share of a monthly amount that belongs to the time from `from` to the period's end, to the second. */
export function unusedShare(amount: number, period: { start: number; end: number }, from: number): number {
  return roundYen((amount * (period.end - from)) / (period.end - period.start)) || 0;
}
