/** Status of a user's model, also on the wire; any other number reads as failed. */
export const ModelStatus = { creating: 1, complete: 2, failed: 3 } as const;

/** Where learning ends on the bar of a model in creation; the rest is the report on the races it has not seen. */
export const LEARNING_SHARE = 0.9;

/** Takes one of the plan's places: in creation or complete; a failed one takes none. */
export function isHeld(status: number): boolean {
  return status === ModelStatus.creating || status === ModelStatus.complete;
}
