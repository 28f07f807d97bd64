/** Status of a user's model, also on the wire. Any other number is read as failed. */
export const ModelStatus = { creating: 1, complete: 2, failed: 3 } as const;

/** Progress at which learning ends; the rest is the report on the test periods. */
export const LEARNING_SHARE = 0.9;

/** Whether the model counts towards the plan's limit: in creation or complete, not failed. */
export function isHeld(status: number): boolean {
  return status === ModelStatus.creating || status === ModelStatus.complete;
}
