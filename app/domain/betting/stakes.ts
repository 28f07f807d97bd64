export const STAKE_STEP_YEN = 100;
export const LARGEST_BUDGET_YEN = 1_000_000;

export function smallestBudget(ticketCount: number): number {
  return ticketCount * STAKE_STEP_YEN;
}

/**
 * The same stake on every ticket; a remainder below another step stays unspent.
 *
 * @throws {RangeError} if the budget is too small, as in {@link splitEvenly}
 */
export function splitFlat(budgetYen: number, ticketCount: number): number[] {
  refuseSmallBudget(budgetYen, ticketCount);
  const steps = Math.floor(budgetYen / smallestBudget(ticketCount));
  return Array.from({ length: ticketCount }, () => steps * STAKE_STEP_YEN);
}

/**
 * Stakes whose payouts are as even as steps of 100 yen permit. Every ticket has a step; each further one goes to the
 * ticket with the lowest payout (the first of equal ones). No other stakes within the budget have a higher lowest
 * payout.
 *
 * @param odds of each ticket, the lower end of ranges
 */
export function splitEvenly(budgetYen: number, odds: readonly number[]): number[] {
  refuseSmallBudget(budgetYen, odds.length);
  const tenths = odds.map((each) => Math.round(each * 10));
  const steps = odds.map(() => 1);
  let left = Math.floor(budgetYen / STAKE_STEP_YEN) - odds.length;
  for (; left > 0 && odds.length > 0; left--) {
    let lowest = 0;
    for (let place = 1; place < odds.length; place++) {
      if (tenths[place]! * steps[place]! < tenths[lowest]! * steps[lowest]!) lowest = place;
    }
    steps[lowest]! += 1;
  }
  return steps.map((count) => count * STAKE_STEP_YEN);
}

function refuseSmallBudget(budgetYen: number, ticketCount: number): void {
  if (budgetYen < smallestBudget(ticketCount)) throw new RangeError(`${budgetYen} yen for ${ticketCount} tickets`);
}

/** Odds have one decimal, so a payout is a multiple of 10 yen. */
export function payoutYen(stakeYen: number, odds: number): number {
  return (stakeYen * Math.round(odds * 10)) / 10;
}
