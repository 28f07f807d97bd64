/** Status of a user's model (spec §4); any other number reads as failed. */
export const ModelStatus = { creating: 1, complete: 2, failed: 3 } as const;

/** Takes one of the plan's places: in creation or complete; a failed one takes none (readings.md §2). */
export function isHeld(status: number): boolean {
  return status === ModelStatus.creating || status === ModelStatus.complete;
}
