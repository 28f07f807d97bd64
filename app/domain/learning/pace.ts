/**
 * Long computations yield to the event loop after this number of units. Work is counted because clocks stand still
 * between I/O in production. One unit is one row of one column in a dense loop, about 1.5 ns.
 */
const UNITS_PER_SLICE = 6_000_000;

export interface Pace {
  /** Returns a promise to await when it is time to yield, otherwise null. */
  spend(units: number): Promise<void> | null;
  spent(): number;
}

/** @param yieldAndRenewLease yields to the event loop; called after about 9 ms of counted work */
export function createPace(yieldAndRenewLease: () => Promise<void>, unitsPerSlice = UNITS_PER_SLICE): Pace {
  let total = 0;
  let sinceBreath = 0;
  return {
    spend(units) {
      total += units;
      sinceBreath += units;
      if (sinceBreath < unitsPerSlice) return null;
      sinceBreath = 0;
      return yieldAndRenewLease();
    },
    spent: () => total,
  };
}
