/** Periods stored per ranking: more than a year of weekends, five years of months. */
export const KEPT_PERIODS = 60;
