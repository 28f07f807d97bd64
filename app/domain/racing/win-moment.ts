/** Win odds of a race at one moment. */
export interface WinMoment {
  /** Before the start; null: the newest, or the final ones. */
  minutes: number | null;
  isFinal: boolean;
  /** By the horse's number. */
  odds: ReadonlyMap<number, number>;
}
