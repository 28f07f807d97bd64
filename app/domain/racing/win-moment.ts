export interface WinMoment {
  /** Minutes before the start; null: the newest or final odds. */
  minutes: number | null;
  isFinal: boolean;
  /** By horse number. */
  odds: ReadonlyMap<number, number>;
}
