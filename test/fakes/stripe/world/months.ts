const DAY_SECONDS = 86_400;

/**
 * The instant a number of whole months after an anchor, at the anchor's time of day (UTC). Months are counted from the
 * anchor, so that a short month does not shift later ones: 31 January, 28 February, 31 March.
 */
function monthsAfter(anchor: number, months: number): number {
  const start = new Date(anchor * 1000);
  const first = Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + months, 1) / 1000;
  const month = new Date(first * 1000);
  const days = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 0)).getUTCDate();
  return first + (Math.min(start.getUTCDate(), days) - 1) * DAY_SECONDS + (anchor % DAY_SECONDS);
}

/** The first end of a month, counted from the anchor, after `instant`. */
export function nextPeriodEnd(anchor: number, instant: number): number {
  let months = Math.max(1, Math.floor((instant - anchor) / (31 * DAY_SECONDS)));
  while (monthsAfter(anchor, months) <= instant) months += 1;
  return monthsAfter(anchor, months);
}

/** Rounds to whole yen, halves away from zero. */
function roundYen(amount: number): number {
  return Math.sign(amount) * Math.round(Math.abs(amount));
}

/** The share of a period's amount for the time from `from` to the period's end, prorated by seconds. */
export function unusedShare(amount: number, period: { start: number; end: number }, from: number): number {
  return roundYen((amount * (period.end - from)) / (period.end - period.start)) || 0;
}
