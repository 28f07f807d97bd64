/** Also on the wire. Any other number is read as failed. */
export const ModelStatus = { creating: 1, complete: 2, failed: 3 } as const;

/** Progress at which learning ends; the rest is the report on the test periods. */
export const LEARNING_SHARE = 0.9;

/** Statuses that count towards the plan's limit. */
export const HELD_STATUSES: readonly number[] = [ModelStatus.creating, ModelStatus.complete];

export function isHeld(status: number): boolean {
  return HELD_STATUSES.includes(status);
}
